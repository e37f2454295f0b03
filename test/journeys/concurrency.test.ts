import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTranscript, say, sayUntilTaken } from '../support/conversation.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ tenantLimit: 100_000 });
});
afterAll(() => stack.stop());

describe('many at once', () => {
  it('passes exactly 30 of 100 simultaneous messages of one session', async () => {
    const session = randomUUID();
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, n) => say(stack, session, `message ${n}`)),
    );
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(70);
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    const accepted = responses.filter(({ status }) => status === 200 || status === 202);
    expect(accepted).toHaveLength(30);
  });

  it('runs the flow once for 50 simultaneous posts with one key', async () => {
    const session = randomUUID();
    const key = { 'idempotency-key': randomUUID() };
    const responses = await Promise.all(Array.from({ length: 50 }, () => say(stack, session, 'hello', key)));
    const answered = responses.filter(({ status }) => status === 200);
    expect(answered.length).toBeGreaterThan(0);
    for (const { status } of responses) expect([200, 409]).toContain(status);
    const bodies = new Set(await Promise.all(answered.map((response) => response.text())));
    expect(bodies.size).toBe(1);
    const again = await say(stack, session, 'hello', key);
    expect(bodies).toContain(await again.text());
    const transcript = await readTranscript(stack, session, JSON.parse([...bodies][0] ?? '').conversationId);
    expect(transcript.filter(({ author }) => author === 'user')).toHaveLength(1);
  });

  it('keeps 200 concurrent conversations of 10 turns complete, in order and apart', async () => {
    const turns = 10;
    await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const session = randomUUID();
        const seen: string[] = [];
        let conversationId = '';
        for (let turn = 0; turn < turns; turn += 1) {
          const text = `visitor ${n} turn ${turn}`;
          const response = await sayUntilTaken(stack, session, text);
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
  }, 120_000);
});
