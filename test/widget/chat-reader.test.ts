import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PollResponse } from '../../src/contract/poll.ts';
import { Chat } from '../../src/widget/chat.ts';
import type { PollOutcome, PollRequest } from '../../src/widget/gateway-client.ts';
import { openIdentity } from '../../src/widget/identity.ts';
import { Outbox } from '../../src/widget/outbox.ts';
import { memoryStore } from '../support/memory-store.ts';

beforeEach(() => vi.stubGlobal('document', { hidden: false }));
afterEach(() => vi.unstubAllGlobals());

const page = (seqs: readonly number[], next?: string | null): PollResponse => ({
  conversationId: 'c',
  status: 'active',
  messages: seqs.map((seq) => ({ id: `m${seq}`, seq, author: 'bot', text: `${seq}`, timestamp: '' })),
  after: null,
  ...(next !== undefined && { next }),
});

/** A chat that has a conversation, and a gateway that answers its polls with these pages and then holds them. */
function openChat(pages: readonly PollResponse[], waitMs: number | null = null) {
  const polls: PollRequest[] = [];
  const pauses: { readonly ms: number; readonly hurry: boolean }[] = [];
  const left = [...pages];
  const store = memoryStore();
  const identity = openIdentity(store);
  identity.converse('c');
  const chat = new Chat({
    tenant: 'acme',
    widget: undefined,
    client: {
      post: () => new Promise(() => undefined),
      async poll(request): Promise<PollOutcome> {
        polls.push(request);
        const response = left.shift();
        return response
          ? { kind: 'read', response, waitMs: request.wait ? waitMs : null }
          : new Promise(() => 0);
      },
      settings: async () => null,
      refusal: async () => null,
    },
    outbox: new Outbox(store, Date.now, () => 'id'),
    identity,
    pauses: {
      pause: async (ms, hurry) => void pauses.push({ ms, hurry }),
      hurry: () => undefined,
      end: () => undefined,
    },
    metadata: () => ({}),
    openTabs: () => ({ alone: (_, work) => work(), tell: () => undefined, close: () => undefined }),
    emit: () => undefined,
    onChange: () => undefined,
  });
  const settled = async () => {
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    return polls.map(({ wait, after }) => `${wait ? 'waits' : 'looks'} after ${after}`);
  };
  return { chat, pauses, settled };
}

describe('a chat', () => {
  it('reads what is there, and waits for nothing when the gateway says that nothing comes', async () => {
    const { settled } = openChat([page([1, 2], 'now'), page([3], null)]);
    expect(await settled()).toEqual(['looks after null', 'looks after m2']);
  });

  it.each(['now', undefined])('waits for more where the gateway says %s', async (next) => {
    const { settled } = openChat([page([1], next), page([], next)]);
    expect(await settled()).toEqual(['looks after null', 'looks after m1', 'waits after m1']);
  });

  it('looks again when the gateway says that something is due, and after five minutes at the latest', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
    const { settled } = openChat([page([1], inMs(60_000)), page([2], inMs(3_600_000)), page([3], null)]);
    expect(await settled()).toEqual(['looks after null']);
    vi.advanceTimersByTime(59_000);
    expect(await settled()).toHaveLength(1);
    vi.advanceTimersByTime(1_000);
    expect(await settled()).toEqual(['looks after null', 'looks after m1']);
    vi.advanceTimersByTime(5 * 60_000);
    expect(await settled()).toEqual(['looks after null', 'looks after m1', 'looks after m2']);
  });

  it('looks again when its page is shown again', async () => {
    const { chat, settled } = openChat([page([1], null), page([2], null)]);
    await settled();
    chat.pageChanged();
    expect(await settled()).toEqual(['looks after null', 'looks after m1']);
  });

  it('waits for the answer to what the visitor writes', async () => {
    const { chat, settled } = openChat([page([1], null), page([], null)]);
    await settled();
    chat.send('hello');
    expect(await settled()).toEqual(['looks after null', 'looks after m1', 'waits after m1']);
  });

  it('asks again no sooner than an answer without messages wishes', async () => {
    const { pauses, settled } = openChat([page([], 'now'), page([], 'now')], 5_000);
    expect(await settled()).toEqual(['looks after null', 'waits after null', 'waits after null']);
    expect(pauses).toHaveLength(1);
    expect(pauses[0]?.ms).toBeGreaterThanOrEqual(5_000);
    expect(pauses[0]?.hurry).toBe(false);
  });
});
