import type { ConversationRow, ConversationsQuery } from '../../contract/admin/conversations.ts';
import type { Page } from '../../contract/admin/lists.ts';
import { beginningOf } from '../../domain/handoff.ts';
import type { ConversationStore } from '../../ports/conversation-store.ts';
import type { KeptRun, RunList, RunListQuery, RunName } from '../../ports/runs.ts';
import type { TurnLog } from '../../ports/turns.ts';
import { nextNames, readPositions } from '../merge-partitions.ts';

/** What listing uses. */
export interface ListPorts {
  readonly conversations: Pick<ConversationStore<unknown>, 'findAll'>;
  readonly runList: RunList;
  /** For the last messages. */
  readonly turnLog?: Pick<TurnLog, 'findLast'>;
  readonly nowMs: () => number;
}

type Filters = Omit<ConversationsQuery, 'limit' | 'cursor'>;
type Asked = Filters & { readonly tenantId: string; readonly limit: number; readonly after: string | null };

/** Keys that one page looks through at most: a question that hardly anything fits has short pages. */
const keysOfPage = 1_000;
const keysPerRead = 100;
const dayMs = 24 * 60 * 60_000;
const latestMs = Date.parse('9999-12-31T23:59:59Z');

/**
 * A page of the conversations, each by its latest run on the page; what is asked leads to the runs by one index, and what
 * else is asked is looked up in them. Unless something is filtered so, a page is three round trips, the last for the
 * visitors' names; and a fourth for the last messages, if they are wanted.
 * @param after where the page before ended, in each partition
 * @see handoff.md 6.2
 */
export async function listConversations(ports: ListPorts, asked: Asked): Promise<Page<ConversationRow>> {
  const { runList } = ports;
  const query = queryOf(asked);
  // Nothing begins so late, and DynamoDB refuses to look.
  if (query.fromMs > query.untilMs) return { items: [], cursor: null };
  const rest = restOf(asked, query);
  let positions = readPositions<RunName>(asked.after, runList.partitions(query));
  const rows = new Map<string, ConversationRow>();
  for (let read = 0; ; ) {
    const step = await nextNames(
      (partition, after, limit) => runList.names(query, partition, after, limit),
      positions,
      rest.length > 0 ? keysPerRead : asked.limit,
    );
    const kept = await readInOrder(runList, step.names);
    read += step.names.length;
    let taken = 0;
    for (const run of kept) {
      if (rows.size === asked.limit) break;
      taken += 1;
      const fits = run !== null && isKept(run, ports.nowMs()) && rest.every((fitting) => fitting(run));
      if (fits && !rows.has(run.conversationId)) rows.set(run.conversationId, rowOf(run));
    }
    positions = step.positionsAfter(taken);
    const isOver = positions.every((position) => position === 'end');
    if (isOver || rows.size === asked.limit || rest.length === 0 || read >= keysOfPage)
      return {
        items: await withNamesAndTexts(ports, asked.tenantId, [...rows.values()]),
        cursor: isOver ? null : JSON.stringify(positions),
      };
  }
}

/** Names and texts are kept in the conversation and the log alone, so that erasing it leaves none in the reports. */
async function withNamesAndTexts(
  { conversations, turnLog }: ListPorts,
  tenantId: string,
  rows: readonly ConversationRow[],
): Promise<ConversationRow[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ conversationId }) => conversationId);
  const stored = await conversations.findAll(tenantId, ids);
  const names = new Map(stored.map(({ conversationId, user }) => [conversationId, user?.firstName]));
  const ends = stored.flatMap(({ conversationId, lastMessageId }) =>
    lastMessageId === null ? [] : [{ conversationId, lastMessageId }],
  );
  const turns = (await turnLog?.findLast(tenantId, ends)) ?? [];
  const texts = new Map(
    turns.map(({ conversationId, replies, inbound }) => [
      conversationId,
      beginningOf((replies.at(-1) ?? inbound)?.text ?? ''),
    ]),
  );
  return rows.map((row) => ({
    ...row,
    name: names.get(row.conversationId) ?? null,
    ...(texts.has(row.conversationId) && { lastText: texts.get(row.conversationId) }),
  }));
}

function queryOf({ tenantId, status, flow, channel, place, user, from, to }: Asked): RunListQuery {
  const range = {
    fromMs: from === undefined ? 0 : Date.parse(from),
    untilMs: to === undefined ? latestMs : Date.parse(to) - 1,
  };
  const by = (): RunListQuery['by'] => {
    if (user !== undefined && channel) return { index: 'visitor', channel, userId: user };
    if (status === 'active' || status === 'waiting' || status === 'taken') return { index: 'open', status };
    if (place !== undefined && channel) return { index: 'place', channel, place };
    if (flow !== undefined) return { index: 'flow', flow };
    return { index: 'recent' };
  };
  return { tenantId, by: by(), ...range };
}

/** The filters that the index doesn't support. */
function restOf(
  { status, flow, version, channel, place, user, label, priority }: Asked,
  { by }: RunListQuery,
) {
  const main = ({ run }: KeptRun) => run.flows[0] ?? run.flow;
  const tests: ((run: KeptRun) => boolean)[] = [];
  if (status !== undefined && by.index !== 'open') tests.push(({ run }) => run.status === status);
  if (flow !== undefined && by.index !== 'flow') tests.push((run) => main(run).id === flow);
  if (version !== undefined) tests.push((run) => main(run).version === version);
  if (channel !== undefined && by.index !== 'place' && by.index !== 'visitor')
    tests.push((run) => run.channel === channel);
  if (place !== undefined && by.index !== 'place') tests.push(({ run }) => run.place === place);
  if (label !== undefined) tests.push(({ run }) => run.labels?.includes(label) === true);
  if (priority !== undefined) tests.push(({ run }) => (run.priority ?? 'none') === priority);
  if (user !== undefined && by.index !== 'visitor') tests.push(({ run }) => run.userId === user);
  return tests;
}

/** DynamoDB deletes late. */
function isKept({ run }: KeptRun, nowMs: number): boolean {
  return run.lastActivityMs + run.retentionDays * dayMs > nowMs;
}

async function readInOrder(
  runList: RunList,
  names: readonly { readonly name: RunName }[],
): Promise<readonly (KeptRun | null)[]> {
  const found = await runList.read(names.map(({ name }) => name));
  const byName = new Map(found.map((run) => [`${run.conversationId}#${run.run.id}`, run]));
  return names.map(({ name }) => byName.get(`${name.conversationId}#${name.runId}`) ?? null);
}

function rowOf({ conversationId, channel, run }: KeptRun): ConversationRow {
  const [visitor = 0, bot = 0, agent = 0] = run.said;
  const last = run.handoffs?.at(-1);
  const at = (timeMs: number) => new Date(timeMs).toISOString();
  return {
    ...{ conversationId, runId: run.id, channel, place: run.place ?? null, userId: run.userId },
    name: null,
    status: run.status,
    flow: run.flow,
    startedAt: at(run.startedAtMs),
    lastActivityAt: at(run.lastActivityMs),
    endedAt: run.endedAtMs === undefined ? null : at(run.endedAtMs),
    messages: { visitor, bot, agent },
    handoffs: run.handoffs?.length ?? 0,
    queue: last?.queue ?? null,
    owner: last?.owner?.name ?? null,
    language: run.language ?? null,
    failedTurns: run.failedTurns ?? 0,
    labels: [...(run.labels ?? [])],
    priority: run.priority ?? 'none',
  };
}
