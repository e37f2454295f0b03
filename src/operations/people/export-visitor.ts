import type { CanonicalMessage } from '../../contract/canonical-message.ts';
import { limits } from '../../contract/limits.ts';
import type { MessageUpdate } from '../../contract/message-updates.ts';
import type { CommittedTurn, Conversation, WakeRecord } from '../../domain/conversation.ts';
import type { ReplyDelivery } from '../../domain/delivery-status.ts';
import { isErased } from '../../domain/erasure.ts';
import { readMessages } from '../../domain/message-updates.ts';
import type { SideEntry } from '../../domain/side-entry.ts';
import type { StoredFile } from '../../domain/stored-file.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { ConversationName } from '../../ports/conversation-store.ts';
import type { DeadLetter } from '../../ports/dead-letters.ts';
import type { VisitorName } from '../../ports/personal-data.ts';
import type { KeptRun } from '../../ports/runs.ts';
import { readAddress } from '../files/read-address.ts';
import { conversationsOfRuns, findVisitor } from './find-visitor.ts';
import type { PeoplePorts } from './people-ports.ts';
import { lettersOf, turnsIn } from './stored-of.ts';

/** Everything that is kept of a visitor. @see docs/data.md */
export interface VisitorExport extends VisitorName {
  readonly exportedAt: string;
  /** What they are known by. */
  readonly names: readonly string[];
  readonly conversations: readonly ExportedConversation[];
}

/** What is kept of one conversation; of a part of one, what is not told yet is null. */
export interface ExportedConversation {
  readonly conversationId: string;
  readonly lastActivityAt: string | null;
  /** Where the flow stands, and what it knows; null before the first step. */
  readonly state: FlowState | null;
  /** A message whose turn runs, or waits. */
  readonly running: CanonicalMessage | null;
  /** What the flow speaks of when it goes on by itself. */
  readonly woken: WakeRecord['message'] | null;
  /** What the humans who answer see of them. */
  readonly user: Conversation<FlowState>['user'] | null;
  /** What humans have of it, or last had. */
  readonly humans: Pick<Conversation<FlowState>, 'handoff' | 'lastHandoff'> | null;
  readonly turns: readonly ExportedTurn[];
  /** What people of the tenant have noted beside it. */
  readonly notes: readonly SideEntry[];
  /** Messages that were too large for the log, whole. */
  readonly largeMessages: readonly CanonicalMessage[];
  /** What they have sent; each with an address that it can be read from for an hour. */
  readonly files: readonly ExportedFile[];
  /** What the reports count of it. */
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

/** What was written, what was answered, and what became of each answer. */
type ExportedTurn = Pick<
  CommittedTurn,
  'turnId' | 'to' | 'phone' | 'inbound' | 'inboundMetadata' | 'replies' | 'notices' | 'recorded'
> & {
  readonly deliveries: readonly (ReplyDelivery | null)[];
  /** What they have done to its messages later. */
  readonly updates?: readonly MessageUpdate[];
};

/** Everything that is kept of a visitor, in one document; empty when that is nothing. @see design 9 */
export async function exportVisitor(ports: PeoplePorts, visitor: VisitorName): Promise<VisitorExport> {
  const found = await findVisitor(ports, visitor);
  const { names, known } = found;
  const ofRuns = await conversationsOfRuns(ports, visitor, found);
  const conversationIds = [...new Set([...found.conversationIds, ...ofRuns])];
  const conversations: ExportedConversation[] = [];
  for (const conversationId of conversationIds) {
    const exported = await exportConversation(ports, visitor.tenantId, conversationId);
    if (exported) conversations.push(exported);
  }
  const isKnown = conversations.length > 0 || known.some(({ names: ofAccount }) => ofAccount.size > 0);
  return {
    ...visitor,
    exportedAt: new Date(ports.nowMs()).toISOString(),
    names: isKnown ? names : [],
    conversations,
  };
}

async function exportConversation(
  ports: PeoplePorts,
  tenantId: string,
  conversationId: string,
): Promise<ExportedConversation | null> {
  const name = { tenantId, conversationId };
  const stored = await ports.conversations.find(tenantId, conversationId);
  const runs = await runsOf(ports, name);
  if (!stored || isErased(stored)) return runs.length > 0 ? { ...nothingOf(conversationId), runs } : null;
  const notes = await ports.personal.notes(name);
  const turns: ExportedTurn[] = [];
  for await (const turn of turnsIn(ports, stored)) {
    turns.push(await exportTurn(ports, tenantId, turn, notes));
  }
  const keys = await ports.personal.largeKeys(name);
  const large = await Promise.all(keys.map((key) => ports.largeMessages.find(tenantId, key)));
  const files = await ports.files.ofConversation(name);
  const letters = await lettersOf(ports, name);
  return {
    conversationId,
    ...standingOf(stored),
    notes,
    turns,
    largeMessages: large.filter((message) => message !== null),
    files: await Promise.all(files.map((file) => exportFile(ports, file))),
    runs,
    deadLetters: letters.map(({ reason, deadAtMs, body }) => ({ reason, deadAtMs, body })),
  };
}

/** A conversation of which nothing is told yet. */
export function nothingOf(conversationId: string): ExportedConversation {
  const nothing = { lastActivityAt: null, state: null, running: null, woken: null, user: null, humans: null };
  const lists = { notes: [], turns: [], largeMessages: [], files: [], runs: [], deadLetters: [] };
  return { conversationId, ...nothing, ...lists };
}

/** What is kept of a conversation's runs, which may be longer than the conversation. */
export async function runsOf(
  { personal }: Pick<PeoplePorts, 'personal'>,
  name: ConversationName,
): Promise<readonly ExportedRun[]> {
  const runs = await personal.runs(name);
  return runs.map(({ tenantId: _, conversationId: __, ...run }) => run);
}

/** A turn, and what became of its replies. */
export async function exportTurn(
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

/** Where a conversation stands, and who it is with. */
export function standingOf(stored: Conversation<FlowState>) {
  const { lastActivityMs, state, openTurn, wakeRecord, user = null, handoff, lastHandoff } = stored;
  return {
    lastActivityAt: new Date(lastActivityMs).toISOString(),
    state,
    running: openTurn?.record.message ?? null,
    woken: wakeRecord?.message ?? null,
    user,
    humans: { handoff, lastHandoff },
  };
}

/** A file, with an address that it can be read from for a while. */
export async function exportFile(
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
