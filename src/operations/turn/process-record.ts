import { findActiveTenant } from '../../channels/webchat-http/verify.ts';
import { limits } from '../../contract/limits.ts';
import type { TurnRecord } from '../../contract/queue-records.ts';
import { replyOfPart } from '../../domain/delivery-status.ts';
import { EngineFailureError, TemporarilyUnavailableError } from '../../domain/errors.ts';
import type { Gateway } from '../gateway.ts';
import { giveUpTurn } from './give-up-turn.ts';
import { runTurn, type TurnPorts } from './run-turn.ts';

/** What running a record's turn uses. */
export type RecordPorts = TurnPorts & Pick<Gateway, 'deliveries' | 'loads'>;

export interface RecordOptions {
  /** How often the queue has delivered the record. */
  readonly receives: number;
  /** Its sequence number in the queue; null if unknown. */
  readonly place: string | null;
  /** When the function's time is over, epoch milliseconds. */
  readonly untilMs: number;
}

/** The remaining time of the function when the last step must end, so that the turn can still be committed. */
const commitTimeMs = 3_000;

/**
 * Runs the turn of one queued message; a turn that was acknowledged before it is finished first. A message whose flow
 * raises is given up: the same state would raise again. So is one that others have kept from running for a day.
 * @throws what others have caused, after which the queue delivers the record again
 * @see design 5.3, 5.4
 */
export async function processRecord(
  gateway: RecordPorts,
  record: TurnRecord,
  options: RecordOptions,
): Promise<void> {
  try {
    await findActiveTenant(gateway, record.message.tenantId);
    await runInTurn(gateway, record, options);
  } catch (error) {
    const raised = error instanceof EngineFailureError;
    if (!raised && !isOverdue(gateway, record)) throw error;
    const reason = raised ? error.reason : `not run within a day: ${nameOf(error)}`;
    const reached = raised ? error.reached : undefined;
    await giveUpTurn(gateway, record, { reason, attempts: options.receives, raised, reached });
  }
}

async function runInTurn(gateway: RecordPorts, record: TurnRecord, options: RecordOptions): Promise<void> {
  const pressed = await withPressedMessage(gateway, record);
  for (;;) {
    const nowMs = gateway.nowMs();
    const deadlineMs = Math.min(nowMs + limits.queuedTurnMs, options.untilMs - commitTimeMs);
    const result = await runTurn(gateway, pressed, { from: 'queue', deadlineMs, place: options.place });
    if (result.outcome === 'committed' || result.outcome === 'duplicate') return;
    const earlier = result.conversation.openTurn?.record;
    if (!earlier || earlier.turnId === record.turnId) throw new TemporarilyUnavailableError();
    await processRecord(gateway, earlier, options);
  }
}

/** Adds to a choice pressed in a chat app the ID of our message that offered it, according to the provider. */
async function withPressedMessage({ deliveries }: RecordPorts, record: TurnRecord): Promise<TurnRecord> {
  const { message } = record;
  const { choice, replyTo } = message.metadata;
  if (message.channel === 'webchat' || choice === undefined || typeof replyTo !== 'string') return record;
  const sent = await deliveries.findSent(message.tenantId, replyTo);
  if (sent?.conversationId !== message.conversationId) return record;
  return { ...record, message: { ...message, replyTo: replyOfPart(sent.partId) } };
}

function isOverdue({ nowMs }: Pick<Gateway, 'nowMs'>, { message, redrivenAtMs }: TurnRecord): boolean {
  return nowMs() - (redrivenAtMs ?? Date.parse(message.receivedAt)) >= limits.queuedDeadlineMs;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
