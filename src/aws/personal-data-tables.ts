import { randomUUID } from 'node:crypto';
import {
  DeleteSecretCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { runLimits } from '../contract/runs.ts';
import { indexNames, type Table, tables } from '../contract/tables.ts';
import { type CommittedTurn, logKeyOf, type SideEntry } from '../domain/conversation.ts';
import { partId } from '../domain/delivery-status.ts';
import { erasedHandoff, erasedRun } from '../domain/runs/count-run.ts';
import type { ConversationName } from '../ports/conversation-store.ts';
import type { PeopleOf, PersonalData, TenantData, VisitorName } from '../ports/people.ts';
import type { KeptRun } from '../ports/runs.ts';
import { visitorKey } from './conversations-table.ts';
import { DeliveriesTable, partKey, providerKeys } from './deliveries-table.ts';
import { type Condition, deleteAll, equals, type Item, packJson, unpackJson, where } from './items.ts';
import { keyOfLarge, largePartition } from './large-messages-table.ts';
import { personKey } from './people-table.ts';
import { receivedPk } from './received-messages-table.ts';
import { handoffOfItem, nameIn, RunItems, runKey, runOf } from './run-items.ts';
import { sidePk } from './turn-log-tables.ts';

const dayS = 24 * 60 * 60;
const isUnversioned: Condition = { ConditionExpression: 'attribute_not_exists(v)' };

/** Takes a visitor out of runs, and leaves what is counted of them as it was. @see handoff.md 6.5 */
export class RunErasure extends RunItems {
  /** Conversations in which a visitor had runs. */
  async conversationsOfRuns(visitor: VisitorName): Promise<readonly string[]> {
    const items = await this.queryItems({
      IndexName: indexNames.byUser,
      ...where('visitor', visitorKey(visitor)),
    });
    return [...new Set(items.map((item) => nameIn(item).conversationId))];
  }

  /** Returns a conversation's runs without erased ones. */
  async runs(name: ConversationName): Promise<readonly KeptRun[]> {
    const runs: KeptRun[] = [];
    for (const stored of await this.#itemsOf(name)) if (stored.run !== undefined) runs.push(runOf(stored));
    return runs;
  }

  /** Runs, handoffs and stones of a conversation. */
  #itemsOf({ tenantId, conversationId }: ConversationName): Promise<Item[]> {
    return this.queryItems({
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :run)',
      ConsistentRead: true,
      ExpressionAttributeValues: { ':pk': `${tenantId}#${conversationId}`, ':run': 'run#' },
    });
  }

  /**
   * Replaces each run and handoff by an anonymous copy and a tombstone, which late events find. A repeated call
   * continues: a copy has a fixed ID, so nothing counts twice.
   * @param runIds runs that late events may still report, though nothing is stored of them
   */
  async eraseRuns(name: ConversationName, runIds: readonly string[]): Promise<void> {
    const known = new Set<string>();
    for (const stored of await this.#itemsOf(name)) {
      known.add(nameIn(stored).runId);
      if (stored.erasedAt === undefined) await this.#replace(name.tenantId, stored);
    }
    for (const runId of runIds)
      if (!known.has(runId)) await this.putItem(this.#stone(runKey({ ...name, runId })));
  }

  /**
   * Replaces an item by a tombstone.
   * @param copyPk the key of its copy, if an event arrived after the copy was made
   */
  async #replace(
    tenantId: string,
    stored: Record<string, unknown>,
    copyPk: string = `${tenantId}#erased#${randomUUID()}`,
  ): Promise<void> {
    const copy = await this.#copy(copyPk, stored);
    if (copy) {
      // A concurrent count may find neither of the two, and their waiting handoff ends. A recount corrects that.
      await this.mark(tenantId, [timeOfSlot(tenantId, String(stored.slot))]);
      await this.putItem(copy);
    }
    if (!(await this.#strip(stored))) {
      const {
        items: [again],
      } = await this.queryPage({
        KeyConditionExpression: 'pk = :pk AND sk = :sk',
        ConsistentRead: true,
        ExpressionAttributeValues: { ':pk': stored.pk, ':sk': stored.sk },
      });
      if (again) await this.#replace(tenantId, again, copyPk);
    }
  }

  /** @returns whether it was as it had been read */
  async #strip(stored: Record<string, unknown>): Promise<boolean> {
    const condition = typeof stored.v === 'number' ? equals('v', stored.v) : isUnversioned;
    return this.putItem(this.#stone(stored), condition);
  }

  async #copy(pk: string, { sk, slot, expiresAt, ...stored }: Record<string, unknown>) {
    if (stored.run === undefined && stored.handoff === undefined) return null;
    if (stored.handoff !== undefined) {
      const { channel, place, flow, handoff } = erasedHandoff(
        handoffOfItem({ ...stored, pk, sk }),
        this.nowMs(),
      );
      return { pk, sk, slot, expiresAt, handoff: packJson({ channel, place, flow, handoff }) };
    }
    const kept = runOf({ ...stored, pk, sk });
    const mark = await this.visitorMark({ ...kept, userId: kept.run.userId });
    const { channel, run, recontactedAtMs, visitor } = erasedRun({ ...kept, visitor: mark });
    return {
      pk,
      sk,
      slot,
      expiresAt,
      run: packJson({ ...run, channel, visitor }),
      ...(kept.undelivered > 0 && { undelivered: kept.undelivered }),
      ...(recontactedAtMs !== null && { recontactedAt: recontactedAtMs }),
    };
  }

  /** Longer than bus, queue and dead letters keep an event. */
  #stone({ pk, sk }: Record<string, unknown>) {
    const erasedAt = this.nowMs();
    return { pk, sk, erasedAt, expiresAt: Math.ceil(erasedAt / 1000) + runLimits.erasedRunDays * dayS };
  }
}

/** When a quarter of an hour begins. @param slot `tenant#time#shard` */
const timeOfSlot = (tenantId: string, slot: string) =>
  Date.parse(slot.slice(tenantId.length + 1).replace(/#\d+$/, ''));

/** The personal data of visitors in all tables. @see docs/data.md */
export class PersonalDataTables extends RunErasure implements PersonalData {
  readonly #deliveries = new DeliveriesTable(this.dynamodb, this.prefix, this.nowMs);

  async conversationsOf(visitor: VisitorName): Promise<readonly string[]> {
    const keys = await this.#queryIndex(
      tables.conversations,
      indexNames.byVisitor,
      where('visitor', visitorKey(visitor)),
    );
    return keys.map((pk) => pk.slice(visitor.tenantId.length + 1));
  }

  async firstTurns({ tenantId, conversationId }: ConversationName, limit: number) {
    const { items } = await this.queryPage({
      TableName: this.prefix + tables.messages.name,
      ...where('pk', `${tenantId}#${conversationId}`),
      Limit: limit,
      ConsistentRead: true,
    });
    return items.map((item) => unpackJson(item.turn) as CommittedTurn);
  }

  async largeKeys({ tenantId, conversationId }: ConversationName): Promise<readonly string[]> {
    const chunks = await this.#largeChunks(tenantId, conversationId);
    return [...new Set(chunks.map(keyOfLarge))];
  }

  async forgetTurns(turns: readonly CommittedTurn[]): Promise<void> {
    await this.forgetAnswers(turns.flatMap(({ claim }) => claim?.key ?? []));
    const keys = turns.map((turn) => ({
      pk: `${turn.tenantId}#${turn.conversationId}`,
      lastMessageId: logKeyOf(turn),
    }));
    await deleteAll(this.dynamodb, this.prefix + tables.messages.name, keys);
  }

  forgetAnswers(keys: readonly string[]): Promise<void> {
    return this.#forget(keys);
  }

  forgetReceived(tenantId: string, keys: readonly string[]): Promise<void> {
    return this.#forget(keys.map((key) => receivedPk(tenantId, key)));
  }

  async forgetReplies(tenantId: string, replyIds: readonly string[]): Promise<void> {
    for (const replyId of replyIds) {
      const first = await this.#deliveries.find(tenantId, replyId);
      const parts = Array.from({ length: first?.part?.of ?? 1 }, (_, part) => partId(replyId, part));
      const found = await Promise.all(parts.map((part) => this.#deliveries.findPart(tenantId, part)));
      const sent = found.flatMap((part) => part?.providerMessageId || []);
      // The provider's ids last of the two to be findable, first to go.
      await this.#forget(sent.flatMap((id) => providerKeys(tenantId, id)));
      await this.#forget(parts.map((part) => partKey(tenantId, part)));
    }
  }

  async forgetLarge({ tenantId, conversationId }: ConversationName): Promise<void> {
    await this.#forget(await this.#largeChunks(tenantId, conversationId));
  }

  async notes(name: ConversationName): Promise<readonly SideEntry[]> {
    return (await this.#noteItems(name)).map(({ entry }) => unpackJson(entry) as SideEntry);
  }

  async forgetNotes(name: ConversationName): Promise<void> {
    const keys = (await this.#noteItems(name)).map(({ pk, lastMessageId }) => ({ pk, lastMessageId }));
    await deleteAll(this.dynamodb, this.prefix + tables.messages.name, keys);
  }

  #noteItems(name: ConversationName): Promise<Item[]> {
    return this.queryItems({ TableName: this.prefix + tables.messages.name, ...where('pk', sidePk(name)) });
  }

  forgetNames(of: PeopleOf, names: readonly string[]): Promise<void> {
    return this.#forget(names.map((name) => personKey(of, name)));
  }

  #largeChunks(tenantId: string, conversationId: string): Promise<string[]> {
    return this.#queryIndex(
      tables.dedup,
      indexNames.waiting,
      where('waiting', largePartition(tenantId, conversationId)),
    );
  }

  async #queryIndex(table: Table, IndexName: string, of: ReturnType<typeof where>): Promise<string[]> {
    const items = await this.queryItems({ TableName: this.prefix + table.name, IndexName, ...of });
    return items.map(({ pk }) => String(pk));
  }

  #forget(pks: readonly string[]): Promise<void> {
    return deleteAll(
      this.dynamodb,
      this.prefix + tables.dedup.name,
      [...new Set(pks)].map((pk) => ({ pk })),
    );
  }
}

/**
 * Everything of a tenant is found by reading the tables whole: keys begin with the tenant, but no index lists them, since
 * that would be paid for with every write and used once. @see docs/decisions/erasure.md
 */
export class TenantDataTables implements TenantData {
  readonly #clients: { readonly dynamodb: DynamoDBDocumentClient; readonly secrets: SecretsManagerClient };
  readonly #names: { readonly tablePrefix: string; readonly secretPrefixes: readonly string[] };

  constructor(
    clients: { readonly dynamodb: DynamoDBDocumentClient; readonly secrets: SecretsManagerClient },
    names: { readonly tablePrefix: string; readonly secretPrefixes: readonly string[] },
  ) {
    this.#clients = clients;
    this.#names = names;
  }

  async count(tenantId: string): Promise<number> {
    let found = 0;
    for await (const { keys } of this.#pages(tenantId)) found += keys.length;
    return found;
  }

  async remove(tenantId: string): Promise<number> {
    let removed = 0;
    for await (const { table, keys } of this.#pages(tenantId)) {
      await deleteAll(this.#clients.dynamodb, table, keys);
      removed += keys.length;
    }
    return removed;
  }

  async removeSecrets(tenantId: string): Promise<void> {
    for (const prefix of this.#names.secretPrefixes) {
      try {
        await this.#clients.secrets.send(
          new DeleteSecretCommand({ SecretId: prefix + tenantId, ForceDeleteWithoutRecovery: true }),
        );
      } catch (error) {
        if (!(error instanceof ResourceNotFoundException)) throw error;
      }
    }
  }

  async *#pages(tenantId: string) {
    for (const { name, partitionKey, sortKey } of Object.values<Table>(tables)) {
      if (name === tables.directory.name) continue;
      const table = this.#names.tablePrefix + name;
      const keyNames = [partitionKey, ...(sortKey === undefined ? [] : [sortKey])];
      const pages = paginateScan(
        { client: this.#clients.dynamodb },
        {
          TableName: table,
          // The tenant's id holds no #, and stands alone or before one.
          FilterExpression: 'pk = :tenant OR begins_with(pk, :prefix)',
          ExpressionAttributeValues: { ':tenant': tenantId, ':prefix': `${tenantId}#` },
          ProjectionExpression: keyNames.join(', '),
          ConsistentRead: true,
        },
      );
      for await (const { Items = [] } of pages) if (Items.length > 0) yield { table, keys: Items };
    }
  }
}
