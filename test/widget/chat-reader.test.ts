import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PollResponse } from '../../src/contract/poll.ts';
import { Chat } from '../../src/widget/chat.ts';
import type { TabMessage } from '../../src/widget/chat-parts.ts';
import type { PollOutcome, PollRequest, PostOutcome } from '../../src/widget/gateway-client.ts';
import { openIdentity } from '../../src/widget/identity.ts';
import { Outbox } from '../../src/widget/outbox.ts';
import { createPauses } from '../../src/widget/pauses.ts';
import type { Store } from '../../src/widget/store.ts';
import { memoryStore } from '../support/memory-store.ts';

beforeEach(() => vi.stubGlobal('document', { hidden: false }));
afterEach(() => vi.unstubAllGlobals());

const page = (
  seqs: readonly number[],
  next?: string | null,
  author: 'bot' | 'user' = 'bot',
): PollResponse => ({
  conversationId: 'c',
  status: 'active',
  messages: seqs.map((seq) => ({ id: `m${seq}`, seq, author, text: `${seq}`, timestamp: '' })),
  after: null,
  ...(next !== undefined && { next }),
});

/** A chat that has a conversation, and a gateway that answers its polls with these pages and then holds them. */
function openChat(
  pages: readonly PollResponse[],
  waitMs: number | null = null,
  posted: Promise<PostOutcome> = new Promise(() => undefined),
  { store, tab }: { readonly store: Store; readonly tab: Store } = {
    store: memoryStore(),
    tab: memoryStore(),
  },
) {
  const polls: PollRequest[] = [];
  const pauses: { readonly ms: number; readonly hurry: boolean }[] = [];
  const left = [...pages];
  let hear: (message: TabMessage) => void = () => undefined;
  let release: (response: PollResponse) => void = () => undefined;
  const identity = openIdentity(store);
  if (identity.conversationId() === null) identity.converse('c');
  const chat = new Chat({
    tenant: 'acme',
    widget: undefined,
    store,
    tab,
    client: {
      post: () => posted,
      async poll(request): Promise<PollOutcome> {
        polls.push(request);
        const response = left.shift();
        return response
          ? { kind: 'read', response, waitMs: request.wait ? waitMs : null }
          : new Promise((resolve) => {
              release = (late) => resolve({ kind: 'read', response: late, waitMs: null });
            });
      },
      settings: async () => null,
      refusal: async () => null,
      visitorHeaders: () => ({}),
      reportTyping: async () => undefined,
    },
    outbox: new Outbox(store, Date.now, () => 'id'),
    identity,
    pauses: {
      pause: async (ms, hurry) => void pauses.push({ ms, hurry }),
      hurry: () => undefined,
      end: () => undefined,
    },
    metadata: () => ({}),
    openTabs(onMessage) {
      hear = onMessage;
      return { alone: (_, work) => work(), post: () => undefined, close: () => undefined };
    },
    emit: () => undefined,
    onChange: () => undefined,
  });
  const settled = async () => {
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    return polls.map(({ wait, after }) => `${wait ? 'waits' : 'looks'} after ${after}`);
  };
  return {
    chat,
    store,
    tab,
    pauses,
    settled,
    /** What another tab has read. */
    hear: (read: PollResponse) => hear({ kind: 'read', ...read }),
    /** The answer to the poll that is held. */
    release: (read: PollResponse) => release(read),
  };
}

describe('a chat', () => {
  it('reads the log, and does not poll when the gateway says that nothing comes', async () => {
    const { settled } = openChat([page([1, 2], 'now'), page([3], null)]);
    expect(await settled()).toEqual(['looks after null', 'looks after m2']);
  });

  it.each(['now', undefined])('waits for more where the gateway says %s', async (next) => {
    const { settled } = openChat([page([1], next), page([], next)]);
    expect(await settled()).toEqual(['looks after null', 'looks after m1', 'waits after m1']);
  });

  it('polls again when the gateway says that something is due, and after five minutes at the latest', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
    const { settled } = openChat([page([1], inMs(60_000)), page([2], inMs(3_600_000)), page([3], null)]);
    expect(await settled()).toEqual(['looks after null']);
    vi.advanceTimersByTime(59_000);
    expect(await settled()).toHaveLength(1);
    vi.advanceTimersByTime(1_000);
    expect(await settled()).toEqual(['looks after null', 'waits after m1']);
    vi.advanceTimersByTime(5 * 60_000);
    expect(await settled()).toEqual(['looks after null', 'waits after m1', 'looks after m2']);
  });

  it('polls again when its page is shown again', async () => {
    const { chat, settled } = openChat([page([1], null), page([2], null)]);
    await settled();
    chat.pageChanged();
    expect(await settled()).toEqual(['looks after null', 'looks after m1']);
  });

  it('waits for an answer that takes long', async () => {
    const accepted: PostOutcome = { kind: 'accepted', conversationId: 'c' };
    const { chat, settled } = openChat([page([1], null)], null, Promise.resolve(accepted));
    await settled();
    chat.send('hello');
    expect(await settled()).toEqual(['looks after null', 'waits after m1']);
  });

  it('reads nothing again that an answer has held, or that its tab has read on the page before', async () => {
    const place = (seq: number) => ({ id: `m${seq}`, seq, timestamp: '2026-01-01T12:00:00.000Z' });
    const answered: PostOutcome = {
      kind: 'answered',
      ...{ conversationId: 'c', status: 'active', next: null },
      message: place(2),
      replies: [{ text: 'Hi!', ...place(3) }],
    };
    const before = openChat([page([1], null)], null, Promise.resolve(answered));
    await before.settled();
    before.chat.send('hello');
    expect(await before.settled()).toEqual(['looks after null']);
    const shown = before.chat.view().entries;
    expect(shown.map(({ text, state }) => `${text} ${state}`)).toEqual([
      '1 logged',
      'hello logged',
      'Hi! logged',
    ]);

    const after = openChat([page([], null)], null, undefined, before);
    expect(after.chat.view().entries).toEqual(shown.map((entry) => ({ ...entry, key: expect.any(String) })));
    expect(await after.settled()).toEqual([]);
    after.chat.opened(false);
    expect(await after.settled()).toEqual(['looks after m3']);
  });

  it("reads another tab's messages before its own answer", async () => {
    const answered: PostOutcome = {
      kind: 'answered',
      ...{ conversationId: 'c', status: 'active', next: null },
      message: { id: 'm3', seq: 3, timestamp: '' },
      replies: [],
    };
    const { chat, settled } = openChat(
      [page([1], null), page([2, 3], null)],
      null,
      Promise.resolve(answered),
    );
    await settled();
    chat.send('hello');
    expect(await settled()).toEqual(['looks after null', 'looks after m1']);
    expect(chat.view().entries).toHaveLength(3);
  });

  it('polls again no sooner than an answer without messages asks', async () => {
    const { pauses, settled } = openChat([page([], 'now'), page([], 'now')], 5_000);
    expect(await settled()).toEqual(['looks after null', 'waits after null', 'waits after null']);
    expect(pauses).toHaveLength(1);
    expect(pauses[0]?.ms).toBeGreaterThanOrEqual(5_000);
    expect(pauses[0]?.hurry).toBe(false);
  });

  it('stops waiting once its message and the answer are in the log', async () => {
    const answered: PostOutcome = {
      kind: 'answered',
      conversationId: 'c',
      status: 'active',
      replies: [],
      next: null,
    };
    const own = page([2], null, 'user');
    const { chat, settled } = openChat(
      [page([1], null), { ...own, messages: own.messages.map((message) => ({ ...message, text: 'hello' })) }],
      null,
      Promise.resolve(answered),
    );
    await settled();
    chat.send('hello');
    expect(await settled()).toEqual(['looks after null', 'looks after m1']);
  });

  describe('that knows of more to come', () => {
    const old = page([1], null);

    it('keeps waiting when another tab reports late what it had read before', async () => {
      const { hear, release, settled } = openChat([page([1, 2], 'now'), page([], 'now')]);
      await settled();
      hear(old);
      release(page([3], 'now'));
      expect((await settled()).slice(2)).toEqual(['waits after m2', 'waits after m3']);
    });

    it('keeps waiting when an earlier answer arrives after the report', async () => {
      const { hear, release, settled } = openChat([old]);
      await settled();
      hear(page([2], 'now'));
      await settled();
      hear(page([3], 'now'));
      release(page([], null));
      expect(await settled()).toEqual(['looks after null', 'waits after m2', 'waits after m3']);
    });
  });
});

describe('a chat with an agent, or waiting for one', () => {
  const waiting = { id: 'h', state: 'waiting', position: 2, agent: null, typing: false, tag: '1.2' } as const;

  it('polls for their actions, and shows them', async () => {
    const taken = {
      ...waiting,
      state: 'with_agent',
      agent: { name: 'Maria' },
      typing: true,
      tag: '2.',
    } as const;
    const { chat, pauses, settled } = openChat([
      { ...page([1], 'now'), status: 'handoff', handoff: waiting },
      { ...page([], 'now'), status: 'handoff', handoff: waiting },
      { ...page([], 'now'), status: 'handoff', handoff: taken },
    ]);
    expect(await settled()).toEqual([
      'looks after null',
      'looks after m1',
      'looks after m1',
      'looks after m1',
    ]);
    expect(chat.view()).toMatchObject({ handoff: taken, typing: true });
    expect(pauses).toEqual([
      { ms: 3_000, hurry: true },
      { ms: 1_000, hurry: true },
    ]);
  });
});

describe('a pause', () => {
  it('ends when the waiting work is cancelled', async () => {
    const off = new AbortController();
    const over = createPauses().pause(2 ** 31 - 1, false, off.signal);
    off.abort();
    await expect(over).resolves.toBeUndefined();
    await expect(createPauses().pause(2 ** 31 - 1, false, off.signal)).resolves.toBeUndefined();
  });
});
