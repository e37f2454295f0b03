import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { limits } from '../../src/contract/limits.ts';
import { readTranscript } from '../support/conversation.ts';
import { createHandler } from '../support/create-handler.ts';
import { httpEvent, lambdaContext } from '../support/http-event.ts';
import { lookAfterAll } from '../support/look-after-all.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';
import { type Fault, watchCalls } from '../support/watched-calls.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ background: false, tenantLimit: 100_000 });
});
afterAll(() => stack.stop());

/** A gateway process of its own whose clock the test moves, and whose calls the test breaks. */
function startProcess(clock: { aheadMs: number }) {
  const watched = watchCalls();
  const clients = createAwsClients(stack.env, watched.requestHandler);
  const handler = createHandler(stack.env, { clients, nowMs: () => Date.now() + clock.aheadMs });
  return { watched, handler };
}

type Process = ReturnType<typeof startProcess>;

async function say({ handler }: Process, session: string, text: string, key: string) {
  const event = httpEvent('POST', '/v1/webchat/messages', {
    headers: {
      'x-tenant-id': 'acme',
      'x-widget-id': 'acme-web',
      'x-session-id': session,
      'idempotency-key': key,
    },
    body: { text, attachments: [], user: { id: 'visitor' } },
  });
  return (await handler(event, lambdaContext)) as { statusCode: number; body: string };
}

/** Runs the case of one fault: the turn, the caller's retries, one tick of the schedule by another process. */
async function runCase(index: number, fault: Fault) {
  const clock = { aheadMs: 0 };
  const session = randomUUID();
  const first = startProcess(clock);
  const { conversationId } = JSON.parse((await say(first, session, 'hello', randomUUID())).body);
  let calls = 0;
  first.watched.reset();
  first.watched.breakCall = (call) => {
    calls = call.index + 1;
    return call.index === index ? fault : undefined;
  };
  const key = randomUUID();
  const eventsBefore = stack.bus.events.length;
  let answer = await say(first, session, 'hours', key);
  first.watched.breakCall = () => undefined;
  const second = startProcess(clock);
  for (let retry = 0; answer.statusCode !== 200 && retry < 3; retry += 1) {
    clock.aheadMs += limits.idempotencyLeaseMs;
    answer = await say(second, session, 'hours', key);
  }
  clock.aheadMs += 2 * limits.settleAfterMs;
  await lookAfterAll(stack.env, { nowMs: () => Date.now() + clock.aheadMs });
  const transcript = await readTranscript(stack, session, conversationId);
  const events = stack.bus.events
    .slice(eventsBefore)
    .map(({ detail }) => detail)
    .filter((detail) => detail.conversationId === conversationId);
  return { calls, answer, transcript, events };
}

const faults: readonly Fault[] = ['refused', 'answer-lost'];

describe.each(faults)('a turn one of whose calls is %s', (fault) => {
  it('is right after a retry and one run of the schedule, whichever call it was', async () => {
    for (let index = 0, calls = 1; index < calls; index += 1) {
      const result = await runCase(index, fault);
      calls = result.calls;
      expect(result.answer.statusCode).toBe(200);
      const { messageId } = JSON.parse(result.answer.body);
      const texts = result.transcript.map(({ author, text }) => `${author}: ${text}`);
      expect(texts.filter((text) => text === 'user: hours')).toHaveLength(1);
      expect(result.transcript.map(({ seq }) => seq)).toEqual(result.transcript.map((_, n) => n + 1));
      const replies = result.transcript.filter(({ id, author }) => author === 'bot' && id > messageId);
      const published = new Map(
        result.events.filter((event) => event.messageId === messageId).map((event) => [event.eventId, event]),
      );
      expect(published.size).toBe(replies.length);
      for (const reply of replies) expect(published.has(`${messageId}.reply-${reply.seq}`)).toBe(true);
    }
  });
});
