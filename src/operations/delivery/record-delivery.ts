import type { ChannelName } from '../../contract/vocabulary.ts';
import {
  type DeliveryState,
  type DeliveryStatus,
  type PartDelivery,
  partId,
  replyOfPart,
} from '../../domain/delivery-status.ts';
import { slotOf } from '../../domain/runs/cells.ts';
import type { Advanced, CenterMessage, WrittenTo } from '../../ports/deliveries.ts';
import type { RunName } from '../../ports/runs.ts';
import type { Gateway } from '../gateway.ts';
import { linkAlias } from '../link-alias.ts';
import { traceOf } from '../turn/settle-turn.ts';
import type { PendingReply } from './reply-task.ts';

/** What recording an outcome uses. */
export type RecordPorts = Pick<
  Gateway,
  'bus' | 'centers' | 'deliveries' | 'log' | 'metrics' | 'nowMs' | 'runs'
>;

/** The position of a message in its reply. */
interface Place {
  readonly part: number;
  readonly parts: number;
  readonly written?: WrittenTo | undefined;
}

/** Records that the provider took a part of a reply, and any status that came before its answer. @see design 5.3 */
export async function recordSent(
  gateway: RecordPorts,
  pending: PendingReply,
  place: Place,
  providerMessageId: string | null,
): Promise<void> {
  const { turn, reply } = pending;
  const { tenantId, channel, conversationId, expiresAtS } = turn;
  const sent = { providerMessageId: providerMessageId ?? '', state: 'sent' } as const;
  const stored = storedPart(gateway, pending, place, sent);
  const about = { ...traceOf(turn), replyId: reply.id };
  const { partId: part, center } = stored;
  const link = { partId: part, conversationId, expiresAtS };
  const [recorded, early] = await Promise.all([
    gateway.deliveries.record(tenantId, stored),
    providerMessageId === null ? null : gateway.deliveries.link(tenantId, providerMessageId, link),
  ]);
  if (recorded.first) {
    gateway.metrics.count('RepliesSent', { tenantId, channel });
    gateway.log.info('a reply is sent', about);
  }
  const advanced = early && (await gateway.deliveries.advance(tenantId, part, early));
  // The provider's id alone does not identify the tenant.
  if (early?.state === 'failed' && advanced?.moved)
    gateway.metrics.count('RepliesFailed', { tenantId, channel });
  if (center) await wakeForReceipt(gateway, center, { tenantId, part, state: 'sent' });
  // Statuses from before the send was recorded couldn't be logged with the turn's correlation ID.
  const reported = early ?? recorded.reported;
  if (reported?.state === 'failed') {
    await countOf(gateway, pending, part);
    await announceFailure(gateway, { ...traceOf(turn), part }, reported);
  }
  if (reported && recorded.first) {
    const { state, reason } = reported;
    gateway.log.info('a delivery status is recorded', { ...about, state, reason });
  }
}

/** Records that a reply will never be sent whole, and why. */
export async function recordFailed(
  gateway: RecordPorts,
  pending: PendingReply,
  place: Place,
  reason: string,
): Promise<void> {
  const { turn, reply } = pending;
  const { tenantId, channel } = turn;
  const failed = { providerMessageId: '', state: 'failed', reason } as const;
  // First: once recorded, it is not checked again.
  const stored = storedPart(gateway, pending, place, failed);
  const { partId: part, center, delivery } = stored;
  await announceFailure(gateway, { ...traceOf(turn), part }, failed);
  const { first, reported } = await gateway.deliveries.record(tenantId, stored);
  if (reported) await gateway.deliveries.advance(tenantId, part, delivery);
  if (center) await wakeForReceipt(gateway, center, { tenantId, part, state: failed.state });
  if (!first) return;
  await countOf(gateway, pending, part);
  gateway.metrics.count('RepliesFailed', { tenantId, channel });
  gateway.log.warn('a reply is not sent', { ...traceOf(turn), replyId: reply.id, reason });
}

interface PartState {
  readonly tenantId: string;
  readonly part: string;
  readonly state: DeliveryState;
}

/**
 * Enqueues a receipt for a contact center's message. Its state is read when it is sent, so a repeat does nothing.
 * @see handoff.md 4.1
 */
async function wakeForReceipt(
  { centers, nowMs }: Pick<Gateway, 'centers' | 'nowMs'>,
  { conversationId, handoffId, accountId, refId }: CenterMessage,
  { tenantId, part, state }: PartState,
): Promise<void> {
  const tells = { type: 'receipt' as const, messageId: replyOfPart(part), refId };
  const record = { tenantId, conversationId, handoffId, accountId, atMs: nowMs(), tells };
  await centers.wake({ kind: 'center', ...record }, `receipt:${part}:${state}`);
}

/** One of the messages of a reply that did not arrive; see `partId`. */
type FailedPart = ReturnType<typeof traceOf> & { readonly part: string };

/**
 * Publishes that a reply will not arrive; always the same event, since a crash may prevent recording it.
 * @throws when the bus does not take it
 */
async function announceFailure(
  { bus, nowMs }: Pick<Gateway, 'bus' | 'nowMs'>,
  { part, ...of }: FailedPart,
  { reason = 'unknown', error }: Pick<PartDelivery, 'reason' | 'error'>,
): Promise<void> {
  const words = error && Object.fromEntries(Object.entries(error).filter(([, word]) => word !== undefined));
  await bus.publish([
    {
      type: 'Channel.DeliveryFailed',
      detail: {
        schemaVersion: 1,
        eventId: `${part}.failed`,
        occurredAt: new Date(nowMs()).toISOString(),
        ...of,
        messageId: replyOfPart(part),
        data: {
          part: Number(/\.(\d+)$/.exec(part)?.[1] ?? 0),
          reason,
          ...(error && { error: { ...words, code: error.code } }),
        },
      },
    },
  ]);
}

/** Its run counts what did not arrive. */
async function countOf(gateway: RecordPorts, { turn }: PendingReply, part: string): Promise<void> {
  const { tenantId, conversationId, runId, expiresAtS } = turn;
  if (runId !== undefined)
    await countUndelivered(gateway, { tenantId, conversationId, runId, part, expiresAtS });
}

/** One of the messages of a reply, and the run that it belongs to. */
interface PartOfRun extends RunName {
  readonly part: string;
  readonly expiresAtS: number;
}

/**
 * Records in a run that a reply's message wasn't delivered, or was after all. Nothing else fails with it.
 * @see handoff.md 6.1
 */
async function countUndelivered(
  { runs, log }: Pick<Gateway, 'runs' | 'log'>,
  { part, expiresAtS, ...name }: PartOfRun,
  state: 'failed' | 'arrived' = 'failed',
): Promise<void> {
  try {
    const startedAtMs = await (state === 'failed'
      ? runs.noteUndelivered(name, { part, expiresAtS })
      : runs.noteArrived(name, part));
    if (startedAtMs !== null) await runs.mark(name.tenantId, [slotOf(startedAtMs)]);
  } catch (error) {
    log.error('a reply that did not arrive is counted wrongly in the reports', error, { ...name, part });
  }
}

/** A message of a reply as it is stored; `center` if a contact center sent it. */
function storedPart(
  { nowMs }: RecordPorts,
  { turn, reply }: PendingReply,
  { part, parts, written }: Place,
  delivery: Omit<PartDelivery, 'at'>,
) {
  const { correlationId, conversationId, expiresAtS, runId, handoffId } = turn;
  const ofCenter = turn.center && handoffId !== undefined;
  return {
    partId: partId(reply.id, part),
    ...{ parts, correlationId, conversationId, expiresAtS, written },
    center: ofCenter ? { conversationId, handoffId, ...turn.center } : undefined,
    ...(runId !== undefined && { run: { conversationId, runId } }),
    delivery: { at: new Date(nowMs()).toISOString(), ...delivery },
  };
}

/** The reply that a status belongs to. */
interface Owner {
  readonly tenantId: string;
  readonly channel: ChannelName;
}

/** What storing statuses uses. */
export type StatusesPorts = Pick<
  Gateway,
  'bus' | 'centers' | 'deliveries' | 'log' | 'metrics' | 'nowMs' | 'people' | 'runs'
>;

/**
 * Stores a provider's status of a reply. A late "sent" doesn't undo "read". A status may arrive before the send is
 * recorded: it then waits under the provider's ID.
 * @see design 2.7
 */
export async function recordStatus(
  gateway: StatusesPorts,
  { tenantId, channel }: Owner,
  status: DeliveryStatus,
): Promise<void> {
  const { deliveries, log, metrics } = gateway;
  const { replyId: named, recipient, ...delivery } = status;
  const part = named ?? (await deliveries.keepStatus(tenantId, status));
  if (part === null) return;
  const advanced = await deliveries.advance(tenantId, part, delivery);
  const { moved, correlationId, center } = advanced;
  if (advanced.written && recipient !== undefined)
    await keepRecipient(gateway, { tenantId, channel, correlationId }, advanced.written, recipient);
  await countInRun(gateway, { tenantId, part, state: delivery.state }, advanced);
  const conversationId = advanced.conversationId ?? advanced.run?.conversationId ?? null;
  // A repeat is published again under the same ID: the first process may have crashed in between.
  const isLost = delivery.state === 'failed' && (moved || advanced.before === 'failed');
  if (isLost && conversationId !== null && correlationId !== null)
    await announceFailure(gateway, { tenantId, channel, conversationId, correlationId, part }, delivery);
  if (center) await wakeForReceipt(gateway, center, { tenantId, part, state: delivery.state });
  const { state, reason } = delivery;
  const fields = { tenantId, channel, correlationId, replyId: replyOfPart(part), state, reason };
  if (!moved || state !== 'failed') return log.info('a delivery status is recorded', fields);
  // Taken first and refused later, as chat apps mostly do it.
  metrics.count('RepliesFailed', { tenantId, channel });
  log.warn('a delivery status is recorded', fields);
}

/** An unrecorded send is counted when it is recorded. */
async function countInRun(
  gateway: StatusesPorts,
  { tenantId, part, state }: PartState,
  { moved, before, run }: Advanced,
): Promise<void> {
  if (!run) return;
  const isLost = state === 'failed' && (moved || before === 'failed');
  // A repeat is counted once: the first process may have crashed in between.
  if (isLost) await countUndelivered(gateway, { tenantId, part, ...run });
  else if (moved && before === 'failed')
    await countUndelivered(gateway, { tenantId, part, ...run }, 'arrived');
}

/**
 * Stores the provider's number of the recipient from its response or a later status. If that fails, the next one
 * has it again.
 */
export async function keepRecipient(
  { people, log, nowMs }: Pick<Gateway, 'people' | 'log' | 'nowMs'>,
  { tenantId, channel, correlationId }: Owner & { readonly correlationId: string | null },
  { accountId, ...written }: WrittenTo,
  recipient: string,
): Promise<void> {
  if (written.phone === recipient) return;
  const of = { tenantId, channel, accountId };
  await linkAlias(people, of, { ...written, alias: recipient }, nowMs()).catch((error: unknown) =>
    log.error('the number of a recipient is not kept', error, { tenantId, correlationId }),
  );
}
