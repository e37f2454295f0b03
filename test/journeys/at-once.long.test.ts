import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { converseSideBySide, readTranscript, say } from '../support/conversation.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ tenantLimit: 100_000 });
});
afterAll(() => stack.stop());

describe('many at once', () => {
  it('admits exactly 30 of 100 simultaneous messages of one session', async () => {
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

  it('keeps 50 concurrent conversations of 10 turns complete, in order and apart', async () => {
    await converseSideBySide(stack, { conversations: 50, turns: 10 });
  });
});
