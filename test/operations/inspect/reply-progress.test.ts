import { expect, it } from 'vitest';
import type { CommittedTurn } from '../../../src/domain/conversation.ts';
import { describeProgress, progressOf } from '../../../src/operations/inspect/trace-message.ts';

const replies = [1, 2].map((seq) => ({
  id: `r-${seq}`,
  seq,
  text: 'Hi',
  timestamp: '2027-01-15T08:00:00.000Z',
}));
const turn = {
  ...{ tenantId: 'acme', conversationId: 'c-1', channel: 'chatapp', accountId: 'phone-1', replies },
} as unknown as CommittedTurn;
const [first, second] = replies as unknown as CommittedTurn['replies'];
const untilMs = Date.UTC(2027, 0, 15, 9);
const nextTryAt = '2027-01-15T09:00:00.000Z';

/** What is stored of the turn's replies. */
interface Stored {
  readonly delivery?: object;
  readonly cursor?: object;
  readonly block?: object;
}

async function progress(reply = first, { delivery, cursor, block }: Stored = {}, of = turn) {
  const records = {
    deliveries: { find: async () => delivery ?? null },
    cursors: { find: async () => cursor ?? null },
    pacing: { findBlock: async () => block ?? null },
  };
  if (!reply) throw new Error('no reply');
  const found = await progressOf(records as never, of, reply);
  return [found, describeProgress(found)];
}

it('a reply of a web chat is in the log, from where the widget reads it', async () => {
  expect(await progress(first, {}, { ...turn, channel: 'webchat' })).toEqual([
    { at: '2027-01-15T08:00:00.000Z', state: 'in_log' },
    'available to the widget',
  ]);
});

it('an unsent reply waits for the one before it, its account, or the next try', async () => {
  expect(await progress()).toEqual([{ at: null, state: 'pending' }, 'not sent yet']);
  expect(await progress(second)).toEqual([
    { at: null, state: 'behind' },
    'not sent yet: it waits for the replies before it',
  ]);
  expect(await progress(first, { block: { held: true, reason: 'token_refused', untilMs } })).toEqual([
    { at: null, state: 'held', accountId: 'phone-1', reason: 'token_refused', nextTryAt },
    `not sent yet: sending through account phone-1 is paused (token_refused); next try at ${nextTryAt}`,
  ]);
  const trouble = { tries: 2, reason: 'pair_limit', nextAtMs: untilMs };
  expect(await progress(first, { cursor: { doneSequence: 0, trouble, waiting: {} } })).toEqual([
    { at: null, state: 'pending', reason: 'pair_limit', tries: 2, nextTryAt, waits: true },
    `not sent yet: pair_limit, tried 2 times; next try at ${nextTryAt}, outside the queue`,
  ]);
});

it('a sent reply has the status that its provider gave it', async () => {
  const part = { number: 2, of: 3, unsent: 1 };
  const delivery = { at: nextTryAt, state: 'failed', reason: 'expired', providerMessageId: 'wamid.1', part };
  expect(await progress(first, { delivery })).toEqual([
    { at: nextTryAt, state: 'failed', reason: 'expired', providerMessageId: 'wamid.1', part: 2, of: 3 },
    'failed: expired (wamid.1), message 2 of 3',
  ]);
});
