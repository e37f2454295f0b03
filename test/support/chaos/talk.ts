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
  /** When its messages were written, by the provider's clock, epoch seconds; long ago unless told. */
  readonly atS?: number;
  /** Other answers than an acknowledgement or "again", such as 400. */
  readonly odd: string[];
  /** What was answered to each text, and how often. */
  readonly answers?: Map<string, Map<string, number>>;
}

/** Messages that nobody has acknowledged, each with all that was answered. */
export function neverAcknowledged(talk: Talk): string[] {
  return talk.plan
    .flat()
    .filter((text) => !talk.acknowledged.has(text))
    .map((text) => toldOf(talk, text));
}

/** What was answered to a message, and how often. */
export function toldOf({ channel, user, answers }: Talk, text: string): string {
  return `${channel} ${user} "${text}": ${JSON.stringify([...(answers?.get(text) ?? [])])}`;
}

const longestPauseMs = 1_000;
const mostTries = 60;

/** Says everything in the plan, each message until it is acknowledged. */
export async function talk(stack: TestStack, spoken: Talk): Promise<void> {
  for (const together of spoken.plan) {
    await Promise.all(together.map((text) => sayUntilAcknowledged(stack, spoken, text)));
  }
}

async function sayUntilAcknowledged(stack: TestStack, spoken: Talk, text: string): Promise<void> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const againMs = await tryMessage(stack, spoken, text);
    if (againMs === null) return;
    await pause(againMs);
  }
}

/**
 * Sends a message once, a repeat with the same key or id as before.
 * @returns null when it is acknowledged or refused for good; else after how long it is sent again, in milliseconds
 */
export function tryMessage(stack: TestStack, spoken: Talk, text: string): Promise<number | null> {
  return spoken.channel === 'webchat' ? post(stack, spoken, text) : deliver(stack, spoken, text);
}

/** As the API tells its clients: again with the same key after 5xx, 429 and 409, and when nothing comes. */
async function post(stack: TestStack, spoken: Talk, text: string): Promise<number | null> {
  const key = { 'idempotency-key': `${spoken.user}-${text.replaceAll(' ', '-')}` };
  const response = await say(stack, spoken.user, text, key).catch(() => null);
  const status = response?.status ?? 503;
  const body = response && (await response.json().catch(() => ({})));
  noteAnswer(spoken, text, `${response?.status ?? 'nothing'} ${body?.code ?? ''}`);
  if (status === 200 || status === 202) {
    spoken.acknowledged.set(text, body.messageId);
    spoken.conversationId = body.conversationId;
    return null;
  }
  if (status < 500 && status !== 429 && status !== 409) {
    spoken.odd.push(`${status} ${body.code}`);
    return null;
  }
  const askedS = Number(response?.headers.get('retry-after') ?? 0);
  return Math.min(longestPauseMs, Math.max(100, askedS * 1000));
}

function noteAnswer({ answers }: Talk, text: string, answer: string): void {
  const counts = answers?.get(text) ?? new Map<string, number>();
  answers?.set(text, counts.set(answer, (counts.get(answer) ?? 0) + 1));
}

/** As a provider does: the same delivery again until it is answered with 200. */
async function deliver(stack: TestStack, spoken: Talk, text: string): Promise<number | null> {
  const message = textMessage(spoken.user, text, `wamid.${spoken.user}.${text}`, spoken.atS);
  const isTaken = await deliverOnce(stack, cloudApiBody({ messages: [message] }));
  noteAnswer(spoken, text, isTaken ? 'taken' : 'not taken');
  if (!isTaken) return 200;
  spoken.acknowledged.set(text, null);
  return null;
}

/** Calls the webhook until it takes the body. @returns whether it did */
export async function redeliver(stack: TestStack, body: string): Promise<boolean> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    if (await deliverOnce(stack, body)) return true;
    await pause(200);
  }
  return false;
}

async function deliverOnce(stack: TestStack, body: string): Promise<boolean> {
  const response = await postCloudApi(stack, body).catch(() => null);
  await response?.arrayBuffer();
  return response?.status === 200;
}
