import { randomUUID } from 'node:crypto';
import { type DynamoDBDocumentClient, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { runLimits } from '../contract/run-limits.ts';
import { indexNames, tables } from '../contract/tables.ts';
import { erasedHandoff, erasedRun } from '../domain/runs/erased-run.ts';
import type { ConversationName } from '../ports/conversation-store.ts';
import type { VisitorName } from '../ports/personal-data.ts';
import type { KeptRun } from '../ports/runs.ts';
import { visitorKey } from './conversations-table.ts';
import { type Item, isWritten, packJson, queryAll } from './items.ts';
import { handoffOfItem, markKey, nameIn, runKey, runOf } from './run-items.ts';
import { VisitorMarks } from './visitor-marks.ts';

const dayS = 24 * 60 * 60;

/** Takes a visitor out of runs, and leaves what is counted of them as it was. @see handoff.md 6.5 */
export class RunErasure {
  readonly #dynamodb: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #nowMs: () => number;
  readonly #marks: VisitorMarks;

  constructor(dynamodb: DynamoDBDocumentClient, tablePrefix: string, nowMs: () => number) {
    this.#dynamodb = dynamodb;
    this.#table = tablePrefix + tables.runs.name;
    this.#nowMs = nowMs;
    this.#marks = new VisitorMarks(dynamodb, this.#table);
  }

  /** Conversations in which a visitor had runs. */
  async conversationsOf(visitor: VisitorName): Promise<readonly string[]> {
    const items = await queryAll(this.#dynamodb, {
      TableName: this.#table,
      IndexName: indexNames.byUser,
      KeyConditionExpression: 'visitor = :visitor',
      ExpressionAttributeValues: { ':visitor': visitorKey(visitor) },
    });
    return [...new Set(items.map((item) => nameIn(item).conversationId))];
  }

  /** A conversation's runs, but for erased ones. */
  async runsOf(name: ConversationName): Promise<readonly KeptRun[]> {
    const runs: KeptRun[] = [];
    for (const stored of await this.#itemsOf(name)) if (stored.run !== undefined) runs.push(runOf(stored));
    return runs;
  }

  /** Runs, handoffs and stones of a conversation. */
  #itemsOf({ tenantId, conversationId }: ConversationName): Promise<Item[]> {
    return queryAll(this.#dynamodb, {
      TableName: this.#table,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :run)',
      ConsistentRead: true,
      ExpressionAttributeValues: { ':pk': `${tenantId}#${conversationId}`, ':run': 'run#' },
    });
  }

  /**
   * Of each run and handoff a copy that is nobody's is put, then a stone in its place, which events that come late meet.
   * Done again, it goes on: what is counted twice is of one id.
   * @param runIds runs that may be told of still, though nothing is kept of them
   */
  async erase(name: ConversationName, runIds: readonly string[]): Promise<void> {
    const known = new Set<string>();
    for (const stored of await this.#itemsOf(name)) {
      known.add(nameIn(stored).runId);
      if (stored.erasedAt === undefined) await this.#replace(name.tenantId, stored);
    }
    for (const runId of runIds)
      if (!known.has(runId)) await this.#put(this.#stone(runKey({ ...name, runId })));
  }

  /** @param copyPk where its copy lies, when it has been told of since that was made */
  async #replace(
    tenantId: string,
    stored: Record<string, unknown>,
    copyPk: string = `${tenantId}#erased#${randomUUID()}`,
  ): Promise<void> {
    const copy = await this.#copy(copyPk, stored);
    if (copy) {
      // Whoever counts just now may meet neither of the two, and one that they waited in ends. Counted again it is right.
      await this.#mark(tenantId, String(stored.slot));
      await this.#put(copy);
    }
    if (!(await this.#strip(stored))) {
      const [again] = await this.#read(String(stored.pk), String(stored.sk));
      if (again) await this.#replace(tenantId, again, copyPk);
    }
  }

  /** @returns whether it was as it had been read */
  async #strip(stored: Record<string, unknown>): Promise<boolean> {
    const isKnown = typeof stored.v === 'number';
    return isWritten(
      this.#dynamodb.send(
        new PutCommand({
          TableName: this.#table,
          Item: this.#stone(stored),
          ConditionExpression: isKnown ? 'v = :v' : 'attribute_not_exists(v)',
          ...(isKnown && { ExpressionAttributeValues: { ':v': stored.v } }),
        }),
      ),
    );
  }

  async #read(pk: string, sk: string): Promise<readonly Record<string, unknown>[]> {
    const { Items = [] } = await this.#dynamodb.send(
      new QueryCommand({
        TableName: this.#table,
        KeyConditionExpression: 'pk = :pk AND sk = :sk',
        ConsistentRead: true,
        ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
      }),
    );
    return Items;
  }

  async #copy(pk: string, { sk, slot, expiresAt, ...stored }: Record<string, unknown>) {
    if (stored.run === undefined && stored.handoff === undefined) return null;
    if (stored.handoff !== undefined) {
      const { channel, place, flow, handoff } = erasedHandoff(
        handoffOfItem({ ...stored, pk, sk }),
        this.#nowMs(),
      );
      return { pk, sk, slot, expiresAt, handoff: packJson({ channel, place, flow, handoff }) };
    }
    const kept = runOf({ ...stored, pk, sk });
    const mark = await this.#marks.of({ ...kept, userId: kept.run.userId });
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
    const erasedAt = this.#nowMs();
    return { pk, sk, erasedAt, expiresAt: Math.ceil(erasedAt / 1000) + runLimits.erasedRunDays * dayS };
  }

  async #put(item: Record<string, unknown>): Promise<void> {
    await this.#dynamodb.send(new PutCommand({ TableName: this.#table, Item: item }));
  }

  /** @param slot `tenant#time#shard` */
  async #mark(tenantId: string, slot: string): Promise<void> {
    const slotMs = Date.parse(slot.slice(tenantId.length + 1).replace(/#\d+$/, ''));
    await this.#dynamodb.send(
      new UpdateCommand({
        TableName: this.#table,
        Key: markKey(tenantId, slotMs),
        UpdateExpression: 'SET markedAt = :now ADD n :one',
        ExpressionAttributeValues: { ':now': this.#nowMs(), ':one': 1 },
      }),
    );
  }
}
