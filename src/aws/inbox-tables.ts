import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { limits } from '../contract/limits.ts';
import { indexNames, tables } from '../contract/tables.ts';
import type { SideEntry } from '../domain/conversation.ts';
import { leastIdAt } from '../domain/message-ids.ts';
import type { ConversationName } from '../ports/conversation-store.ts';
import type {
  FedEntry,
  FeedEntry,
  HandoffIndex,
  HandoffList,
  InboxFeed,
  ListedHandoff,
  Presence,
  Shown,
  Typing,
  TypingTimes,
  Typist,
} from '../ports/handoff.ts';
import { inboxKey } from './conversations-table.ts';
import { DynamoTable, remember, unpackJson } from './items.ts';
import { feedPks, sidePk } from './turn-log-tables.ts';

const rememberedQueues = 1_000;
const membersAtOnce = 25;
/** Some 300 KB of the tenant's index: usually all. */
const evaluatedAtOnce = 2_000;

/** The sparse index of the conversations table over handoffs. */
export class InboxIndexTable extends DynamoTable implements HandoffIndex {
  protected readonly table = tables.conversations;
  readonly #remembered = remember<readonly string[]>({
    forMs: limits.positionCacheMs,
    nowMs: this.nowMs,
    limit: rememberedQueues,
  });

  queue(tenantId: string, name: string): Promise<readonly string[]> {
    return this.#remembered(`${tenantId}#${name}`, async () => {
      const first = await this.list(tenantId, { of: 'queue', name }, { limit: limits.shownPosition });
      return first.map(({ conversationId }) => conversationId);
    });
  }

  async list(
    tenantId: string,
    list: HandoffList,
    { fromMs = 0, limit }: { readonly fromMs?: number | undefined; readonly limit: number },
  ): Promise<readonly ListedHandoff[]> {
    const key = inboxKey(tenantId, list);
    const ofTenant = list.name === null;
    const found: ListedHandoff[] = [];
    const pages = this.queryPages({
      IndexName: ofTenant ? indexNames.tenantInbox : indexNames.inbox,
      KeyConditionExpression: `${ofTenant ? 'tenantId = :tenant' : 'inbox = :list'} AND inboxAt >= :from`,
      ...(ofTenant && { FilterExpression: 'begins_with(inbox, :list)' }),
      ExpressionAttributeValues: { ':list': key, ':from': fromMs, ...(ofTenant && { ':tenant': tenantId }) },
      Limit: ofTenant ? evaluatedAtOnce : limit,
    });
    for await (const items of pages) {
      for (const { pk, inbox, inboxAt } of items)
        found.push({
          conversationId: String(pk).slice(tenantId.length + 1),
          atMs: Number(inboxAt),
          name: list.name ?? String(inbox).slice(key.length),
        });
      // A page also ends at a megabyte.
      if (found.length >= limit) break;
    }
    return found.slice(0, limit);
  }
}

/** The updates for agents of a tenant, in separate partitions of the table of messages. */
export class InboxFeedTable extends DynamoTable implements InboxFeed {
  protected readonly table = tables.messages;

  async since(tenantId: string, sinceMs: number): Promise<readonly FedEntry[]> {
    const found: FedEntry[] = [];
    for (const pk of feedPks(tenantId, sinceMs, this.nowMs())) {
      if (found.length > limits.feedEntries) break;
      const items = await this.#read(pk, leastIdAt(sinceMs), limits.feedEntries + 1 - found.length);
      found.push(...items.map(({ id, entry }) => ({ ...(entry as FeedEntry), id })));
    }
    return found;
  }

  /** Returns the latest entries in write order, if there are very many. */
  async side(name: ConversationName): Promise<readonly SideEntry[]> {
    const items = await this.#read(sidePk(name), '0', limits.sideEntries, { backwards: true });
    return items.map(({ entry }) => entry as SideEntry).reverse();
  }

  async #read(pk: string, after: string, limit: number, { backwards = false } = {}) {
    const { items } = await this.queryPage({
      KeyConditionExpression: 'pk = :pk AND lastMessageId > :after',
      // A reader must see what was just written.
      ConsistentRead: true,
      ExpressionAttributeValues: { ':pk': pk, ':after': after },
      Limit: limit,
      ScanIndexForward: !backwards,
    });
    return items.map(({ lastMessageId, entry }) => ({ id: String(lastMessageId), entry: unpackJson(entry) }));
  }
}

/** Heartbeats of people, in the dedup table: each forgets itself. */
export class PresenceTable extends DynamoTable implements Presence {
  protected readonly table = tables.dedup;
  readonly #attended = remember<boolean>({
    forMs: limits.attendanceCacheMs,
    nowMs: this.nowMs,
    limit: rememberedQueues,
  });

  async note(tenantId: string, userId: string, isThere: boolean): Promise<boolean> {
    const untilMs = this.nowMs() + (isThere ? limits.presenceMs : 0);
    const Item = { pk: keyOf(tenantId, userId), untilMs, expiresAt: Math.ceil(untilMs / 1000) };
    const put = new PutCommand({ TableName: this.tableName, Item, ReturnValues: 'ALL_OLD' });
    return Number((await this.dynamodb.send(put)).Attributes?.untilMs ?? 0) > this.nowMs();
  }

  async isThere(tenantId: string, userId: string): Promise<boolean> {
    const item = await this.getItem(keyOf(tenantId, userId), 'lately');
    // DynamoDB deletes late.
    return Number(item?.untilMs ?? 0) > this.nowMs();
  }

  async whoIsThere(tenantId: string, userIds: readonly string[]): Promise<ReadonlySet<string>> {
    const keys = userIds.map((userId) => ({ pk: keyOf(tenantId, userId) }));
    const items = await this.getItems(keys, 'lately');
    const there = new Set(items.filter(({ untilMs }) => Number(untilMs) > this.nowMs()).map(({ pk }) => pk));
    return new Set(userIds.filter((userId) => there.has(keyOf(tenantId, userId))));
  }

  isAttended(tenantId: string, queue: string, members: () => Promise<readonly string[]>): Promise<boolean> {
    return this.#attended(`${tenantId}#${queue}`, async () => {
      const userIds = await members();
      // Usually one of the first is there.
      for (let start = 0; start < userIds.length; start += membersAtOnce)
        if ((await this.whoIsThere(tenantId, userIds.slice(start, start + membersAtOnce))).size > 0)
          return true;
      return false;
    });
  }
}

const keyOf = (tenantId: string, userId: string) => `${tenantId}#presence#${userId}`;

/** Typing indicators in the dedup table; the items expire. */
export class TypingTable extends DynamoTable implements Typing {
  protected readonly table = tables.dedup;

  async note(name: ConversationName, who: Typist, isOn: boolean): Promise<void> {
    const nowMs = this.nowMs();
    const untilMs = isOn ? nowMs + limits.typingMs : 0;
    // Written each time: only one that began after the last message counts, and clients tell every three seconds.
    await this.tryUpdate(typingTableKeyOf(name), {
      UpdateExpression: 'SET #who = :until, expiresAt = :expiresAt',
      ...(!isOn && { ConditionExpression: '#who > :now' }),
      ExpressionAttributeNames: { '#who': who },
      ExpressionAttributeValues: {
        ':until': untilMs,
        ':expiresAt': Math.ceil((nowMs + limits.typingMs) / 1000),
        ...(!isOn && { ':now': nowMs }),
      },
    });
  }

  async claimShown(name: ConversationName, { read, typed }: Shown): Promise<boolean> {
    const nowMs = this.nowMs();
    const isNews = '(attribute_not_exists(readTo) OR readTo <> :read)';
    const isNewlyTyped = '(attribute_not_exists(typed) OR typed <> :typed OR shownUntil <= :now)';
    const { done } = await this.tryUpdate(`${typingTableKeyOf(name)}#shown`, {
      UpdateExpression: `SET readTo = :read, expiresAt = :expiresAt${typed === null ? '' : ', typed = :typed, shownUntil = :until'}`,
      ConditionExpression: typed === null ? isNews : isNewlyTyped,
      ExpressionAttributeValues: {
        ':read': read,
        ':expiresAt': Math.ceil(nowMs / 1000) + limits.shownReadS,
        ...(typed !== null && { ':typed': typed, ':now': nowMs, ':until': nowMs + limits.shownTypingMs }),
      },
    });
    return done;
  }

  async read(name: ConversationName, writtenAtMs: TypingTimes): Promise<Readonly<Record<Typist, boolean>>> {
    const { visitor, agent } = (await this.getItem(typingTableKeyOf(name), 'lately')) ?? {};
    const nowMs = this.nowMs();
    const isTyping = (until: unknown, writtenAtMs: number | null | undefined) =>
      Number(until ?? 0) > nowMs && Number(until) - limits.typingMs > (writtenAtMs ?? 0);
    return { visitor: isTyping(visitor, writtenAtMs.visitor), agent: isTyping(agent, writtenAtMs.agent) };
  }
}

const typingTableKeyOf = ({ tenantId, conversationId }: ConversationName) =>
  `${tenantId}#typing#${conversationId}`;
