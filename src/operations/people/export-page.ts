import type { CommittedTurn, Conversation } from '../../domain/conversation.ts';
import { isErased } from '../../domain/erasure.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { ConversationName } from '../../ports/conversation-store.ts';
import type { VisitorName } from '../../ports/personal-data.ts';
import {
  type ExportedConversation,
  exportFile,
  exportTurn,
  nothingOf,
  runsOf,
  standingOf,
  type VisitorExport,
} from './export-visitor.ts';
import { conversationsOfRuns, findVisitor } from './find-visitor.ts';
import type { PeoplePorts } from './people-ports.ts';
import { lettersOf } from './stored-of.ts';

/** Where a page begins: in which conversation, among what of it, and behind what. */
export interface ExportPlace {
  readonly conversationId: string;
  readonly among: 'turns' | 'large' | 'files' | 'runs' | 'letters';
  readonly after: string;
}

/** How much one page may hold, and until when it is written. */
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
 * A page of everything that is kept of a visitor. A conversation that does not end on it goes on with the next: what is
 * listed of it is to be put together, and where it stands comes with its last part.
 */
export async function exportVisitorPage(
  ports: PeoplePorts,
  visitor: VisitorName,
  { from, bytes, untilMs }: Bounds,
): Promise<{ readonly page: VisitorExport; readonly next: ExportPlace | null }> {
  const found = await findVisitor(ports, visitor);
  const { names, known } = found;
  const ofRuns = await conversationsOfRuns(ports, visitor, found);
  const conversationIds = [...new Set([...found.conversationIds, ...ofRuns])];
  const isKnown = known.some(({ names: ofAccount }) => ofAccount.size > 0);
  const pages = new Map<string, ExportedConversation>();
  let left = bytes;
  let next: ExportPlace | null = null;
  const pageOf = () => ({
    ...visitor,
    exportedAt: new Date(ports.nowMs()).toISOString(),
    names: isKnown || pages.size > 0 ? names : [],
    conversations: [...pages.values()],
  });
  for (const conversationId of conversationIds.toSorted()) {
    if (from && conversationId < from.conversationId) continue;
    const begin = from?.conversationId === conversationId ? from : null;
    for await (const { piece, place } of piecesOf(ports, { ...visitor, conversationId }, begin)) {
      // At least one: a page must lead on.
      if (next && (left <= 0 || ports.nowMs() >= untilMs)) return { page: pageOf(), next };
      next = place;
      left -= JSON.stringify(piece).length;
      pages.set(conversationId, joined(pages.get(conversationId) ?? nothingOf(conversationId), piece));
    }
  }
  return { page: pageOf(), next: null };
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
  for (const { id, reason, deadAtMs, body } of await lettersOf(ports, name)) {
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
    place: { conversationId, among: 'turns', after: idOf(turn) },
    piece: { turns: [await exportTurn(ports, tenantId, turn, notes)] },
  });
  let after = from;
  for (;;) {
    const turns = await ports.turnLog.read(tenantId, conversationId, after || null, turnsPerRead);
    for (const turn of turns) yield pieceOf(turn);
    const last = turns.at(-1);
    if (!last) break;
    after = idOf(last);
  }
  // Not in the log yet: what is was told before.
  for (const turn of outbox.filter((each) => idOf(each) > after)) yield pieceOf(turn);
}

/** As the log is sorted. */
const idOf = ({ replies, inbound, turnId }: CommittedTurn) => replies.at(-1)?.id ?? inbound?.id ?? turnId;
