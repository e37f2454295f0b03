import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/admin/api/api.ts';
import { newsOf } from '../../../src/admin/features/inbox/alerts/news.ts';
import {
  applyUpdates,
  type InboxCache,
  isUnread,
  rowsOf,
  updateOf,
  withListed,
} from '../../../src/admin/features/inbox/live/inbox-cache.ts';
import { Outbox, outcomeOf, type SendOutcome } from '../../../src/admin/features/inbox/live/outbox.ts';
import { timeSince, urgencyOf } from '../../../src/admin/features/inbox/waiting.ts';
import type { HandoffRow } from '../../../src/contract/admin/handoffs.ts';

const row = (id: string, version: number, change: Partial<HandoffRow> = {}): HandoffRow => ({
  ...{ conversationId: id, handoffId: `h-${id}`, version, epoch: 1, state: 'requested', queue: 'default' },
  ...{ reason: 'asked', owner: null, offer: null, requestedAt: `2026-01-01T00:00:0${id.length}Z` },
  visitor: { id: 'v', name: id, channel: 'webchat', language: null, verified: false },
  ...{ waitingSince: null, deadlineAt: '2026-01-02T00:00:00Z', lastText: '', lastSeq: 1 },
  ...change,
});
const mine: Partial<HandoffRow> = { state: 'taken', owner: { kind: 'user', id: 'me', name: 'Me' } };
const board = (...rows: HandoffRow[]): InboxCache => applyUpdates(new Map(), rows.map(updateOf));
const ids = (rows: readonly HandoffRow[]) => rows.map(({ conversationId }) => conversationId);

describe('the inbox cache', () => {
  it('holds the latest state of each conversation, in whatever order and however often events arrive', () => {
    const told = [row('a', 3, mine), row('a', 2), row('bb', 1)].map(updateOf);
    const over = { conversationId: 'bb', version: 2, handoff: null };
    for (const order of [
      [...told, over],
      [over, ...told.toReversed()],
      [...told, ...told, over],
    ])
      expect(rowsOf(applyUpdates(new Map(), order), 'all', { userId: 'me' })).toEqual([row('a', 3, mine)]);
    const known = board(row('a', 3));
    expect(applyUpdates(known, [updateOf(row('a', 3))])).toBe(known);
  });

  it('drops what a list leaves out, except for what arrived during the request', () => {
    const asked = board(row('a', 1), row('bb', 1));
    const now = applyUpdates(asked, [updateOf(row('bb', 2)), updateOf(row('ccc', 1))]);
    expect(ids(rowsOf(withListed(now, asked, []), 'all', { userId: 'me' }))).toEqual(['bb', 'ccc']);
  });

  it('keeps snoozed conversations on a tab of their own, by when they come back, and announces their return', () => {
    const asleep = row('a', 1, { snoozedUntil: '2026-01-03T00:00:00Z', ...mine });
    const rows = [
      asleep,
      row('bb', 1, { snoozedUntil: '2026-01-02T00:00:00Z' }),
      row('ccc', 1, { labels: ['vip'] }),
      row('dddd', 1, { priority: 'urgent' }),
    ];
    const of = (tab: 'waiting' | 'mine' | 'all' | 'snoozed', more: object = {}) =>
      ids(rowsOf(board(...rows), tab, { userId: 'me', ...more }));
    expect([of('snoozed'), of('mine'), of('waiting')]).toEqual([['bb', 'a'], [], ['ccc', 'dddd']]);
    expect(of('all', { sort: 'priority' })).toEqual(['dddd', 'ccc']);
    expect([of('all', { label: 'vip' }), of('all', { priority: 'urgent' })]).toEqual([['ccc'], ['dddd']]);
    const back = row('a', 2, mine);
    expect(newsOf(board(...rows), board(...rows, back), 'me')).toEqual([{ kind: 'mine', row: back }]);
  });

  it('lists the longest wait first; before it, conversations reserved for the user or without their agent', () => {
    const rows = [
      row('a', 1),
      row('bb', 1, { reason: 'owner_away' }),
      row('ccc', 1, { offer: { userId: 'me', until: '2026-01-01T00:02:00Z' } }),
      row('dddd', 1, { ...mine, waitingSince: '2026-01-01T00:01:00Z' }),
      row('eeeee', 1, { queue: 'billing' }),
    ];
    const of = (tab: 'waiting' | 'mine' | 'all', queue: string | null = null) =>
      ids(rowsOf(board(...rows), tab, { userId: 'me', queue }));
    expect(of('waiting')).toEqual(['ccc', 'bb', 'a', 'eeeee']);
    // What is kept for them is theirs to take.
    expect([of('mine'), of('waiting', 'billing')]).toEqual([['ccc', 'dddd'], ['eeeee']]);
    expect(of('all').at(-1)).toBe('dddd');
  });
});

it("criterion 49: plays a sound for a new wait, a visitor's message and an assignment, and for nothing else", () => {
  const kinds = (before: InboxCache, after: InboxCache) =>
    newsOf(before, after, 'me').map(({ kind }) => kind);
  const waits = board(row('a', 1));
  expect(kinds(board(), waits)).toEqual(['waiting']);
  expect(kinds(waits, applyUpdates(waits, [updateOf(row('a', 2, { lastSeq: 2 }))]))).toEqual([]);
  const has = board(row('a', 3, mine));
  const written = { ...mine, lastSeq: 4, waitingSince: '2026-01-01T00:03:00Z' };
  expect(kinds(waits, has)).toEqual([]);
  expect(kinds(has, applyUpdates(has, [updateOf(row('a', 4, written))]))).toEqual(['mine']);
  expect(kinds(has, applyUpdates(has, [updateOf(row('a', 4, { ...mine, lastSeq: 4 }))]))).toEqual([]);
  const offer = { userId: 'me', until: '2026-01-01T00:02:00Z' };
  expect(kinds(has, applyUpdates(has, [updateOf(row('a', 5, { offer }))]))).toEqual(['assigned']);
  const noted = (userId: string, at: string) =>
    applyUpdates(has, [updateOf(row('a', 6, { ...mine, mentions: [{ userId, by: 'Ada', at }] }))]);
  expect(kinds(has, noted('me', '2026-01-01T00:04:00Z'))).toEqual(['mentioned']);
  expect(kinds(has, noted('other', '2026-01-01T00:04:00Z'))).toEqual([]);
  const twice = noted('me', '2026-01-01T00:04:00Z');
  const again = applyUpdates(
    twice,
    [...noted('me', '2026-01-01T00:05:00Z').values()].map((told) => ({ ...told, version: 7 })),
  );
  expect(kinds(twice, again)).toEqual(['mentioned']);
});

it('a conversation that mentions the agent is listed as theirs until they have read it; filters apply to every tab', () => {
  const mentions = [{ userId: 'me', by: 'Ada', at: '2026-01-01T00:04:00Z' }];
  const theirs = { ...mine, owner: { kind: 'user' as const, id: 'ada', name: 'Ada' } };
  const told = board(row('a', 1, { ...theirs, mentions }), row('bb', 1, theirs), row('ccc', 1, mine));
  const asked = { userId: 'me' };
  expect(ids(rowsOf(told, 'mine', asked)).toSorted()).toEqual(['a', 'ccc']);
  const seen = { a: { seq: 1, at: '2026-01-01T00:04:00Z' } };
  expect(ids(rowsOf(told, 'mine', { ...asked, seen }))).toEqual(['ccc']);
  expect(ids(rowsOf(told, 'all', { ...asked, agent: 'ada' })).toSorted()).toEqual(['a', 'bb']);
  expect(ids(rowsOf(told, 'all', { ...asked, q: ' BB ' }))).toEqual(['bb']);
  expect(rowsOf(told, 'all', { ...asked, channel: 'chatapp' })).toEqual([]);
  const written = row('a', 2, { waitingSince: '2026-01-01T00:05:00Z', lastSeq: 2 });
  expect([
    isUnread(written, {}),
    isUnread(written, seen),
    isUnread({ ...written, lastSeq: 1 }, seen),
  ]).toEqual([true, true, false]);
});

describe('criterion 52: the outbox', () => {
  const storage = () => {
    const kept = new Map<string, string>();
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
      removeItem: (key: string) => void kept.delete(key),
    };
  };
  const message = (text: string) => ({ key: `key of ${text}`, text, seenSeq: 1 });

  it('sends in order, keeps what has failed, and retries it with the same key', async () => {
    const kept = storage();
    const sent: string[] = [];
    let outcome: SendOutcome = 'failed';
    const send = async ({ key }: { key: string }) => {
      sent.push(key);
      return outcome;
    };
    const outbox = new Outbox(kept, 'box', send);
    outbox.push(message('one'));
    outbox.push(message('two'));
    await expect.poll(() => outbox.state.getState().map(({ hasFailed }) => hasFailed)).toEqual([true, false]);
    // The page is left, and opened again.
    const again = new Outbox(kept, 'box', send);
    expect(again.state.getState().map(({ text, hasFailed }) => [text, hasFailed])).toEqual([
      ['one', true],
      ['two', true],
    ]);
    outcome = 'sent';
    again.retry('key of one');
    again.retry('key of two');
    await expect.poll(() => again.state.getState()).toEqual([]);
    expect(sent).toEqual(['key of one', 'key of one', 'key of two']);
    expect(kept.getItem('box')).toBeNull();
  });

  it('returns what was rejected, and retries what was not delivered', () => {
    expect(outcomeOf(new ApiError('changed'))).toBe('refused');
    expect(outcomeOf(new ApiError('refused'))).toBe('refused');
    for (const failure of ['offline', 'outage', 'over', 'tooMany'] as const)
      expect(outcomeOf(new ApiError(failure))).toBe('failed');
  });
});

it('shows the wait, amber from half of the target and red from all of it', () => {
  expect([0, 372_000, 7_449_000].map(timeSince)).toEqual(['0:00', '6:12', '2:04:09']);
  expect([29_999, 30_000, 60_000].map((ms) => urgencyOf(ms, 60_000))).toEqual(['calm', 'soon', 'late']);
});
