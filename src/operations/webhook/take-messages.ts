import { limits } from '../../contract/limits.ts';
import type { CounterName } from '../../contract/metrics.ts';
import type { TurnRecord, UpdateRecord } from '../../contract/turn-record.ts';
import { TemporarilyUnavailableError } from '../../domain/errors.ts';
import type { IdKeys } from '../../domain/id-keys.ts';
import { newMessageId } from '../../domain/message-ids.ts';
import { receivedEvent } from '../../domain/turn-effects.ts';
import type { KnownAccount } from '../../ports/channel-accounts.ts';
import { receivedKey } from '../derive-id.ts';
import type { Gateway } from '../gateway.ts';
import { inLanes, inPieces, type Outcome, throwFirst } from '../in-lanes.ts';
import { addressMessages } from './address-messages.ts';
import { type Arrival, alive, blockFollowers, conversationOf, fail, type MessageItem } from './arrivals.ts';
import { claimAll } from './claim-arrivals.ts';
import { keepLarge } from './keep-large.ts';
import { keepMedia } from './keep-media.ts';

export type TakePorts = Pick<
  Gateway,
  | 'bus'
  | 'fileChores'
  | 'people'
  | 'idKeys'
  | 'largeMessages'
  | 'log'
  | 'metrics'
  | 'nowMs'
  | 'pause'
  | 'queue'
  | 'random'
  | 'received'
>;
/** What EventBridge and SQS take in one call. */
const perCall = 10;
const lanes = 25;

/**
 * Claims messages, publishes and queues them, many at a time; those of one conversation are queued in their order, and
 * none behind one that could not be.
 * @throws the first failure, when all that could be taken is: the provider then delivers the rest again
 * @see design 5.3, docs/decisions/large-bodies.md, docs/decisions/webhook-ingress.md
 */
export async function takeMessages(
  gateway: TakePorts,
  known: KnownAccount,
  items: readonly MessageItem[],
): Promise<void> {
  if (items.length === 0) return;
  const idKeys = await gateway.idKeys();
  const byKey = new Map<string, Arrival>();
  for (const item of items) {
    const [key = '', ...otherKeys] = idKeys.map((each) =>
      receivedKey(each, known.tenant.id, known.account, item.message.messageId),
    );
    if (!byKey.has(key)) byKey.set(key, { key, otherKeys, item, kept: item.message });
  }
  const [claimed, [addressed]] = await Promise.all([
    claimAll(gateway, known.tenant.id, [...byKey.values()]),
    inLanes([items], (all) => addressMessages(gateway, known, all)),
  ]);
  if (addressed) address(claimed.fresh, addressed);
  await keepMedia(gateway, known, claimed.fresh);
  await keepLargeOnes(gateway, known, claimed.fresh);
  // Side by side: what is queued and not published is taken again, and known by the worker.
  const [published] = await Promise.all([
    publishAll(gateway, alive(claimed.fresh)),
    queueAll(gateway, known, claimed.fresh),
  ]);
  // What stands behind one that is not announced has overtaken nobody: both are queued.
  for (const [arrivals, outcome] of published) fail(arrivals, outcome);
  await rememberAll(gateway, known, claimed.fresh);
  const taken = claimed.fresh.filter(({ failure }) => !failure);
  reportTaken(gateway, known, taken, items.length - byKey.size + claimed.duplicates);
  throwFirst([...claimed.failed, ...claimed.fresh].flatMap(({ failure }) => failure ?? []));
}

async function keepLargeOnes(gateway: TakePorts, { tenant }: KnownAccount, fresh: readonly Arrival[]) {
  const keptDays = tenant.retention_days ?? limits.logRetentionDays;
  const waiting = alive(fresh);
  const kept = await inLanes(waiting, async (arrival) => {
    arrival.kept = await keepLarge(gateway, arrival.kept, arrival.key, keptDays);
  });
  for (const [n, outcome] of kept.entries()) fail(waiting.slice(n, n + 1), outcome);
  blockFollowers(fresh);
}

/** What became of each piece. */
async function publishAll({ bus }: TakePorts, fresh: readonly Arrival[]) {
  const pieces = inPieces(fresh, perCall);
  const published = await inLanes(pieces, (piece) =>
    bus.publish(piece.map(({ kept: message, key }) => receivedEvent(message, key))),
  );
  return published.map((outcome, n) => [pieces[n] ?? [], outcome] as const);
}

/** One lane has whole conversations. */
async function queueAll(gateway: TakePorts, known: KnownAccount, fresh: readonly Arrival[]): Promise<void> {
  const idKeys = await gateway.idKeys();
  const turns = alive(fresh).filter(isQueued);
  const conversations = Map.groupBy(turns, conversationOf);
  const receivedAtMs = gateway.nowMs();
  // In the order of the body, though all came in one moment.
  const atMs = new Map(
    [...conversations.values()].flatMap((of) => of.map((each, n) => [each, receivedAtMs + n])),
  );
  const idOf = (arrival: Arrival) => newMessageId(() => atMs.get(arrival) ?? receivedAtMs, gateway.random);
  const queued = Map.groupBy([...conversations.values()].entries(), ([n]) => n % lanes);
  await inLanes([...queued.values()], async (lane) => {
    const waiting = lane.flatMap(([, conversation]) => conversation);
    while (waiting.length > 0) {
      blockFollowers(fresh);
      const piece = alive(waiting.splice(0, perCall));
      const records = piece.map(
        (arrival) => updateRecord(idKeys, known, arrival) ?? turnRecord(known, arrival, idOf(arrival)),
      );
      const [sent] = await inLanes([records], (some) => gateway.queue.sendAll(some));
      for (const arrival of piece) {
        if (sent && 'error' in sent) fail([arrival], sent);
        else if (sent?.value.includes(arrival.key))
          fail([arrival], { error: new TemporarilyUnavailableError() });
      }
    }
  });
  blockFollowers(fresh);
}

/** Those that are stored are duplicates from now on; the others are free to be taken again. */
async function rememberAll(gateway: TakePorts, { tenant }: KnownAccount, fresh: readonly Arrival[]) {
  const taken = alive(fresh).map(({ key, kept, item }) => {
    const { correlationId, conversationId, receivedAt } = kept;
    const queued = isQueued({ item });
    return { key, trace: { correlationId, conversationId, receivedAt, queued } };
  });
  const lost = fresh.filter(({ failure }) => failure);
  if (lost.length > 0) await gateway.received.releaseAll(tenant.id, lost).catch(() => undefined);
  await gateway.received.markAllTaken(tenant.id, taken);
}

function reportTaken(
  { metrics, log }: TakePorts,
  { tenant, account }: KnownAccount,
  taken: readonly Arrival[],
  duplicates: number,
): void {
  const dimensions = { tenantId: tenant.id, channel: account.channel };
  const silent = taken.filter((arrival) => !isQueued(arrival)).length;
  const count = (name: CounterName, number: number) => number > 0 && metrics.count(name, dimensions, number);
  count('MessagesReceived', taken.length + duplicates);
  count('MessagesDuplicate', duplicates);
  count('MessagesIgnored', silent);
  for (const { key: turnId, kept } of taken) {
    const { conversationId, correlationId } = kept;
    log.info('a message is received', { ...dimensions, conversationId, correlationId, turnId });
  }
}

function address(
  arrivals: readonly Arrival[],
  addressed: Outcome<Awaited<ReturnType<typeof addressMessages>>>,
) {
  fail(arrivals, addressed);
  if ('error' in addressed) return;
  for (const arrival of arrivals) arrival.kept = addressed.value.get(arrival.item) ?? arrival.kept;
}

/** Whether there is anything to do for it behind the door. */
const isQueued = ({ item }: Pick<Arrival, 'item'>) => item.startsTurn || item.update !== undefined;

/** Null for what says nothing of an earlier message. */
function updateRecord(
  idKeys: IdKeys,
  { tenant, account }: KnownAccount,
  { item: { update }, kept, key: turnId }: Arrival,
): UpdateRecord | null {
  if (!update) return null;
  const { text: _, ...message } = kept;
  const turnIds = idKeys.map((each) => receivedKey(each, tenant.id, account, update.providerMessageId));
  return { kind: 'update', turnId, message, accountId: account.id, update, turnIds };
}

/** The message gets an id of ours, which sorts; the provider's stays in its metadata. */
function turnRecord(
  { tenant, account }: KnownAccount,
  { kept: message, key: turnId, triedSinceMs }: Arrival,
  messageId: string,
): TurnRecord {
  return {
    kind: 'turn',
    turnId,
    message: {
      ...message,
      messageId,
      metadata: { ...message.metadata, providerMessageId: message.messageId },
    },
    flowId: account.flow,
    sessionId: message.user.id,
    accountId: account.id,
    idleMinutes: account.idle_minutes ?? limits.idleMinutes,
    retentionDays: tenant.retention_days ?? limits.logRetentionDays,
    ...(triedSinceMs !== undefined && { triedSinceMs }),
  };
}
