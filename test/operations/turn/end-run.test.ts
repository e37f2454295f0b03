import { expect, it } from 'vitest';
import { newConversation } from '../../../src/domain/conversation.ts';
import type { FlowState } from '../../../src/engine/interfaces.ts';
import { withEndedRun } from '../../../src/operations/turn/end-run.ts';
import { messageOf } from '../../support/turn-of.ts';

const nowMs = Date.UTC(2025, 0, 1);
const record = { message: messageOf('hello'), sessionId: 'session', idleMinutes: 30, retentionDays: 30 };
const flow = { id: 'support', version: 1, stepId: 'ask' };

it('a run that is ended reads as completed, for pollers and the schedule alike', () => {
  const state = { flow, status: 'active', variables: {} } as unknown as FlowState;
  const stored = { ...newConversation<FlowState>(record, nowMs), state };
  const end = { turnId: 'end', correlationId: 'correlation', outcome: 'expired' } as const;
  const ended = withEndedRun({ nowMs: () => nowMs }, stored, state, end);
  expect(ended.state?.status).toBe('completed');
  expect(ended.outbox).toMatchObject([
    { status: 'completed', inbound: null, notices: [{ kind: 'flow-completed', flow, outcome: 'expired' }] },
  ]);
});
