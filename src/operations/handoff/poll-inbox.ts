import * as z from 'zod/mini';
import type { InboxAnswer } from '../../contract/admin/handoffs.ts';
import { limits } from '../../contract/limits.ts';
import { assignsAutomatically, queueRulesOf, queuesOf } from '../../contract/queues.ts';
import { besideTurn } from '../../domain/beside-turn.ts';
import { followsOn, readMessages, readSide } from '../../domain/conversation.ts';
import { invalidParameter } from '../../domain/errors.ts';
import { handoffOf } from '../../domain/handoff.ts';
import { type IdKeys, leastIdAt } from '../../domain/message-ids.ts';
import type { FileAddresses, FileRecords } from '../../ports/files.ts';
import type { FedEntry, HandoffIndex, InboxFeed, Presence, Typing } from '../../ports/handoff.ts';
import { withFiles } from '../files/read-address.ts';
import { isSigned, questionOf, signatureOf } from '../list-cursor.ts';
import type { AgentPorts, Stored } from '../turn/change-as-agent.ts';
import { changeBeside } from '../turn/change-beside.ts';

/** What a long-poll of the inbox uses. */
export type InboxPorts = Pick<
  AgentPorts,
  'conversations' | 'turnLog' | 'directory' | 'backgroundJobs' | 'log' | 'nowMs' | 'pause' | 'random'
> & {
  readonly inboxIndex: HandoffIndex;
  readonly addresses: FileAddresses;
  readonly files: Pick<FileRecords, 'findAll'>;
  readonly feed: InboxFeed;
  readonly presence: Presence;
  /** Cursors are signed with them. */
  readonly idKeys: () => Promise<IdKeys>;
  readonly typing: Typing;
};

/** The state of an inbox, and what it polls for. */
export interface InboxAsked {
  readonly tenantId: string;
  readonly userId: string;
  /** The previous response's cursor; null starts. */
  readonly cursor: string | null;
  readonly watched: {
    readonly conversationId: string;
    readonly after: string | null;
    /** Whether the visitor is shown as typing. */
    readonly typing: boolean;
  } | null;
  readonly isAway: boolean;
  readonly waits: boolean;
}

/** A reader's position: a time, and the entries just before it that were already returned. */
interface Reached {
  readonly atMs: number;
  readonly given: readonly string[];
}

/**
 * Returns the changes for agents since their cursor, and waits up to 25 s for them. It is also their heartbeat:
 * an agent who polls is present.
 * @throws `invalid_parameter` for a cursor that was not issued, or issued to another user
 * @see handoff.md 2.1
 */
export async function pollInbox(ports: InboxPorts, asked: InboxAsked): Promise<InboxAnswer> {
  const { tenantId, userId } = asked;
  const startedAtMs = ports.nowMs();
  const untilMs = startedAtMs + (asked.waits ? limits.pollHoldMs : 0);
  const wasThere = await ports.presence.note(tenantId, userId, !asked.isAway);
  if (!wasThere && !asked.isAway) await announce(ports, asked);
  const reached = asked.cursor === null ? null : readCursor(await ports.idKeys(), asked, asked.cursor);
  if (!reached || reached.atMs < startedAtMs - limits.feedReadMs)
    return answerOf(ports, asked, { reached: { atMs: startedAtMs, given: [] }, fresh: [], reset: true });
  for (let look = 0; ; look += 1) {
    const nowMs = ports.nowMs();
    const entries = await ports.feed.since(tenantId, reached.atMs - limits.feedOverlapMs);
    const next = { atMs: nowMs, given: entries.filter(isYoung(nowMs)).map(({ id }) => id) };
    if (entries.length > limits.feedEntries)
      return answerOf(ports, asked, { reached: next, fresh: [], reset: true });
    const fresh = entries.filter(({ id }) => !reached.given.includes(id));
    const isOver = nowMs + limits.feedIntervalMs > untilMs;
    const watched = await watchedNow(ports, asked, fresh, isOver ? 0 : look);
    const isNews =
      watched !== null && (watched.messages.length > 0 || watched.typing !== asked.watched?.typing);
    if (fresh.length > 0 || isNews || isOver)
      return answerOf(ports, asked, { reached: next, fresh, watched });
    await ports.pause(limits.feedIntervalMs);
  }
}

/** Enqueues an assignment for an agent who has become available. */
async function announce(
  { directory, backgroundJobs, log }: Pick<InboxPorts, 'directory' | 'backgroundJobs' | 'log'>,
  { tenantId, userId }: InboxAsked,
): Promise<void> {
  if (!assignsAutomatically(await directory.findTenant(tenantId))) return;
  // The schedule notices it as well, later.
  await backgroundJobs
    .enqueue([{ kind: 'assign', tenantId, userId }])
    .catch((error: unknown) => log.error('an available agent is not announced', error, { tenantId, userId }));
}

/** The item of who is typing is read at every third look. */
const typingLooks = 3;

/**
 * The news of the watched conversation. The feed reports all of its changes, so it is read on the first and last
 * iteration, when the feed names it, and when the visitor starts or stops typing.
 */
async function watchedNow(
  ports: Ports,
  { tenantId, userId, watched }: InboxAsked,
  fresh: readonly FedEntry[],
  look: number,
): ReturnType<typeof watchConversation> {
  if (!watched) return null;
  const name = { tenantId, userId, ...watched };
  const isReported = look === 0 || fresh.some(({ conversationId }) => conversationId === name.conversationId);
  const readsTyping = !isReported && look % typingLooks === 0;
  const isOtherTyping = readsTyping && (await ports.typing.read(name, {})).visitor !== watched.typing;
  return isReported || isOtherTyping ? watchConversation(ports, name) : null;
}

/** Entries that may appear again to a later reader. */
const isYoung =
  (nowMs: number) =>
  ({ id }: FedEntry): boolean =>
    id >= leastIdAt(nowMs - limits.feedOverlapMs);

async function answerOf(
  ports: InboxPorts,
  asker: InboxAsked,
  found: {
    readonly reached: Reached;
    readonly fresh: readonly FedEntry[];
    readonly reset?: true;
    readonly watched?: Awaited<ReturnType<typeof watchConversation>> | null;
  },
): Promise<InboxAnswer> {
  const { reached, fresh, reset } = found;
  const { tenantId, userId, watched: asked } = asker;
  const watched =
    found.watched ?? (asked && (await watchConversation(ports, { tenantId, userId, ...asked })));
  return {
    cursor: cursorOf(await ports.idKeys(), asker, reached),
    ...(reset && { reset }),
    rows: latest(fresh),
    ...(watched && { watched }),
    queues: await queuesNow(ports, tenantId),
  };
}

type Ports = Pick<AgentPorts, 'conversations' | 'turnLog' | 'nowMs' | 'pause' | 'random'> & {
  readonly addresses: FileAddresses;
  readonly files: Pick<FileRecords, 'findAll'>;
  readonly feed: InboxFeed;
  readonly typing: Typing;
};

/**
 * Changes of the open conversation; null if it does not exist. An agent who has it open has seen why they would get an
 * email about it.
 * @see handoff.md 2.1
 */
export async function watchConversation(
  ports: Ports,
  name: {
    readonly tenantId: string;
    readonly userId: string;
    readonly conversationId: string;
    readonly after: string | null;
  },
): Promise<NonNullable<InboxAnswer['watched']> | null> {
  const { tenantId, userId, conversationId, after } = name;
  const stored = await ports.conversations.find(tenantId, conversationId);
  if (!stored) return null;
  if (withoutAlertsOf(stored, userId))
    await changeBeside(ports, stored, (now) => withoutAlertsOf(now, userId));
  const isNew = stored.lastMessageId !== null && stored.lastMessageId > (after ?? '');
  const [turns, side, { visitor }] = await Promise.all([
    isNew ? turnsAfter(ports, name) : [],
    ports.feed.side(name),
    ports.typing.read(name, { visitor: handoffOf(stored)?.lastVisitorAtMs ?? null }),
  ]);
  const messages = turns.flatMap((turn) => readMessages(turn, side)).filter(({ id }) => id > (after ?? ''));
  return {
    messages: [...(await withFiles(ports, tenantId, messages))],
    side: readSide(side),
    typing: visitor,
  };
}

/** Null if the agent has no alerts there. */
function withoutAlertsOf(stored: Stored, userId: string): Stored | null {
  const { alerts = [] } = stored;
  const others = alerts.filter((alert) => alert.userId !== userId);
  return others.length === alerts.length ? null : besideTurn(stored, { alerts: others });
}

/** Only complete, gapless turns: one whose predecessor isn't in the log yet waits. */
async function turnsAfter(
  { turnLog, nowMs }: Ports,
  { tenantId, conversationId, after }: Parameters<typeof watchConversation>[1],
) {
  const turns = await turnLog.read(tenantId, conversationId, after, limits.pollMessages);
  let reached = after ?? '';
  return turns.filter((turn) => {
    if (!followsOn(turn, reached, nowMs())) return false;
    const last = turn.replies.at(-1) ?? turn.inbound;
    if (last && last.id > reached) reached = last.id;
    return true;
  });
}

/** The latest entry of each conversation. */
function latest(entries: readonly FedEntry[]): InboxAnswer['rows'] {
  const rows = new Map<string, InboxAnswer['rows'][number]>();
  for (const { conversationId, version, handoff } of entries)
    if (version >= (rows.get(conversationId)?.version ?? 0))
      rows.set(conversationId, { conversationId, version, handoff });
  return [...rows.values()];
}

/** With more queues than this, one query counts them all. @see docs/decisions/lists-of-handoffs.md */
const queriedQueues = 2;
/** The maximum number of handoffs that this query reads. */
const countedMost = 4_000;

async function queuesNow(
  { directory, inboxIndex }: InboxPorts,
  tenantId: string,
): Promise<InboxAnswer['queues']> {
  const tenant = await directory.findTenant(tenantId);
  const names = queuesOf(tenant);
  const list = (name: string | null, limit: number) =>
    inboxIndex.list(tenantId, { of: 'queue', name }, { limit });
  const all = names.length > queriedQueues ? await list(null, countedMost) : null;
  // A flood in one queue must not show the others as empty.
  const isWhole = all !== null && all.length < countedMost;
  const waiting = isWhole
    ? all
    : (await Promise.all(names.map((name) => list(name, limits.shownPosition)))).flat();
  const waitingIn = Map.groupBy(waiting, ({ name }) => name);
  return names.map((name) => {
    const own = waitingIn.get(name) ?? [];
    const oldest = own[0] ? new Date(own[0].atMs).toISOString() : null;
    const { targetSeconds } = queueRulesOf(tenant, name);
    return { name, waiting: Math.min(own.length, limits.shownPosition), oldest, targetSeconds };
  });
}

const cursorContent = z.tuple([
  z.int().check(z.gte(0)),
  z.array(z.string().check(z.maxLength(200))).check(z.maxLength(limits.feedEntries + 1)),
]);

/** The signature stands last among what was given: the last release, which may read it, finds no entry of that name. */
const mark = 'signed:';
const questionFor = ({ tenantId, userId }: InboxAsked) => questionOf(tenantId, 'poll-inbox', { userId });

function cursorOf(keys: IdKeys, asker: InboxAsked, { atMs, given }: Reached): string {
  const signature = signatureOf(keys[0], questionFor(asker), JSON.stringify([atMs, given]));
  return Buffer.from(JSON.stringify([atMs, [...given, mark + signature]])).toString('base64url');
}

/** Null for one without a signature, as the last release returns it: polling starts again. */
function readCursor(keys: IdKeys, asker: InboxAsked, cursor: string): Reached | null {
  try {
    const [atMs, all] = cursorContent.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    const signature = all.at(-1)?.startsWith(mark) ? all.at(-1)?.slice(mark.length) : undefined;
    if (signature === undefined) return null;
    const given = all.slice(0, -1);
    if (isSigned(keys, questionFor(asker), JSON.stringify([atMs, given]), signature)) return { atMs, given };
  } catch {
    // The error is thrown below.
  }
  throw invalidParameter('cursor: this route has not given it to you');
}
