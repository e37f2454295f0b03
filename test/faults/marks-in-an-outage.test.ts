import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Chaos, finish, logOf, startChaos } from '../support/chaos/chaos-stack.ts';
import { seededRandom } from '../support/chaos/seeded-random.ts';
import { type Talk, talk } from '../support/chaos/talk.ts';

const minuteMs = 60_000;
let chaos: Chaos;
beforeAll(async () => {
  chaos = await startChaos(seededRandom(1), { slowMs: 0 });
  chaos.mortals.spare();
});
afterAll(() => chaos.stop());

/** Lets minutes go by with what the schedule and the queues do in each. */
async function minutes(count: number): Promise<void> {
  for (let minute = 0; minute < count; minute += 1) {
    chaos.clock.advance(minuteMs);
    await chaos.stack.tick().catch(() => undefined);
    for (let calm = 0; calm < 3; calm = chaos.mortals.busy() === 0 ? calm + 1 : 0) await pause(50);
  }
}

it('while the log is out, turns that wait for their mark are left to the schedule after five minutes', async () => {
  const { stack, proxy } = chaos;
  const texts = ['hello', 'one', 'two', 'three'];
  const spoken: Talk = {
    channel: 'webchat',
    user: randomUUID(),
    plan: texts.map((text) => [text]),
    acknowledged: new Map(),
    conversationId: null,
    odd: [],
  };
  proxy.decide = ({ service, input }) =>
    service === 'dynamodb' && JSON.stringify(input).includes('gateway-messages"') ? 'failed' : undefined;
  // As a client does: on a busy machine a message may be asked for again, and is one all the same.
  await talk(stack, spoken);
  // A call whose answer comes too late is made again: a turn may be told of more than once.
  const marks = () =>
    new Set(
      stack.queues
        .waiting(stack.queues.jobQueueUrl)
        .flatMap((body) => JSON.parse(body).detail?.endsTurn ?? []),
    ).size;
  await minutes(2);
  expect([spoken.acknowledged.size, marks()]).toEqual([texts.length, texts.length]);
  await expect
    .poll(async () => {
      await minutes(1);
      return marks();
    })
    .toBe(0);

  proxy.decide = () => undefined;
  await finish(chaos);
  const inbound = (await logOf(stack, spoken)).filter(({ author }) => author === 'user');
  expect(inbound.map(({ text }) => text)).toEqual(texts);
});
