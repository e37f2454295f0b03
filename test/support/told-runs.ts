import { ulid } from 'ulid';
import type { RunState } from '../../src/contract/runs.ts';
import type { CountedRun } from '../../src/ports/runs.ts';

/** Every state that a run goes through, the first first: three messages, and for some a human, and an end. */
export function storyOf(n: number, startedAtMs: number, of: Partial<CountedRun> = {}): readonly CountedRun[] {
  const id = `${ulid(startedAtMs).slice(0, 10)}${String(n).padStart(16, '0')}`;
  const requestedAtMs = startedAtMs + 60_000;
  const begun: RunState = {
    ...{ id, startedAtMs, v: 1, lastActivityMs: startedAtMs, retentionDays: 90 },
    ...{ place: n % 2 === 0 ? 'shop' : 'blog', userId: `visitor-${n}`, status: 'active' },
    flow: { id: 'support', version: 1 + (n % 2), stepId: 'ask' },
    flows: [{ id: 'support', version: 1 + (n % 2), steps: 'AQ' }],
    ...{ said: [1, 1, 0], firstReplyMs: 40, turns: [40, 1] },
  };
  const second = { ...begun, v: 2, said: [2, 2, 0], turns: [40, 2], lastActivityMs: startedAtMs + 30_000 };
  const handoff = { id: `${id}h`, queue: 'billing', requestedAtMs };
  const asked: RunState = { ...second, v: 3, status: 'waiting', handoffs: [{ ...handoff, waits: true }] };
  const isHanded = n % 5 === 0;
  const end = {
    v: 5,
    endedAtMs: startedAtMs + 200_000,
    lastActivityMs: startedAtMs + 200_000,
    outcome: n % 3 === 0 ? ('expired' as const) : ('completed' as const),
  };
  const handed = { ...handoff, takenAtMs: requestedAtMs + 10_000, outcome: 'closed' as const };
  const ended: RunState = isHanded
    ? { ...asked, ...end, status: end.outcome, handoffs: [{ ...handed, endedAtMs: end.endedAtMs }] }
    : { ...second, ...end, status: end.outcome };
  const states = isHanded ? [begun, second, asked, ended] : [begun, second, ended];
  return states.map((run) => ({
    ...{ tenantId: 'acme', conversationId: `conversation-${n}`, channel: 'webchat' as const, run },
    ...of,
  }));
}
