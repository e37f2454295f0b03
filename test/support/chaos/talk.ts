import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { cloudApiBody, postCloudApi, textMessage } from '../cloud-api.ts';
import { say } from '../conversation.ts';
import type { TestStack } from '../start-stack.ts';

/** Which of a session's messages are sent at the same moment: one after another, now and then two at once. */
export type Plan = readonly (readonly string[])[];

/** What a session came to. */
export interface Talk {
  readonly channel: 'webchat' | 'chatapp';
  /** The session id on web chat, the phone number on the chat app. */
  readonly user: string;
  readonly plan: Plan;
  /** Texts that were acknowledged, with the id that was promised on web chat. */
  readonly acknowledged: Map<string, string | null>;
  conversationId: string | null;
  /** Other answers than an acknowledgement or "again", such as 400. */
  readonly odd: string[];
}

const longestPauseMs = 1_000;
const mostTries = 60;

/** Says everything in the plan, each message until it is acknowledged. */
export async function talk(stack: TestStack, spoken: Talk): Promise<void> {
  for (const together of spoken.plan) {
    await Promise.all(
      together.map((text) =>
        spoken.channel === 'webchat' ? post(stack, spoken, text) : deliver(stack, spoken, text),
      ),
    );
  }
}

/** As the API tells its clients: again with the same key after 5xx, 429 and 409, and when nothing comes. */
async function post(stack: TestStack, spoken: Talk, text: string): Promise<void> {
  const key = { 'idempotency-key': randomUUID() };
  for (let tries = 0; tries < mostTries; tries += 1) {
    const response = await say(stack, spoken.user, text, key).catch(() => null);
    const status = response?.status ?? 503;
    const body = response && (await response.json().catch(() => ({})));
    if (status === 200 || status === 202) {
      spoken.acknowledged.set(text, body.messageId);
      spoken.conversationId = body.conversationId;
      return;
    }
    if (status < 500 && status !== 429 && status !== 409) {
      spoken.odd.push(`${status} ${body.code}`);
      return;
    }
    const askedS = Number(response?.headers.get('retry-after') ?? 0);
    await pause(Math.min(longestPauseMs, Math.max(100, askedS * 1000)));
  }
}

/** As a provider does: the same delivery again until it is answered with 200. */
async function deliver(stack: TestStack, spoken: Talk, text: string): Promise<void> {
  const body = cloudApiBody({ messages: [textMessage(spoken.user, text)] });
  if (await redeliver(stack, body)) spoken.acknowledged.set(text, null);
}

/** Calls the webhook until it takes the body. @returns whether it did */
export async function redeliver(stack: TestStack, body: string): Promise<boolean> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const response = await postCloudApi(stack, body).catch(() => null);
    await response?.arrayBuffer();
    if (response?.status === 200) return true;
    await pause(200);
  }
  return false;
}
