import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LogMessage } from '../../src/contract/poll.ts';
import { drainOutbox } from '../../src/widget/drain-outbox.ts';
import type { PostOutcome, PostRequest } from '../../src/widget/gateway-client.ts';
import { Outbox } from '../../src/widget/outbox.ts';
import { TranscriptState } from '../../src/widget/transcript-state.ts';
import { memoryStore } from '../support/memory-store.ts';

/** A gateway in small: runs each key once, numbers its replies, and remembers its answers. */
function smallGateway() {
  const log: LogMessage[] = [];
  const answers = new Map<string, { body: string; replies: { text: string }[] }>();
  let replies = 0;
  const write = (author: LogMessage['author'], text: string) => {
    const seq = log.length + 1;
    log.push({ id: `m${seq}`, seq, author, text, timestamp: '2026-01-01T00:00:00.000Z' });
  };
  return {
    log,
    agent: () => write('agent', `agent ${log.length}`),
    run(request: PostRequest, count: number) {
      const body = JSON.stringify(request);
      const known = answers.get(request.idempotencyKey);
      if (known) {
        expect(known.body).toBe(body);
        return known.replies;
      }
      write('user', request.text);
      const made = Array.from({ length: count }, () => {
        replies += 1;
        return { text: `reply ${replies}` };
      });
      for (const { text } of made) write('bot', text);
      answers.set(request.idempotencyKey, { body, replies: made });
      return made;
    },
  };
}

/** 1, 2, 3 … */
function counter(): () => number {
  let n = 0;
  return () => {
    n += 1;
    return n;
  };
}

const text = fc.constantFrom('yes', 'no', 'hello');
const happening = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), text }),
  fc.record({ kind: fc.constant('agent' as const) }),
  // Any part of the log, as a poll, a replay of one, or another tab brings it.
  fc.record({ kind: fc.constant('page' as const), from: fc.nat(30), size: fc.integer({ min: 1, max: 8 }) }),
  fc.record({ kind: fc.constant('poll' as const) }),
);
type Happening = typeof happening extends fc.Arbitrary<infer Made> ? Made : never;
const attempt = fc.record({
  outcome: fc.constantFrom('answered', 'accepted', 'lost', 'answer lost', 'refused for now'),
  replies: fc.integer({ min: 0, max: 3 }),
  meanwhile: fc.array(happening, { maxLength: 4 }),
});

it('shows each message once and in order, in whatever order they arrive', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { minLength: 1, maxLength: 6 }),
      fc.array(attempt),
      async (first, attempts) => {
        const gateway = smallGateway();
        const clock = counter();
        const ids = counter();
        const newId = () => String(ids());
        const outbox = new Outbox(memoryStore(), clock, newId);
        const transcript = new TranscriptState(outbox);
        const written: string[] = [];
        const shown = () => {
          transcript.settle();
          return transcript.entries();
        };
        const write = (words: string) => {
          written.push(words);
          outbox.add(words);
        };
        const check = () => {
          const entries = shown();
          expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
          expect(entries.filter(({ author }) => author === 'user').map((entry) => entry.text)).toEqual(
            written,
          );
          const replies = entries.filter(({ author }) => author === 'bot').map((entry) => entry.text);
          const numbers = replies.map((reply) => Number(reply.slice('reply '.length)));
          expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
        };
        const happen = (what: Happening) => {
          if (what.kind === 'write') write(what.text);
          if (what.kind === 'agent') gateway.agent();
          if (what.kind === 'page')
            transcript.add(gateway.log.slice(what.from, what.from + what.size), 'active');
          if (what.kind === 'poll') transcript.add(gateway.log.slice(transcript.lastSeq()), 'active');
          check();
        };

        const remaining = [...attempts];
        const post = async (request: PostRequest): Promise<PostOutcome> => {
          const { outcome, replies, meanwhile } = remaining.shift() ?? {
            outcome: 'answered',
            replies: 1,
            meanwhile: [],
          };
          const half = meanwhile.length / 2;
          for (const what of meanwhile.slice(0, half)) happen(what);
          if (outcome === 'refused for now') return { kind: 'wait', ms: 1_000, reason: 'busy' };
          if (outcome === 'lost') return { kind: 'retry', reason: 'offline' };
          const made = gateway.run(request, replies);
          for (const what of meanwhile.slice(half)) happen(what);
          if (outcome === 'answer lost') return { kind: 'retry', reason: 'offline' };
          if (outcome === 'accepted') return { kind: 'accepted', conversationId: 'c' };
          return { kind: 'answered', conversationId: 'c', status: 'active', replies: made };
        };

        for (const words of first) write(words);
        check();
        await drainOutbox({
          outbox,
          post,
          refusal: async () => null,
          metadata: () => ({ page: 'https://shop.example/' }),
          conversation: () => ({ id: 'c', visitorId: 'v', sessionId: 's', lastSeq: transcript.lastSeq() }),
          onOutcome: check,
          onConnection: () => undefined,
          pause: async () => undefined,
          nowMs: clock,
          random: () => 0.5,
          newId,
          signal: new AbortController().signal,
        });
        transcript.add(gateway.log, 'active');
        const lines = (all: readonly { author: string; text: string }[]) =>
          all.map((entry) => `${entry.author}: ${entry.text}`);
        expect(lines(shown())).toEqual(lines(gateway.log));
        expect(outbox.list()).toEqual([]);
      },
    ),
    { numRuns: 500 },
  );
});
