import type { ContactView } from '../../contract/admin/contacts.ts';
import type { CanonicalMessage } from '../../contract/canonical-message.ts';
import type { Priority } from '../../contract/labels.ts';
import { limits } from '../../contract/limits.ts';
import type { MessageUpdate } from '../../contract/queue-records.ts';
import {
  type CommittedTurn,
  type Conversation,
  logKeyOf,
  readMessages,
  type SideEntry,
  type WakeRecord,
} from '../../domain/conversation.ts';
import { isErased } from '../../domain/conversation-after.ts';
import type { ReplyDelivery } from '../../domain/delivery-status.ts';
import type { StoredFile } from '../../domain/stored-file.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { Contact } from '../../ports/contacts.ts';
import type { ConversationName } from '../../ports/conversation-store.ts';
import type { DeadLetter } from '../../ports/deliveries.ts';
import type { VisitorName } from '../../ports/people.ts';
import type { KeptRun } from '../../ports/runs.ts';
import { viewOf } from '../contacts/contact-view.ts';
import { readAddress } from '../files/read-address.ts';
import {
  conversationsOfRuns,
  deadLettersOf,
  findOfContact,
  findVisitor,
  type PeoplePorts,
} from './find-visitor.ts';

/** Everything that is kept of a visitor. @see docs/data.md */
export interface VisitorExport extends VisitorName {
  readonly exportedAt: string;
  /** The identifiers. */
  readonly names: readonly string[];
  readonly conversations: readonly ExportedConversation[];
}

/** The data of one conversation; in a partial one, what isn't exported yet is null. */
export interface ExportedConversation {
  readonly conversationId: string;
  readonly lastActivityAt: string | null;
  /** The flow's position and variables; null before the first step. */
  readonly state: FlowState | null;
  /** A message whose turn runs, or waits. */
  readonly running: CanonicalMessage | null;
  /** The message that the flow uses when it continues by itself. */
  readonly woken: WakeRecord['message'] | null;
  /** What agents see of the visitor. */
  readonly user: Conversation<FlowState>['user'] | null;
  /** Its current or last handoff. */
  readonly humans: Pick<Conversation<FlowState>, 'handoff' | 'lastHandoff'> | null;
  readonly turns: readonly ExportedTurn[];
  /** What agents have marked it with. */
  readonly labels: readonly string[];
  readonly priority: Priority;
  /** The internal notes. */
  readonly notes: readonly SideEntry[];
  /** Messages that were too large for the log, whole. */
  readonly largeMessages: readonly CanonicalMessage[];
  /** Files that the visitor sent, with URLs that are valid for an hour. */
  readonly files: readonly ExportedFile[];
  /** Its runs in the reports. */
  readonly runs: readonly ExportedRun[];
  /** Messages that were given up. */
  readonly deadLetters: readonly Pick<DeadLetter, 'reason' | 'deadAtMs' | 'body'>[];
}

/** From the message that began it to its end. */
export type ExportedRun = Omit<KeptRun, 'tenantId' | 'conversationId'>;

/** A file, as much as is known of it. */
export type ExportedFile = Pick<
  StoredFile,
  'fileId' | 'status' | 'filename' | 'mimeType' | 'sizeBytes' | 'sha256' | 'reason'
> & { readonly sentAt: string; readonly url: string | null };

/** A message, the replies, and the delivery of each. */
type ExportedTurn = Pick<
  CommittedTurn,
  'turnId' | 'to' | 'phone' | 'inbound' | 'inboundMetadata' | 'replies' | 'notices' | 'recorded'
> & {
  readonly deliveries: readonly (ReplyDelivery | null)[];
  /** The visitor's later updates of its messages. */
  readonly updates?: readonly MessageUpdate[];
};

/** Everything that is kept of a visitor, in one document; empty when that is nothing. @see design 9 */
export async function exportVisitor(ports: PeoplePorts, visitor: VisitorName): Promise<VisitorExport> {
  const endless = Number.POSITIVE_INFINITY;
  return (await exportVisitorPage(ports, visitor, { from: null, bytes: endless, untilMs: endless })).page;
}

/** A conversation without exported parts. */
function nothingOf(conversationId: string): ExportedConversation {
  const nothing = {
    lastActivityAt: null,
    state: null,
    running: null,
    woken: null,
    user: null,
    humans: null,
  };
  const lists = {
    labels: [],
    priority: 'none' as const,
    notes: [],
    turns: [],
    largeMessages: [],
    files: [],
    runs: [],
    deadLetters: [],
  };
  return { conversationId, ...nothing, ...lists };
}

/** The stored runs of a conversation, which may be kept longer than it. */
async function runsOf(
  { personal }: Pick<PeoplePorts, 'personal'>,
  name: ConversationName,
): Promise<readonly ExportedRun[]> {
  const runs = await personal.runs(name);
  return runs.map(({ tenantId: _, conversationId: __, ...run }) => run);
}

/** A turn, and what became of its replies. */
async function exportTurn(
  { deliveries: sent }: PeoplePorts,
  tenantId: string,
  turn: CommittedTurn,
  notes: readonly SideEntry[],
): Promise<ExportedTurn> {
  const { turnId, to, phone, inbound, inboundMetadata, replies, notices, recorded } = turn;
  const updates = readMessages(turn, notes).flatMap((message) => message.updates ?? []);
  const deliveries = await Promise.all(replies.map(({ id }) => sent.find(tenantId, id)));
  const more = {
    ...(phone !== undefined && { phone }),
    ...(inboundMetadata && { inboundMetadata }),
    ...(recorded && { recorded }),
    ...(updates.length > 0 && { updates }),
  };
  return { turnId, to, ...more, inbound, replies, notices, deliveries };
}

/** A conversation's position, and its owner. */
function standingOf(stored: Conversation<FlowState>) {
  const { lastActivityMs, state, openTurn, wakeRecord, user = null, handoff, lastHandoff } = stored;
  const { labels = [], priority = 'none' } = stored;
  return {
    lastActivityAt: new Date(lastActivityMs).toISOString(),
    state,
    running: openTurn?.record.message ?? null,
    woken: wakeRecord?.message ?? null,
    user,
    humans: { handoff, lastHandoff },
    labels,
    priority,
  };
}

/** A file, with an address that it can be read from for a while. */
async function exportFile(
  ports: Pick<PeoplePorts, 'addresses' | 'nowMs'>,
  file: StoredFile,
): Promise<ExportedFile> {
  const { fileId, status, filename, mimeType, sizeBytes, sha256, reason, createdAtMs } = file;
  return {
    ...{ fileId, status, filename, mimeType },
    ...(sizeBytes !== undefined && { sizeBytes }),
    ...(sha256 !== undefined && { sha256 }),
    ...(reason !== undefined && { reason }),
    sentAt: new Date(createdAtMs).toISOString(),
    url: await readAddress(ports, file, limits.providerAddressS),
  };
}

/** The start of a page: the conversation, the list in it, and the cursor. */
export interface ExportPlace {
  readonly conversationId: string;
  readonly among: 'turns' | 'large' | 'files' | 'runs' | 'letters';
  readonly after: string;
}

/** The maximum size of a page, and its deadline. */
interface Bounds {
  readonly from: ExportPlace | null;
  readonly bytes: number;
  readonly untilMs: number;
}

/** A piece of a conversation, and the place behind it. */
interface Piece {
  readonly place: ExportPlace;
  readonly piece: Partial<ExportedConversation>;
}

const turnsPerRead = 50;
const runsPerPiece = 50;

/**
 * Returns a page of everything stored of a visitor. A conversation that doesn't fit continues on the next page:
 * its lists are to be joined, and its state comes with the last part.
 */
export async function exportVisitorPage(
  ports: PeoplePorts,
  visitor: VisitorName,
  bounds: Bounds,
): Promise<{ readonly page: VisitorExport; readonly next: ExportPlace | null }> {
  const found = await findVisitor(ports, visitor);
  const { names, known } = found;
  const ofRuns = await conversationsOfRuns(ports, visitor, found);
  const conversationIds = [...new Set([...found.conversationIds, ...ofRuns])];
  const isKnown = known.some(({ names: ofAccount }) => ofAccount.size > 0);
  const { conversations, next } = await exportConversations(ports, { ...visitor, conversationIds }, bounds);
  const page = {
    ...visitor,
    exportedAt: new Date(ports.nowMs()).toISOString(),
    names: isKnown || conversations.length > 0 ? names : [],
    conversations,
  };
  return { page, next };
}

/** Everything that is kept of a contact. */
export interface ContactExport {
  readonly tenantId: string;
  readonly exportedAt: string;
  readonly contact: ContactView;
  /** The identifiers on chat apps and in contact centers. */
  readonly names: readonly string[];
  readonly conversations: readonly ExportedConversation[];
}

/** Returns a page of everything stored of a contact, on all channels. */
export async function exportContactPage(
  ports: PeoplePorts,
  contact: Contact,
  bounds: Bounds,
): Promise<{ readonly page: ContactExport; readonly next: ExportPlace | null }> {
  const { tenantId, contactId } = contact;
  const identities = await ports.contacts.identitiesOf(tenantId, contactId);
  const found = [...(await findOfContact(ports, tenantId, identities)).values()];
  const conversationIds = found.flatMap((of) => of.conversationIds);
  const { conversations, next } = await exportConversations(ports, { tenantId, conversationIds }, bounds);
  const page = {
    tenantId,
    exportedAt: new Date(ports.nowMs()).toISOString(),
    contact: viewOf(contact, identities),
    names: [...new Set(found.flatMap(({ names }) => names))],
    conversations,
  };
  return { page, next };
}

async function exportConversations(
  ports: PeoplePorts,
  { tenantId, conversationIds }: { readonly tenantId: string; readonly conversationIds: readonly string[] },
  { from, bytes, untilMs }: Bounds,
): Promise<{ readonly conversations: readonly ExportedConversation[]; readonly next: ExportPlace | null }> {
  const pages = new Map<string, ExportedConversation>();
  let left = bytes;
  let next: ExportPlace | null = null;
  for (const conversationId of conversationIds.toSorted()) {
    if (from && conversationId < from.conversationId) continue;
    const begin = from?.conversationId === conversationId ? from : null;
    for await (const { piece, place } of piecesOf(ports, { tenantId, conversationId }, begin)) {
      // At least one: a page must lead on.
      if (next && (left <= 0 || ports.nowMs() >= untilMs))
        return { conversations: [...pages.values()], next };
      next = place;
      left -= JSON.stringify(piece).length;
      pages.set(conversationId, joined(pages.get(conversationId) ?? nothingOf(conversationId), piece));
    }
  }
  return { conversations: [...pages.values()], next: null };
}

function joined(before: ExportedConversation, piece: Partial<ExportedConversation>): ExportedConversation {
  const { turns = [], largeMessages = [], files = [], runs = [], deadLetters = [], ...rest } = piece;
  return {
    ...before,
    ...rest,
    turns: [...before.turns, ...turns],
    largeMessages: [...before.largeMessages, ...largeMessages],
    files: [...before.files, ...files],
    runs: [...before.runs, ...runs],
    deadLetters: [...before.deadLetters, ...deadLetters],
  };
}

const order = ['turns', 'large', 'files', 'runs', 'letters'] as const;

async function* piecesOf(
  ports: PeoplePorts,
  name: ConversationName,
  from: ExportPlace | null,
): AsyncGenerator<Piece> {
  const { tenantId, conversationId } = name;
  const stored = await ports.conversations.find(tenantId, conversationId);
  const begin = order.indexOf(from?.among ?? 'turns');
  const after = (among: ExportPlace['among']) => (from?.among === among ? from.after : '');
  if (!stored || isErased(stored)) {
    if (begin <= 3) yield* runPieces(ports, name, after('runs'));
    return;
  }
  if (begin <= 0) yield* turnPieces(ports, stored, after('turns'));
  if (begin <= 1) {
    for (const key of (await ports.personal.largeKeys(name)).toSorted()) {
      const message = key > after('large') ? await ports.largeMessages.find(tenantId, key) : null;
      if (message)
        yield { place: { conversationId, among: 'large', after: key }, piece: { largeMessages: [message] } };
    }
  }
  if (begin <= 2) {
    const files = (await ports.files.ofConversation(name)).toSorted((a, b) => (a.fileId < b.fileId ? -1 : 1));
    for (const file of files) {
      if (file.fileId <= after('files')) continue;
      const place = { conversationId, among: 'files', after: file.fileId } as const;
      yield { place, piece: { files: [await exportFile(ports, file)] } };
    }
  }
  if (begin <= 3) yield* runPieces(ports, name, after('runs'));
  for (const { id, reason, deadAtMs, body } of await deadLettersOf(ports, name)) {
    if (id <= after('letters')) continue;
    const deadLetters = [{ reason, deadAtMs, body }];
    yield { place: { conversationId, among: 'letters', after: id }, piece: { deadLetters } };
  }
  // Behind every letter: their ids are ULIDs.
  yield {
    place: { conversationId, among: 'letters', after: '~' },
    piece: { ...standingOf(stored), notes: await ports.personal.notes(name) },
  };
}

async function* runPieces(ports: PeoplePorts, name: ConversationName, from: string): AsyncGenerator<Piece> {
  const { conversationId } = name;
  const left = (await runsOf(ports, name)).filter(({ run }) => run.id > from);
  for (let at = 0; at < left.length; at += runsPerPiece) {
    const runs = left.slice(at, at + runsPerPiece);
    yield { place: { conversationId, among: 'runs', after: runs.at(-1)?.run.id ?? from }, piece: { runs } };
  }
}

async function* turnPieces(
  ports: PeoplePorts,
  { tenantId, conversationId, outbox }: Conversation<FlowState>,
  from: string,
): AsyncGenerator<Piece> {
  const notes = await ports.personal.notes({ tenantId, conversationId });
  const pieceOf = async (turn: CommittedTurn): Promise<Piece> => ({
    place: { conversationId, among: 'turns', after: logKeyOf(turn) },
    piece: { turns: [await exportTurn(ports, tenantId, turn, notes)] },
  });
  let after = from;
  for (;;) {
    const turns = await ports.turnLog.read(tenantId, conversationId, after || null, turnsPerRead);
    for (const turn of turns) yield pieceOf(turn);
    const last = turns.at(-1);
    if (!last) break;
    after = logKeyOf(last);
  }
  // Not in the log yet; what is was exported before.
  for (const turn of outbox.filter((each) => logKeyOf(each) > after)) yield pieceOf(turn);
}
