import { limits } from '../../contract/limits.ts';
import type { TurnRecord } from '../../contract/turn-record.ts';
import type { CommittedTurn } from '../../domain/conversation.ts';
import { handoffOf } from '../../domain/handoff.ts';
import type { Notice } from '../../domain/notices.ts';
import { isHeardDuringHandoff } from '../../engine/heard-during-handoff.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { Gateway } from '../gateway.ts';
import { changeDesk, type DeskPorts, type Stored } from './change-desk.ts';
import { committedTurn, visitorOf } from './committed-turn.ts';
import { endHandoff } from './end-handoff.ts';

/**
 * Ends the humans' part when the visitor says a word that takes the conversation back: a commit of its own, so that what
 * the flow then does can't undo it.
 * @returns whether it has ended: the message's turn is run on what is stored then
 * @see handoff.md 1.2 row 7
 */
export async function leaveHumans(gateway: DeskPorts, stored: Stored, record: TurnRecord): Promise<boolean> {
  const live = handoffOf(stored);
  const { tenantId, conversationId, correlationId, receivedAt } = record.message;
  if (!live || !stored.state || record.kind === 'wake') return false;
  // Its turn had begun when somebody took the conversation over: it was not said to them.
  if (stored.openTurn?.record.turnId === record.turnId) return false;
  const flows = {
    find: (id: string, version?: number) =>
      gateway.directory.findFlow(tenantId, id, { version, conversationId }),
  };
  if (!(await isHeardDuringHandoff(record.message, stored.state, flows))) return false;
  const turnId = `left.${live.id}.${stored.epoch}`;
  const done = await changeDesk(gateway, { tenantId, conversationId, turnId }, (fresh) => {
    const { state, epoch } = fresh;
    if (!state || epoch !== stored.epoch) return null;
    const saidAtMs = Date.parse(receivedAt);
    const end = { live: handoffOf(fresh) ?? live, outcome: 'visitor' as const, by: null };
    return endHandoff(gateway, fresh, { ...end, turnId, correlationId, goesOn: state, saidAtMs });
  });
  return done.turn !== null || done.repeated;
}

/**
 * The turn of a message that was written to humans who had gone when it was read: never an answer to what the flow has
 * asked since, and never greeted; it opens again what was closed a moment before. Null for any other message.
 * @see handoff.md 1.2 row 14, 1.3
 */
export function crossedEnd(
  gateway: Pick<Gateway, 'nowMs'>,
  stored: Stored,
  record: TurnRecord,
  messageId: string,
): { readonly turn: CommittedTurn; readonly state: FlowState } | null {
  const { state, lastHandoff } = stored;
  const { kind, message, redrivenAtMs } = record;
  const isCrossing =
    kind === 'turn' && redrivenAtMs === undefined && state && lastHandoff && state.status !== 'handoff';
  if (!isCrossing || Date.parse(message.receivedAt) >= lastHandoff.endedAtMs) return null;
  const passedOn: Notice = { kind: 'passed-on', handoffId: lastHandoff.id };
  const made = (next: FlowState, notices: readonly Notice[]) => {
    const result = { outcome: 'ended', state: next, effects: [] } as const;
    const turn = {
      ...committedTurn(gateway, stored, record, messageId, result),
      notices,
      ...visitorOf(message),
    };
    return { turn, state: next };
  };
  if (state.status === 'active') return made(state, [{ ...passedOn, late: true }]);
  const reopening = reopen(gateway, stored);
  return reopening && made(reopening.state, [reopening.notice, passedOn]);
}

/** A handoff that was closed a moment ago, as it is asked for again. */
function reopen({ nowMs }: Pick<Gateway, 'nowMs'>, stored: Stored) {
  const { state, lastHandoff, epoch } = stored;
  const before = lastHandoff?.before;
  if (!state || !before || lastHandoff.endedAtMs + limits.reopenMs <= nowMs()) return null;
  const { id, stepId, next, onTimeout, afterClose, share, queue, reason, requestedAtMs } = before;
  const handoff = { reason, queue, requestedAt: new Date(requestedAtMs).toISOString() };
  const ways = {
    ...(next !== undefined && { next }),
    ...(onTimeout !== undefined && { onTimeout }),
    ...(afterClose !== undefined && { afterClose }),
  };
  const deadlineAtMs = nowMs() + limits.handoffDeadlineMs;
  const asked = {
    id,
    epoch: epoch + 1,
    queue,
    stepId,
    ...ways,
    share,
    deadlineAtMs,
    reopened: true as const,
  };
  const { id: after, seq } = stored.runAfter ?? { id: null, seq: 0 };
  const transcript = { after, count: stored.lastSeq + 1 - seq };
  const notice: Notice = { kind: 'handoff', handoff, asked, transcript };
  return { state: { ...state, status: 'handoff' as const, handoff }, notice };
}
