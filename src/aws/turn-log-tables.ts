import { ulid } from 'ulid';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { CommittedTurn } from '../domain/conversation.ts';
import type { ConversationName } from '../ports/conversation-store.ts';
import type { FeedEntry } from '../ports/handoff.ts';
import type { Answer } from '../ports/http-client.ts';
import type { TurnLog } from '../ports/turns.ts';
import {
  DynamoTable,
  isPresent,
  packJson,
  readItems,
  type TableWrite,
  unpackJson,
  writeAll,
} from './items.ts';

/** The messages and dedup tables: a settled turn writes both in one call. @see design 5.2, 6 */
export class TurnLogTables extends DynamoTable implements TurnLog {
  protected readonly table = tables.dedup;
  readonly #messages = this.prefix + tables.messages.name;

  async record(
    turns: readonly CommittedTurn[],
    answers: readonly Answer[],
    { beside = [], inboxUpdate = null }: Partial<NonNullable<Parameters<TurnLog['record']>[2]>> = {},
  ): Promise<void> {
    const writes: TableWrite[] = [];
    const [messages, dedup] = [this.#messages, this.tableName];
    if (inboxUpdate)
      writes.push({ table: messages, put: feedItem(inboxUpdate.tenantId, inboxUpdate, this.nowMs()) });
    for (const turn of beside)
      for (const entry of turn.side ?? []) writes.push({ table: messages, put: sideItem(turn, entry) });
    for (const turn of turns) writes.push({ table: messages, put: turnItem(turn) });
    for (const answer of answers) writes.push({ table: dedup, put: answerItem(answer) });
    await writeAll(this.dynamodb, writes);
  }

  async read(
    tenantId: string,
    conversationId: string,
    after: string | null,
    limit: number,
    as: 'now' | 'lately' = 'lately',
  ): Promise<readonly CommittedTurn[]> {
    const pk = `${tenantId}#${conversationId}`;
    const pages = this.queryPages({
      TableName: this.#messages,
      KeyConditionExpression: after === null ? 'pk = :pk' : 'pk = :pk AND lastMessageId > :after',
      // DynamoDB deletes late: what has expired and is still there must not be shown, nor sent again.
      FilterExpression: 'expiresAt > :now',
      ExpressionAttributeValues: {
        ':pk': pk,
        ':now': Math.floor(this.nowMs() / 1000),
        ...(after !== null && { ':after': after }),
      },
      Limit: limit,
      ConsistentRead: as === 'now',
    });
    for await (const items of pages)
      if (items.length > 0) return items.map((item) => unpackJson(item.turn) as CommittedTurn);
    return [];
  }

  async findLast(
    tenantId: string,
    ends: readonly { readonly conversationId: string; readonly lastMessageId: string }[],
  ): Promise<readonly CommittedTurn[]> {
    const keys = ends.map(({ conversationId, lastMessageId }) => ({
      pk: `${tenantId}#${conversationId}`,
      lastMessageId,
    }));
    const items = await readItems(this.dynamodb, this.#messages, keys);
    return items
      .filter((item) => isPresent(item, this.nowMs()))
      .map(({ turn }) => unpackJson(turn) as CommittedTurn);
  }

  async hasSide(conversation: ConversationName, turnId: string, afterId: string): Promise<boolean> {
    const pages = this.queryPages({
      TableName: this.#messages,
      KeyConditionExpression: 'pk = :pk AND lastMessageId > :after',
      FilterExpression: 'turnId = :turn',
      ExpressionAttributeValues: { ':pk': sidePk(conversation), ':after': afterId, ':turn': turnId },
      ConsistentRead: true,
    });
    for await (const items of pages) if (items.length > 0) return true;
    return false;
  }

  async findAnswer(key: string): Promise<Answer | null> {
    const item = await this.getItem(key);
    return item && answerOf(item, this.nowMs());
  }

  async rememberPending(answer: Answer): Promise<void> {
    // The worker was faster: the final answer is there already.
    await this.putItem(answerItem(answer), {
      ConditionExpression: 'attribute_not_exists(pk) OR expiresAtMs <= :now',
      ExpressionAttributeValues: { ':now': this.nowMs() },
    });
  }
}

const slotMs = 10 * 60_000;

/** The partition of ten minutes of updates. */
const feedPk = (tenantId: string, slot: number) => `${tenantId}#feed#${slot}`;

/** Returns the partitions of the updates since a time. */
export function feedPks(tenantId: string, sinceMs: number, nowMs: number): readonly string[] {
  const [first, last] = [Math.floor(sinceMs / slotMs), Math.floor(nowMs / slotMs)];
  return Array.from({ length: Math.max(0, last - first) + 1 }, (_, n) => feedPk(tenantId, first + n));
}

/** A stored entry, keyed by its time. */
function feedItem(tenantId: string, entry: FeedEntry, nowMs: number) {
  return {
    pk: feedPk(tenantId, Math.floor(nowMs / slotMs)),
    lastMessageId: ulid(nowMs),
    expiresAt: Math.ceil((nowMs + limits.feedKeptMs) / 1000),
    entry: packJson(entry),
  };
}

/** Partition of what only people of the tenant read. */
export const sidePk = ({ tenantId, conversationId }: ConversationName) =>
  `${tenantId}#${conversationId}#side`;

/** An entry of a turn for agents only. */
function sideItem(turn: CommittedTurn, entry: NonNullable<CommittedTurn['side']>[number]) {
  return {
    pk: sidePk(turn),
    lastMessageId: entry.id,
    expiresAt: turn.expiresAtS,
    turnId: turn.turnId,
    entry: packJson(entry),
  };
}

/** Sorted by the turn's last message, as `logKeyOf` reads it, so that one query finds every turn after a given ID. */
function turnItem(turn: CommittedTurn) {
  const last = turn.replies.at(-1) ?? turn.inbound;
  return {
    pk: `${turn.tenantId}#${turn.conversationId}`,
    lastMessageId: last?.id ?? turn.turnId,
    expiresAt: turn.expiresAtS,
    turn: packJson(turn),
  };
}

/** A remembered answer as the dedup table holds it. @see spec "Deduplication record" */
function answerItem({ key, responseBody, ...answer }: Answer) {
  return {
    pk: key,
    ...answer,
    responseBody: packJson(responseBody),
    expiresAt: Math.ceil(answer.expiresAtMs / 1000),
  };
}

/** A stored answer; null when it has expired: DynamoDB deletes late. */
export function answerOf(item: Readonly<Record<string, unknown>>, nowMs: number): Answer | null {
  const { pk, expiresAt: _, format: __, responseBody, ...answer } = item;
  if (Number(answer.expiresAtMs) <= nowMs) return null;
  return { ...answer, responseBody: unpackJson(responseBody), key: String(pk) } as Answer;
}
