import type { InboundItem } from '../../channels/channel.ts';
import type { CanonicalMessage } from '../../contract/canonical-message.ts';
import { limits } from '../../contract/limits.ts';
import type { FileJob, TurnRecord, UpdateRecord } from '../../contract/queue-records.ts';
import type { Attachment } from '../../contract/vocabulary.ts';
import { TemporarilyUnavailableError } from '../../domain/errors.ts';
import { type IdKey, type IdKeys, newMessageId } from '../../domain/message-ids.ts';
import { receivedEvent } from '../../domain/turn-effects.ts';
import type { KnownAccount } from '../../ports/directory.ts';
import type { Receipt } from '../../ports/turns.ts';
import { deriveId, receivedKey } from '../derive-id.ts';
import type { Gateway } from '../gateway.ts';
import { inPieces, type Outcome, outcomeOf, runConcurrently } from '../run-concurrently.ts';
import { addressMessages } from './find-people.ts';

export type TakePorts = Pick<
  Gateway,
  | 'bus'
  | 'fileJobs'
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
/** The batch size of EventBridge and SQS. */
const perCall = 10;
const queueCallsAtOnce = 25;

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
  const [claimed, addressed] = await Promise.all([
    claimAll(gateway, known.tenant.id, [...byKey.values()]),
    outcomeOf(addressMessages(gateway, known, items)),
  ]);
  fail(claimed.fresh, addressed);
  if ('value' in addressed)
    for (const arrival of claimed.fresh) arrival.kept = addressed.value.get(arrival.item) ?? arrival.kept;
  await keepMedia(gateway, idKeys, known, claimed.fresh);
  await keepLargeOnes(gateway, known, claimed.fresh);
  // Side by side: what is queued and not published is taken again, and known by the worker.
  const [published] = await Promise.all([
    publishAll(gateway, alive(claimed.fresh)),
    queueAll(gateway, idKeys, known, claimed.fresh),
  ]);
  // A message after an unpublished one has not overtaken it: both are queued.
  for (const [arrivals, outcome] of published) fail(arrivals, outcome);
  const taken = alive(claimed.fresh);
  const lost = [...claimed.failed, ...claimed.fresh].find(({ failure }) => failure);
  await rememberAll(gateway, known, claimed.fresh, taken);
  reportTaken(gateway, known, taken, items.length - byKey.size + claimed.duplicates);
  if (lost?.failure) throw lost.failure.error;
}

/**
 * Has the files of messages fetched that the provider holds, and gives each the id that it is known by from now on. The
 * messages do not wait for them. One call, and none where there is no file.
 * @see design 14
 */
async function keepMedia(
  { fileJobs, nowMs }: Pick<Gateway, 'fileJobs' | 'nowMs'>,
  [key]: IdKeys,
  known: KnownAccount,
  fresh: readonly Arrival[],
): Promise<void> {
  const withFiles = alive(fresh).filter(({ kept }) =>
    kept.attachments.some(({ mediaId }) => mediaId !== undefined),
  );
  const jobs: FileJob[] = [];
  for (const arrival of withFiles) {
    const { kept } = arrival;
    const attachments = kept.attachments.map((attachment) => named(key, known, attachment));
    arrival.kept = { ...kept, attachments };
    for (const { fileId, mediaId, mimeType = '', filename = '', sha256 } of attachments) {
      if (fileId === undefined || mediaId === undefined) continue;
      jobs.push({
        kind: 'fetch-media',
        tenantId: known.tenant.id,
        ...{ fileId, mediaId, mimeType, filename },
        ...(sha256 !== undefined && { sha256 }),
        channel: known.account.channel,
        accountId: known.account.id,
        conversationId: kept.conversationId,
        receivedAtMs: nowMs(),
        retentionDays: known.tenant.retention_days ?? limits.logRetentionDays,
        correlationId: kept.correlationId,
      });
    }
  }
  if (jobs.length === 0) return;
  fail(withFiles, await outcomeOf(fileJobs.enqueue(jobs)));
  blockFollowers(fresh);
}

/** The same for each delivery of the message, so that a file is fetched once. */
function named(key: IdKey, { tenant, account }: KnownAccount, attachment: Attachment): Attachment {
  const { mediaId } = attachment;
  if (mediaId === undefined) return attachment;
  const fileId = deriveId(key, 'media', tenant.id, account.channel, account.id, mediaId);
  return { ...attachment, fileId, status: 'pending' };
}

type ClaimPorts = Pick<Gateway, 'received' | 'pause'>;

const waitsForTwin = 20;
const waitMs = 100;

/**
 * Claims each message. The caller gets unclaimed ones and abandoned claims, but not the messages after one that
 * couldn't be claimed.
 */
async function claimAll(gateway: ClaimPorts, tenantId: string, arrivals: readonly Arrival[]) {
  const claims = await runConcurrently(arrivals, async (arrival) => {
    const receipt = await claimUnderAny(gateway, tenantId, arrival);
    if (receipt.is === 'again') arrival.triedSinceMs = receipt.sinceMs;
    if (receipt.is !== 'taken') return 'fresh';
    // Only for later traces of the message: the provider does not wait for it.
    await gateway.received.noteDuplicate(tenantId, arrival.key).catch(() => undefined);
    return 'duplicate';
  });
  const of = (result: 'duplicate' | 'fresh') =>
    arrivals.filter((_, n) => {
      const claim = claims[n];
      return claim && 'value' in claim && claim.value === result;
    });
  for (const [n, claim] of claims.entries()) fail(arrivals.slice(n, n + 1), claim);
  blockFollowers(arrivals);
  const fresh = of('fresh');
  return {
    fresh,
    duplicates: of('duplicate').length,
    failed: arrivals.filter((arrival) => arrival.failure && !fresh.includes(arrival)),
  };
}

/** Previous ID keys are used only while they exist; what was stored under one stays there. */
async function claimUnderAny(gateway: ClaimPorts, tenantId: string, arrival: Arrival) {
  const { otherKeys } = arrival;
  const found = await Promise.all(otherKeys.map((key) => gateway.received.find(tenantId, key)));
  if (found.some((message) => message?.taken)) return { is: 'taken' } as const;
  arrival.key = otherKeys.find((_, n) => found[n]) ?? arrival.key;
  return claim(gateway, tenantId, arrival.key);
}

/** @throws TemporarilyUnavailableError when the same message is being taken and it takes long */
export async function claim(
  { received, pause }: ClaimPorts,
  tenantId: string,
  key: string,
): Promise<Exclude<Receipt, { is: 'being-taken' }>> {
  for (let wait = 0; wait < waitsForTwin; wait += 1) {
    const receipt = await received.claim(tenantId, key);
    if (receipt.is !== 'being-taken') return receipt;
    await pause(waitMs);
  }
  throw new TemporarilyUnavailableError();
}

const dayS = 24 * 60 * 60;
const bytesOf = (message: CanonicalMessage) => Buffer.byteLength(JSON.stringify(message));

/**
 * Makes large messages fit the queue, the bus and the conversation's item: their beginning with a reference to the whole,
 * which is stored first.
 * @see design 2.7
 */
async function keepLargeOnes(
  { largeMessages, nowMs }: Pick<Gateway, 'largeMessages' | 'nowMs'>,
  { tenant }: KnownAccount,
  fresh: readonly Arrival[],
): Promise<void> {
  const large = alive(fresh).filter(({ kept }) => bytesOf(kept) > limits.queuedMessageBytes);
  if (large.length === 0) return;
  const keptDays = tenant.retention_days ?? limits.logRetentionDays;
  const expiresAtS = Math.ceil(nowMs() / 1000) + keptDays * dayS;
  const stored = await runConcurrently(large, async (arrival) => {
    const { key, kept: message } = arrival;
    await largeMessages.store(tenant.id, key, message, expiresAtS);
    const { text, attachments, user } = message;
    const abridged = {
      ...message,
      ...(text !== undefined && { text: text.slice(0, limits.textChars).toWellFormed() }),
      attachments: attachments.slice(0, limits.attachments),
      user: { id: user.id },
      metadata: { stored: { key, bytes: bytesOf(message) } },
    };
    const fits = bytesOf(abridged) <= limits.queuedMessageBytes;
    arrival.kept = fits ? abridged : { ...abridged, attachments: [] };
  });
  for (const [n, outcome] of stored.entries()) fail(large.slice(n, n + 1), outcome);
  blockFollowers(fresh);
}

/** The result per item. */
async function publishAll({ bus }: TakePorts, fresh: readonly Arrival[]) {
  const pieces = inPieces(fresh, perCall);
  const published = await runConcurrently(pieces, (piece) =>
    bus.publish(piece.map(({ kept: message, key }) => receivedEvent(message, key))),
  );
  return published.map((outcome, n) => [pieces[n] ?? [], outcome] as const);
}

/** Each call has whole conversations. */
async function queueAll(
  gateway: TakePorts,
  idKeys: IdKeys,
  known: KnownAccount,
  fresh: readonly Arrival[],
): Promise<void> {
  const turns = alive(fresh).filter(isQueued);
  const conversations = Map.groupBy(turns, conversationOf);
  const receivedAtMs = gateway.nowMs();
  // In the order of the body, though all came in one moment.
  const atMs = new Map(
    [...conversations.values()].flatMap((of) => of.map((each, n) => [each, receivedAtMs + n])),
  );
  const idOf = (arrival: Arrival) => newMessageId(() => atMs.get(arrival) ?? receivedAtMs, gateway.random);
  const queued = Map.groupBy([...conversations.values()].entries(), ([n]) => n % queueCallsAtOnce);
  await runConcurrently([...queued.values()], async (group) => {
    const waiting = group.flatMap(([, conversation]) => conversation);
    while (waiting.length > 0) {
      blockFollowers(fresh);
      const piece = alive(waiting.splice(0, perCall));
      const records = piece.map(
        (arrival) => updateRecord(idKeys, known, arrival) ?? turnRecord(known, arrival, idOf(arrival)),
      );
      const sent = await outcomeOf(gateway.queue.sendAll(records));
      for (const arrival of piece) {
        if ('error' in sent) fail([arrival], sent);
        else if (sent.value.includes(arrival.key))
          fail([arrival], { error: new TemporarilyUnavailableError() });
      }
    }
  });
  blockFollowers(fresh);
}

/** Completes the claims of stored messages, and releases the others. */
async function rememberAll(
  gateway: TakePorts,
  { tenant }: KnownAccount,
  fresh: readonly Arrival[],
  taken: readonly Arrival[],
) {
  const traces = taken.map(({ key, kept, item }) => {
    const { correlationId, conversationId, receivedAt } = kept;
    return { key, trace: { correlationId, conversationId, receivedAt, queued: isQueued({ item }) } };
  });
  const lost = fresh.filter(({ failure }) => failure);
  if (lost.length > 0) await gateway.received.releaseAll(tenant.id, lost).catch(() => undefined);
  await gateway.received.markAllTaken(tenant.id, traces);
}

function reportTaken(
  { metrics, log }: TakePorts,
  { tenant, account }: KnownAccount,
  taken: readonly Arrival[],
  duplicates: number,
): void {
  const dimensions = { tenantId: tenant.id, channel: account.channel };
  const silent = taken.filter((arrival) => !isQueued(arrival)).length;
  const received = taken.length + duplicates;
  if (received > 0) metrics.count('MessagesReceived', dimensions, received);
  if (duplicates > 0) metrics.count('MessagesDuplicate', dimensions, duplicates);
  if (silent > 0) metrics.count('MessagesIgnored', dimensions, silent);
  for (const { key: turnId, kept } of taken) {
    const { conversationId, correlationId } = kept;
    log.info('a message is received', { ...dimensions, conversationId, correlationId, turnId });
  }
}

/** Whether it has to be queued. */
const isQueued = ({ item }: Pick<Arrival, 'item'>) => item.startsTurn || item.update !== undefined;

/** Null if it doesn't update an earlier message. */
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

/** A message from a channel. */
type MessageItem = Extract<InboundItem, { kind: 'message' }>;

/** An incoming message; `failure` is why it, or an earlier one of its conversation, could not be queued. */
interface Arrival {
  key: string;
  /** Its keys under previous ID keys. */
  readonly otherKeys: readonly string[];
  readonly item: MessageItem;
  kept: CanonicalMessage;
  /** Since when earlier deliveries were tried, one of which may have put it on the queue. */
  triedSinceMs?: number;
  failure?: { readonly error: unknown };
}

/** Those that nothing has failed yet. */
const alive = (arrivals: readonly Arrival[]) => arrivals.filter(({ failure }) => !failure);
const conversationOf = ({ kept }: Arrival) => kept.conversationId;

/** Marks arrivals with the error of what was done for them, if there was one. */
function fail(arrivals: readonly Arrival[], outcome: Outcome<unknown>): void {
  if (!('error' in outcome)) return;
  for (const arrival of arrivals) arrival.failure = outcome;
}

/** A message after one of its conversation that couldn't be accepted must not overtake it. */
function blockFollowers(arrivals: readonly Arrival[]): void {
  const blocked = new Map<string, Arrival['failure']>();
  for (const arrival of arrivals) {
    const failure = arrival.failure ?? blocked.get(conversationOf(arrival));
    if (!failure) continue;
    arrival.failure = failure;
    blocked.set(conversationOf(arrival), failure);
  }
}
