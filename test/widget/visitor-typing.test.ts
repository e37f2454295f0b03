import { expect, it } from 'vitest';
import type { VisitorHandoff } from '../../src/contract/poll.ts';
import { typingReporter } from '../../src/widget/visitor-typing.ts';

const handoff = (state: VisitorHandoff['state']): VisitorHandoff => ({
  ...{ id: 'h', position: null, agent: null, typing: false, tag: '1.1' },
  state,
});

/** Types at each of these times; tells when it was told. */
function typedAt(
  timesMs: readonly number[],
  now: VisitorHandoff | null,
  conversationId: string | null = 'c',
) {
  let nowMs = 0;
  const told: number[] = [];
  const types = typingReporter({
    client: { reportTyping: async () => void told.push(nowMs) },
    identity: { conversationId: () => conversationId, sessionId: () => 's' },
    handoff: () => now,
    nowMs: () => nowMs,
  });
  for (const timeMs of timesMs) {
    nowMs = timeMs;
    types();
  }
  return told;
}

it('an agent sees that the visitor types, once in three seconds', () => {
  expect(typedAt([1_000, 1_100, 3_999, 4_000, 9_000], handoff('with_agent'))).toEqual([1_000, 4_000, 9_000]);
});

it('nothing is sent where no agent has the conversation', () => {
  for (const now of [handoff('waiting'), handoff('delayed'), null]) expect(typedAt([1_000], now)).toEqual([]);
  expect(typedAt([1_000], handoff('with_agent'), null)).toEqual([]);
});
