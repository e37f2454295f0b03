import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';
import { ulid } from 'ulid';
import type { AwsClients } from '../../src/aws/clients.ts';
import { ContactsTable } from '../../src/aws/contacts-table.ts';
import { ConversationsTable } from '../../src/aws/conversations-table.ts';
import { SearchTable } from '../../src/aws/search-table.ts';
import { TurnLogTables } from '../../src/aws/turn-log-tables.ts';
import type { CommittedTurn, Conversation } from '../../src/domain/conversation.ts';
import { erasedConversation } from '../../src/domain/conversation-after.ts';
import type { FlowState } from '../../src/engine/interfaces.ts';
import { type IndexPorts, indexConversations } from '../../src/operations/search/index-conversations.ts';
import { searchConversations } from '../../src/operations/search/search-conversations.ts';

type Stored = Conversation<FlowState>;
const dayS = 24 * 60 * 60;

/** Conversations with a log and the index, in the tables of a prefix; every conversation has had an agent unless `hadAgent` says otherwise. */
export function searchWorld(
  { dynamodb }: Pick<AwsClients, 'dynamodb'>,
  prefix: string,
  replaced: Partial<IndexPorts> = {},
) {
  const clock = { nowMs: Date.UTC(2027, 0, 15, 8) };
  const nowMs = () => clock.nowMs;
  const conversations = new ConversationsTable<FlowState>(dynamodb, prefix);
  const contacts = new ContactsTable(dynamodb, prefix, nowMs);
  const turnLog = new TurnLogTables(dynamodb, prefix, nowMs);
  const search = new SearchTable(dynamodb, prefix, nowMs);
  const tenants: Record<string, 'with_agent' | 'all'> = {};
  let draws = 0;
  const ports: IndexPorts = {
    ...{ search, conversations, contacts, turnLog, nowMs },
    directory: {
      findTenant: async (id) => ({
        ...{ id, name: id, status: 'active' as const },
        ...(tenants[id] && { search: tenants[id] }),
        labels: [{ id: 'l-1', name: 'Refund case', color: 'red' as const }],
      }),
    },
    log: { error: (message: string, error: unknown) => fail(message, error) } as unknown as IndexPorts['log'],
    // Nothing is packed unless a test does.
    random: () => 0.5 + ((draws++ * 0.17) % 0.5),
    ...replaced,
  };
  let committed = 0;

  /** Commits a turn with these messages, a second after the one before. */
  const says = async (
    name: { readonly tenantId?: string; readonly conversationId: string },
    texts: readonly string[],
    { retentionDays = 90, ...change }: Partial<Stored> = {},
  ) => {
    const { tenantId = 'acme', conversationId } = name;
    clock.nowMs += 1_000;
    committed += 1;
    const before = await conversations.find(tenantId, conversationId);
    const messages = texts.map((text, n) => ({
      ...{ id: ulid(clock.nowMs + n, () => 0.5), seq: n + 1, text },
      author: n === 0 ? ('user' as const) : ('bot' as const),
      timestamp: new Date(clock.nowMs).toISOString(),
    }));
    const [inbound = null, ...replies] = messages;
    const turn = {
      ...{
        tenantId,
        conversationId,
        channel: 'webchat',
        turnId: `t-${committed}`,
        correlationId: 'c',
        to: 'v',
      },
      ...{ committedAtMs: clock.nowMs, expiresAtS: Math.ceil(clock.nowMs / 1000) + retentionDays * dayS },
      ...{ previousMessageId: null, inbound, replies, notices: [], status: 'active', handoff: null },
      flow: { id: 'f', version: 1, stepId: 's' },
    } as CommittedTurn;
    await conversations.save({
      ...{ tenantId, conversationId, channel: 'webchat', widgetId: 'w', sessionId: 's', userId: 'v-1' },
      ...{ lastSeq: 2, state: null, openTurn: null, waiting: [], outbox: [], recentTurnIds: [] },
      ...{ answersInLog: 0, deskTurnIds: [], epoch: 0, handoff: null, lastHandoff: null, raisedTurnIds: [] },
      ...{ pollers: [], idleMinutes: 60, retentionDays: 90, dueAtMs: null },
      ...before,
      ...change,
      ...(before?.sessionId === '' && { sessionId: 's', userId: 'v-1' }),
      lastActivityMs: clock.nowMs,
      lastMessageId: messages.at(-1)?.id ?? null,
      version: (before?.version ?? 0) + 1,
    } as Stored);
    await turnLog.record([turn], []);
    return {
      ...{ tenantId, conversationId, messageId: inbound?.id ?? '', occurredAtMs: clock.nowMs },
      ...{ hadAgent: true as boolean | null, arrives: false },
    };
  };

  /** As `anonymizeConversation` leaves it, and its log. */
  const tombstone = async (conversationId: string, tenantId = 'acme') => {
    const before = await conversations.find(tenantId, conversationId);
    if (before)
      await conversations.save(
        erasedConversation<FlowState>({ ...before, erasedAtMs: clock.nowMs }, clock.nowMs, ''),
      );
  };
  const find = async (q: string, asked: { limit?: number; after?: string | null; tenantId?: string } = {}) =>
    searchConversations(ports, { tenantId: 'acme', limit: 25, after: null, ...asked, q });
  return {
    save: (changed: Stored) => conversations.save(changed),
    ...{ ports, contacts, conversations, turnLog, search, clock, tenants, says, tombstone, find },
    index: (...changed: readonly Awaited<ReturnType<typeof says>>[]) => indexConversations(ports, changed),
    ids: async (q: string, asked: Parameters<typeof find>[1] = {}) =>
      (await find(q, asked)).items.map(({ conversationId }) => conversationId),
  };
}

/** Adds up what DynamoDB counts for a client's calls to one table, which has no indexes. */
export function countUnits({ dynamodb }: Pick<AwsClients, 'dynamodb'>, table: string) {
  const units = { read: 0, write: 0, calls: 0 };
  dynamodb.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const result = await next({
          ...args,
          input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' },
        } as never);
        const { ConsumedCapacity = [] } = result.output as { ConsumedCapacity?: unknown };
        for (const { TableName, CapacityUnits = 0 } of [ConsumedCapacity].flat() as ConsumedCapacity[]) {
          if (TableName !== table) continue;
          units[/^(Put|Update|Delete|BatchWrite)/.test(commandName) ? 'write' : 'read'] += CapacityUnits;
          units.calls += 1;
        }
        return result;
      },
    { step: 'initialize', name: 'countUnits' },
  );
  return units;
}

function fail(message: string, error: unknown): never {
  throw new Error(message, { cause: error });
}
