import { decodeTime } from 'ulid';
import type { FoundConversation, SearchPage } from '../../contract/admin/conversations.ts';
import { searchLimits } from '../../contract/limits.ts';
import type { LogMessage } from '../../contract/poll.ts';
import { isErased } from '../../domain/conversation-after.ts';
import { idBefore, leastIdAt } from '../../domain/message-ids.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { Contacts } from '../../ports/contacts.ts';
import type { ConversationStore } from '../../ports/conversation-store.ts';
import type { Directory } from '../../ports/directory.ts';
import type { SearchHit, SearchIndex, SearchStretch } from '../../ports/search.ts';
import type { TurnLog } from '../../ports/turns.ts';
import { inPieces, runConcurrently, valuesOf } from '../run-concurrently.ts';
import { detailsOf, knownOf, messagesOf } from './index-conversations.ts';
import { searchedWords, snippetOf } from './words.ts';

/** What searching uses. */
export interface SearchPorts {
  readonly search: Pick<SearchIndex, 'search' | 'stretches'>;
  readonly contacts: Pick<Contacts, 'find' | 'owners'>;
  readonly conversations: Pick<ConversationStore<FlowState>, 'find'>;
  readonly turnLog: Pick<TurnLog, 'read'>;
  readonly directory: Pick<Directory, 'findTenant'>;
  readonly nowMs: () => number;
}

/**
 * A page of the conversations that have every word of the query, by the latest message with one of them. What the index
 * finds is looked up in the log, which alone decides what is still there.
 * @param after the last hit of the page before
 * @throws `invalid_parameter` for a query without words, or with too many
 */
export async function searchConversations(
  ports: SearchPorts,
  asked: {
    readonly tenantId: string;
    readonly q: string;
    readonly limit: number;
    readonly after: string | null;
  },
): Promise<SearchPage> {
  const words = searchedWords(asked.q);
  const { hits, sinceMs } = await ports.search.search(asked.tenantId, words);
  const rest = hits.filter((hit) => isBehind(hit, asked.after));
  const items: FoundConversation[] = [];
  let read = 0;
  for (const some of inPieces(rest.slice(0, searchLimits.hitsRead), asked.limit)) {
    const stretches = await ports.search.stretches(asked.tenantId, some);
    const looked = await runConcurrently(stretches, (stretch) => lookUp(ports, stretch, words));
    for (const found of valuesOf(looked)) {
      if (items.length === asked.limit) break;
      read += 1;
      if (found) items.push(found);
    }
    if (items.length === asked.limit) break;
  }
  const last = rest[read - 1];
  return {
    items,
    cursor: last && read < rest.length ? positionOf(last) : null,
    since: sinceMs === null ? null : new Date(sinceMs).toISOString(),
  };
}

const positionOf = ({ atMs, ref }: SearchHit) => `${atMs}#${ref}`;

function isBehind({ atMs, ref }: SearchHit, after: string | null): boolean {
  if (after === null) return true;
  const [beforeMs = 0, beforeRef = 0] = after.split('#').map(Number);
  return atMs < beforeMs || (atMs === beforeMs && ref < beforeRef);
}

/** The conversation of a hit, with its latest message that has most of the words; null if it is gone. */
async function lookUp(
  ports: SearchPorts,
  stretch: SearchStretch | null,
  words: readonly string[],
): Promise<FoundConversation | null> {
  if (!stretch || stretch.expiresAtS * 1000 <= ports.nowMs()) return null;
  const { tenantId, conversationId } = stretch;
  const [stored, messages] = await Promise.all([
    ports.conversations.find(tenantId, conversationId, 'lately'),
    messagesIn(ports, stretch),
  ]);
  if (!stored || isErased(stored) || messages.length === 0) return null;
  const best = bestOf(messages, words);
  const details = best ? null : snippetOf(detailsOf(stored, await knownOf(ports, stored)), words);
  // Another conversation with the same hash.
  if (!best && details?.found === 0) return null;
  const { channel, userId, user, state } = stored;
  return {
    ...{ conversationId, channel, userId, name: user?.firstName ?? null },
    status: state?.status ?? 'active',
    at: best?.message.timestamp ?? new Date(stretch.lastMs).toISOString(),
    message: best ? { id: best.message.id, author: best.message.author } : null,
    snippet: marked(best?.snippet ?? details ?? { text: '', marks: [] }),
  };
}

const marked = ({ text, marks }: Pick<ReturnType<typeof snippetOf>, 'text' | 'marks'>) => ({
  text,
  marks: marks.map(([start, end]): [number, number] => [start, end]),
});

async function messagesIn(
  { turnLog }: SearchPorts,
  { tenantId, conversationId, firstMs, lastMs }: SearchStretch,
): Promise<readonly LogMessage[]> {
  const all: LogMessage[] = [];
  let after = idBefore(leastIdAt(firstMs));
  for (;;) {
    const turns = await turnLog.read(tenantId, conversationId, after, searchLimits.turnsRead);
    const messages = turns.flatMap(messagesOf);
    all.push(...messages.filter(({ id }) => decodeTime(id) >= firstMs && decodeTime(id) <= lastMs));
    const last = messages.at(-1);
    const reachedMs = last ? decodeTime(last.id) : Number.POSITIVE_INFINITY;
    // DynamoDB may give a page that is shorter than asked: only the stretch's own end is one.
    const isEnd = turns.length < searchLimits.turnsRead && reachedMs === lastMs;
    if (!last || isEnd || reachedMs > lastMs) return all;
    after = last.id;
  }
}

function bestOf(messages: readonly LogMessage[], words: readonly string[]) {
  const found = messages
    .map((message) => ({ message, snippet: snippetOf(message.text, words) }))
    .filter(({ snippet }) => snippet.found > 0);
  const most = Math.max(...found.map(({ snippet }) => snippet.found));
  return found.findLast(({ snippet }) => snippet.found === most) ?? null;
}
