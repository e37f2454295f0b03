import { expect, it } from 'vitest';
import type { Run } from '../../../src/contract/runs.ts';
import { type CommittedTurn, newConversation } from '../../../src/domain/conversation.ts';
import type { Notice } from '../../../src/domain/handoff.ts';
import { withRun } from '../../../src/domain/runs/with-run.ts';
import { messageOf } from '../../support/turn-of.ts';

const nowMs = Date.UTC(2025, 0, 1);
const first: Run = {
  ...{ id: 'first', startedAtMs: nowMs, flows: [], said: [1, 1, 0], turns: [] },
  ...{ endedAtMs: nowMs + 1_000, outcome: 'completed' },
};
const asked = { id: 'h', epoch: 1, queue: 'default', stepId: 'human', share: {}, deadlineAtMs: nowMs };
const handoff = { kind: 'handoff', handoff: { reason: 'help', queue: null, requestedAt: '' } } as const;

/** The run that a visitor's message belongs to, after one that has ended, when its turn asks for this. */
function runWith(...notices: readonly Notice[]): Run | undefined {
  const record = { message: messageOf('hello'), sessionId: 'session', idleMinutes: 30, retentionDays: 30 };
  const before = { ...newConversation<object>(record, nowMs), run: first };
  const inbound = { id: 'second', author: 'user', text: 'hello', timestamp: '2025-01-01T00:01:00.000Z' };
  const turn = { inbound, replies: [], notices, committedAtMs: nowMs + 60_000 };
  const next = { ...before, outbox: [] };
  return withRun(before, next, turn as unknown as CommittedTurn, { was: null, live: null }).run;
}

it("a message at the moment of its handoff's end continues the run that has ended", () => {
  const run = runWith({ ...handoff, asked: { ...asked, reopened: true } });
  expect(run).toMatchObject({ id: 'first', said: [2, 1, 0] });
  expect(run).not.toHaveProperty('outcome');
});

it.each<[string, readonly Notice[]]>([
  ['that asks for nobody', []],
  ['that asks for humans', [{ ...handoff, asked }]],
  ['that asks for humans as the last release did', [handoff]],
  ['that humans are passed', [{ kind: 'passed-on', handoffId: 'h' }]],
])('a message after the end %s starts the next run', (_, notices) => {
  expect(runWith(...notices)).toMatchObject({ id: 'second', previous: 'first', said: [1, 0, 0] });
});
