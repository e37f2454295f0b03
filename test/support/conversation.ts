import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { type LogMessage, pollResponse } from '../../src/contract/poll.ts';
import type { TestStack } from './start-stack.ts';

/** Posts one text of a session to acme's widget, as a REST client. */
export function say(
  stack: TestStack,
  session: string,
  text: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return stack.post(
    '/v1/webchat/messages',
    { text, attachments: [], user: { id: 'visitor' } },
    { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': session, ...headers },
  );
}

/** Posts one text as a client should: what the service couldn't take (503) or is working on (409) is sent again. */
export async function sayUntilTaken(stack: TestStack, session: string, text: string): Promise<Response> {
  const key = { 'idempotency-key': randomUUID() };
  for (let attempt = 1; ; attempt += 1) {
    const response = await say(stack, session, text, key);
    if (attempt === 50 || (response.status !== 503 && response.status !== 409)) return response;
    await pause(Math.min(1_000, Math.max(100, Number(response.headers.get('retry-after')) * 1_000)));
  }
}

/** One long-poll; `wait` 0 answers at once. */
export async function poll(
  stack: TestStack,
  session: string,
  conversationId: string,
  query: Record<string, string>,
) {
  const path = `/v1/webchat/conversations/${conversationId}/messages?${new URLSearchParams(query)}`;
  const response = await fetch(stack.url + path, {
    headers: { 'x-tenant-id': 'acme', 'x-session-id': session },
  });
  if (response.status !== 200) throw new Error(`the long-poll was answered with ${response.status}`);
  return pollResponse.parse(await response.json());
}

/** The whole log of a conversation, read page by page. */
export async function readTranscript(
  stack: TestStack,
  session: string,
  conversationId: string,
): Promise<LogMessage[]> {
  const transcript: LogMessage[] = [];
  for (;;) {
    const after = transcript.at(-1)?.id;
    const { messages } = await poll(stack, session, conversationId, { wait: '0', ...(after && { after }) });
    if (messages.length === 0) return transcript;
    transcript.push(...messages);
  }
}

/** As many visitors at once, each with as many turns: asserts that each log is whole, in order and its own. */
export async function converseSideBySide(
  stack: TestStack,
  { conversations, turns }: { readonly conversations: number; readonly turns: number },
): Promise<void> {
  await Promise.all(
    Array.from({ length: conversations }, async (_, n) => {
      const session = randomUUID();
      const seen: string[] = [];
      let conversationId = '';
      for (let turn = 0; turn < turns; turn += 1) {
        const response = await sayUntilTaken(stack, session, `visitor ${n} turn ${turn}`);
        expect(response.status).toBe(200);
        const answer = await response.json();
        conversationId = answer.conversationId;
        seen.push(answer.messageId, ...answer.replies.map((reply: { id: string }) => reply.id));
      }
      const transcript = await readTranscript(stack, session, conversationId);
      expect(transcript.map(({ id }) => id)).toEqual(seen);
      expect(seen).toEqual(seen.toSorted());
      expect(transcript.map(({ seq }) => seq)).toEqual(seen.map((_id, index) => index + 1));
      expect(transcript.filter(({ author }) => author === 'user').map(({ text }) => text)).toEqual(
        Array.from({ length: turns }, (_t, turn) => `visitor ${n} turn ${turn}`),
      );
    }),
  );
}
