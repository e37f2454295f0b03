import { indexNames, tables } from '../contract/tables.ts';
import type { AccountRef, WaitingAccount, WaitingConversation, WaitingReplies } from '../ports/deliveries.ts';
import { DynamoTable, isWritten, where } from './items.ts';
import {
  accountOfKey,
  accountPartition,
  accountShards,
  accountsPartition,
  conversationOfCursor,
  conversationShards,
  conversationsPartition,
  waitingKey,
} from './waiting-keys.ts';

/** One process notes an account this often at most: a thousand of its conversations may join in a second. */
const noteAgainAfterMs = 5_000;
/** An account whose last conversation joined more recently may have one that the index does not show yet. */
const indexLagMs = 60_000;
const notedAccounts = 1_000;

/** The index `waiting` of the dedup table: accounts by when to look at them, their conversations by when to go. */
export class WaitingRepliesTable extends DynamoTable implements WaitingReplies {
  protected readonly table = tables.dedup;
  readonly shards = accountShards;
  readonly #notedAtMs = new Map<string, number>();

  async join(account: AccountRef, dueAtMs: number): Promise<void> {
    const key = waitingKey(account);
    const nowMs = this.nowMs();
    if (nowMs - (this.#notedAtMs.get(key) ?? Number.NEGATIVE_INFINITY) < noteAgainAfterMs) return;
    await this.updateItem(
      { pk: key },
      {
        UpdateExpression: 'SET waiting = :accounts, joinedAtMs = :now, dueAt = if_not_exists(dueAt, :due)',
        ExpressionAttributeValues: {
          ':accounts': accountPartition(account),
          ':now': nowMs,
          ':due': dueAtMs,
        },
      },
    );
    if (this.#notedAtMs.size >= notedAccounts) this.#notedAtMs.clear();
    this.#notedAtMs.set(key, nowMs);
  }

  async *listAccounts(shard: number, dueBeforeMs: number): AsyncIterable<WaitingAccount> {
    const pages = this.queryPages({
      IndexName: indexNames.waiting,
      KeyConditionExpression: 'waiting = :accounts AND dueAt <= :due',
      ExpressionAttributeValues: { ':accounts': accountsPartition(shard), ':due': dueBeforeMs },
    });
    for await (const items of pages)
      for (const { pk } of items) yield { account: accountOfKey(String(pk)), seenAtMs: this.nowMs() };
  }

  async list(account: AccountRef, limit: number): Promise<readonly WaitingConversation[]> {
    const pages = await Promise.all(
      Array.from({ length: conversationShards }, (_, shard) => this.#listShard(account, shard, limit)),
    );
    return pages
      .flat()
      .toSorted((a, b) => a.dueAtMs - b.dueAtMs)
      .slice(0, limit);
  }

  async postpone(account: AccountRef, untilMs: number): Promise<void> {
    await isWritten(
      this.updateItem(
        { pk: waitingKey(account) },
        {
          UpdateExpression: 'SET dueAt = :due',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: { ':due': untilMs },
        },
      ),
    );
  }

  async close({ account, seenAtMs }: WaitingAccount): Promise<boolean> {
    return this.deleteItem(
      { pk: waitingKey(account) },
      {
        ConditionExpression: 'joinedAtMs < :before',
        ExpressionAttributeValues: { ':before': seenAtMs - indexLagMs },
      },
    );
  }

  async #listShard(account: AccountRef, shard: number, limit: number): Promise<WaitingConversation[]> {
    const { items } = await this.queryPage({
      IndexName: indexNames.waiting,
      ...where('waiting', conversationsPartition(account, shard)),
      Limit: limit,
    });
    return items.map(({ pk, dueAt }) => ({ ...conversationOfCursor(String(pk)), dueAtMs: Number(dueAt) }));
  }
}
