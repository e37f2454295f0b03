import type { StatusesRecord } from '../../contract/queue-records.ts';
import { type DeliveryStatus, deliveryRank } from '../../domain/delivery-status.ts';
import { speaksOfTemplate } from '../../domain/template/fill-template.ts';
import type { KnownAccount } from '../../ports/directory.ts';
import { recordStatus, type StatusesPorts } from '../delivery/record-delivery.ts';
import type { Gateway } from '../gateway.ts';
import { runConcurrently, throwFirst } from '../run-concurrently.ts';

export type StatusPorts = StatusesPorts & Pick<Gateway, 'backgroundJobs' | 'templates'>;

/** More than these are left to the background queue: each is a conditional write, which can't be batched. */
const writtenAtOnce = 50;
/** Ten records must fit a call of 256 KB. */
const recordBytes = 20_000;
const recordStatuses = 100;

/**
 * Stores a provider's statuses, only the furthest of each reply. Statuses of different replies have no order, so
 * many of them are queued and written concurrently.
 * @throws when some could be neither written nor queued
 * @see design 2.7, docs/decisions/large-bodies.md
 */
export async function takeStatuses(
  gateway: StatusPorts,
  { tenant, account }: Pick<KnownAccount, 'tenant' | 'account'>,
  statuses: readonly DeliveryStatus[],
): Promise<void> {
  const owner = { tenantId: tenant.id, channel: account.channel };
  gateway.metrics.count('StatusesReceived', owner, statuses.length);
  if (statuses.some(({ reason }) => speaksOfTemplate(reason)))
    await gateway.templates.noteStale({ ...owner, accountId: account.id });
  const furthest = furthestOfEach(statuses);
  if (furthest.length <= writtenAtOnce) return writeStatuses(gateway, { ...owner, statuses: furthest });
  await gateway.backgroundJobs.enqueue(
    inRecords(furthest).map((some): StatusesRecord => ({ kind: 'statuses', ...owner, statuses: some })),
  );
}

/** Writes the statuses of one record. @throws the first error, when all have been tried */
export async function writeStatuses(
  gateway: StatusesPorts,
  { tenantId, channel, statuses }: Omit<StatusesRecord, 'kind'>,
): Promise<void> {
  throwFirst(
    await runConcurrently(statuses, (status) => recordStatus(gateway, { tenantId, channel }, status)),
  );
}

function furthestOfEach(statuses: readonly DeliveryStatus[]): DeliveryStatus[] {
  const furthest = new Map<string, DeliveryStatus>();
  for (const status of statuses) {
    const name = JSON.stringify([status.providerMessageId, status.replyId]);
    const before = furthest.get(name);
    if (!before || deliveryRank(status.state) > deliveryRank(before.state)) furthest.set(name, status);
  }
  return [...furthest.values()];
}

function inRecords(statuses: readonly DeliveryStatus[]): DeliveryStatus[][] {
  const records: DeliveryStatus[][] = [];
  let bytes = 0;
  for (const status of statuses) {
    const size = Buffer.byteLength(JSON.stringify(status));
    const last = records.at(-1);
    if (last && last.length < recordStatuses && bytes + size <= recordBytes) {
      last.push(status);
      bytes += size;
    } else {
      records.push([status]);
      bytes = size;
    }
  }
  return records;
}
