import { limits } from '../../contract/limits.ts';
import type { TurnRecord } from '../../contract/queue-records.ts';
import type { Conversation, WakeRecord } from '../../domain/conversation.ts';
import { wakeOf } from '../../domain/due-time.ts';
import { newMessageId } from '../../domain/message-ids.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import { hashOf } from '../derive-id.ts';
import type { Gateway } from '../gateway.ts';

type Stored = Conversation<FlowState>;

/**
 * The parts of a turn that a later wake-up needs. Metadata larger than web chat accepts is left out, since it is
 * stored in the item.
 */
export function wakeRecordOf({
  flowId,
  sessionId,
  accountId,
  idleMinutes,
  retentionDays,
  message: { widgetId, user, metadata, correlationId },
}: TurnRecord): WakeRecord {
  const isSmall = Buffer.byteLength(JSON.stringify(metadata)) <= limits.metadataBytes;
  return {
    flowId,
    sessionId,
    ...(accountId !== undefined && { accountId }),
    idleMinutes,
    retentionDays,
    message: {
      ...(widgetId !== undefined && { widgetId }),
      user,
      metadata: isSmall ? metadata : {},
      correlationId,
    },
  };
}

/** The record of a wake whose time has come; null when there is none. The same wake has the same turn. */
export function dueWake(
  stored: Stored,
  { nowMs, random }: Pick<Gateway, 'nowMs' | 'random'>,
): TurnRecord | null {
  const { tenantId, conversationId, channel, state, wakeRecord } = stored;
  const wake = state && wakeOf(state);
  if (!wake || !wakeRecord || wake.atMs > nowMs()) return null;
  return {
    ...wakeRecord,
    kind: 'wake',
    turnId: hashOf('wake', tenantId, conversationId, String(wake.atMs)),
    wakeAtMs: wake.atMs,
    message: {
      ...wakeRecord.message,
      tenantId,
      conversationId,
      channel,
      messageId: newMessageId(nowMs, random),
      attachments: [],
      receivedAt: new Date(nowMs()).toISOString(),
    },
  };
}

/**
 * Whether a message or the same wake-up has run since a wake-up was queued. A wake-up without a time continues the
 * flow after a handoff, and is valid while it is the turn to run.
 */
export function isStaleWake({ state, openTurn }: Stored, { kind, wakeAtMs, turnId }: TurnRecord): boolean {
  if (kind !== 'wake') return false;
  if (wakeAtMs === undefined) return openTurn?.record.turnId !== turnId;
  return state === null || wakeOf(state)?.atMs !== wakeAtMs;
}
