import { describe, expect, it, vi } from 'vitest';
import { ChatSender, type SenderParts } from '../../src/widget/chat-sender.ts';
import type { ChatState } from '../../src/widget/chat-state.ts';
import type { Connection } from '../../src/widget/connection.ts';
import { drainOutbox } from '../../src/widget/drain-outbox.ts';
import type { PostOutcome, PostRequest, Refused } from '../../src/widget/gateway-client.ts';
import { Outbox } from '../../src/widget/outbox.ts';
import { memoryStore } from '../support/memory-store.ts';

const answered: PostOutcome = { kind: 'answered', conversationId: 'c', status: 'active', replies: [] };
const offline: PostOutcome = { kind: 'retry', reason: 'offline' };
const unreadable: PostOutcome = { kind: 'retry', reason: 'unreadable' };
const refused = (code: string): PostOutcome => ({ kind: 'refused', code, detail: code });

/** Sends texts through a gateway that gives these answers, the last one for ever. */
async function drain(
  texts: readonly string[],
  answers: readonly PostOutcome[],
  refusal: Refused | null = null,
) {
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `id${ids}`;
  };
  const outbox = new Outbox(memoryStore(), () => 0, newId);
  const requests: PostRequest[] = [];
  const pauses: { ms: number; hurry: boolean }[] = [];
  const connections: Connection[] = [];
  for (const text of texts) outbox.add(text);
  await drainOutbox({
    outbox,
    async post(request) {
      requests.push(request);
      return answers[Math.min(requests.length, answers.length) - 1] ?? answered;
    },
    refusal: async () => refusal,
    metadata: () => ({ page: 'https://shop.example/' }),
    conversation: () => ({ id: 'c', lastSeq: 0, visitorId: 'v', sessionId: 's' }),
    onOutcome: () => undefined,
    onConnection: (connection) => connections.push(connection),
    pause: async (ms, hurry) => void pauses.push({ ms, hurry }),
    nowMs: () => 0,
    random: () => 0,
    newId,
    signal: new AbortController().signal,
  });
  return { outbox, requests, pauses, connections };
}

describe('a queued message', () => {
  it('is sent one after the other, in the order of writing', async () => {
    const { requests, outbox } = await drain(['a', 'b', 'c'], [answered]);
    expect(requests.map(({ text }) => text)).toEqual(['a', 'b', 'c']);
    expect(outbox.list().map(({ delivery }) => delivery.state)).toEqual(['answered', 'answered', 'answered']);
  });

  it('is repeated with the same key and body, after growing pauses that a success may end', async () => {
    const { requests, pauses } = await drain(['a'], [...Array.from({ length: 7 }, () => offline), answered]);
    expect(requests).toHaveLength(8);
    expect(new Set(requests.map((request) => JSON.stringify(request))).size).toBe(1);
    expect(pauses.map(({ ms }) => ms)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
    expect(pauses.every(({ hurry }) => hurry)).toBe(true);
  });

  it('waits as long as the gateway asks, and nothing shortens it', async () => {
    const { requests, pauses, connections } = await drain(
      ['a'],
      [{ kind: 'wait', ms: 42_000, reason: 'limited' }, answered],
    );
    expect(pauses).toEqual([{ ms: 42_000, hurry: false }]);
    expect(connections).toEqual([{ state: 'waiting', untilMs: 42_000 }, { state: 'good' }]);
    expect(requests[1]).toEqual(requests[0]);
  });

  it('is kept when it is refused, and does not delay the next', async () => {
    const { outbox } = await drain(['a', 'b'], [refused('invalid_body'), answered]);
    expect(outbox.list().map(({ text, delivery }) => [text, delivery.state])).toEqual([
      ['a', 'failed'],
      ['b', 'answered'],
    ]);
  });

  it('starts another conversation, as another request, when its own is gone', async () => {
    const { requests } = await drain(['a'], [refused('conversation_not_found'), answered]);
    expect(requests).toHaveLength(2);
    expect(requests[1]?.idempotencyKey).not.toBe(requests[0]?.idempotencyKey);
  });

  it('is sent to a server that is just coming up', async () => {
    const { outbox } = await drain(['a'], [offline, offline, offline, unreadable, unreadable, answered]);
    expect(outbox.list()[0]?.delivery.state).toBe('answered');
  });

  it('is sent after any number of answers that the page may not read, when the page is not refused', async () => {
    const answers = [...Array.from({ length: 50 }, () => unreadable), answered];
    const { outbox, pauses, connections } = await drain(['a'], answers);
    expect(outbox.list()[0]?.delivery.state).toBe('answered');
    expect(pauses.at(-1)?.ms).toBe(15_000);
    expect(new Set(connections.map(({ state }) => state))).toEqual(new Set(['lost', 'good']));
  });

  it('is given up when the gateway itself refuses the page', async () => {
    const says = { kind: 'refused', code: 'origin_not_allowed', detail: 'no' } as const;
    const { outbox, requests, connections } = await drain(['a'], [unreadable], says);
    expect(requests).toHaveLength(3);
    expect(connections.at(-1)).toEqual({ state: 'unavailable' });
    expect(outbox.list()[0]?.delivery).toEqual({ state: 'failed', code: 'origin_not_allowed' });
  });
});

it('failing work is retried after a pause, not at once', async () => {
  vi.stubGlobal('reportError', () => undefined);
  const pauses: number[] = [];
  let goOn: () => void = () => undefined;
  let begun = 0;
  const sender = new ChatSender({
    state: { outbox: { list: () => [{ delivery: { state: 'queued' } }] } } as unknown as ChatState,
    alone: () => {
      begun += 1;
      return Promise.reject(new Error('denied'));
    },
    pauses: {
      pause: (ms) => {
        pauses.push(ms);
        return new Promise((resolve) => {
          goOn = resolve;
        });
      },
      hurry: () => undefined,
      end: () => undefined,
    },
  } as Partial<SenderParts> as SenderParts);
  sender.update();
  for (const times of [1, 2, 3]) {
    await vi.waitFor(() => expect(pauses).toHaveLength(times));
    expect(begun).toBe(times);
    goOn();
  }
  expect(pauses[2]).toBeGreaterThan(Number(pauses[0]));
  sender.stop();
});
