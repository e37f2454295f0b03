import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  QueryCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { indexNames, tables } from '../contract/tables.ts';
import type { RunName, RunStore, ToldRun } from '../ports/runs.ts';
import {
  expiresAtOf,
  handoffKey,
  nameIn,
  packHandoff,
  packRun,
  runIndexKeys,
  runKey,
  shardOf,
  slotKey,
} from './run-items.ts';
import { markKey } from './run-marks.ts';

type Key = Record<string, AttributeValue>;

/** No later state is known, and the visitor is not erased. The same once more is written again: its writer may have died. */
const isLatest = '(attribute_not_exists(v) OR v <= :v) AND attribute_not_exists(erasedAt)';

/** What the events tell of runs, in DynamoDB. @see handoff.md 6.2 */
export class RunsTable implements RunStore {
  readonly #dynamodb: DynamoDBClient;
  readonly #table: string;
  readonly #nowMs: () => number;

  constructor(dynamodb: DynamoDBClient, tablePrefix: string, nowMs: () => number) {
    this.#dynamodb = dynamodb;
    this.#table = tablePrefix + tables.runs.name;
    this.#nowMs = nowMs;
  }

  async merge(told: ToldRun): Promise<{ isNew: boolean }> {
    const { tenantId, conversationId, run } = told;
    const name = { tenantId, conversationId, runId: run.id };
    const expiresAt = expiresAtOf(run);
    const before = await this.#set(runKey(name), run.v, {
      run: packRun(told),
      expiresAt,
      ...runIndexKeys(told),
    });
    if (before === null) return { isNew: false };
    await Promise.all(
      (run.handoffs ?? []).map((handoff) =>
        this.#set(handoffKey(name, handoff.id), run.v, {
          handoff: packHandoff(told, handoff),
          slot: slotKey(tenantId, handoff.requestedAtMs, shardOf(conversationId)),
          expiresAt,
        }),
      ),
    );
    return { isNew: !('v' in before) };
  }

  /** @returns what was there; null where the condition does not hold */
  async #set(Key: Key, v: number, attributes: Readonly<Record<string, unknown>>): Promise<object | null> {
    const all = Object.entries({ ...attributes, v });
    const set = all.filter(([, value]) => value !== undefined);
    const gone = all.filter(([, value]) => value === undefined).map(([name]) => `#${name}`);
    const sets = set.map(([name]) => `#${name} = :${name}`).join(', ');
    try {
      const { Attributes = {} } = await this.#dynamodb.send(
        new UpdateItemCommand({
          TableName: this.#table,
          Key,
          UpdateExpression: `SET ${sets}${gone.length > 0 ? ` REMOVE ${gone.join(', ')}` : ''}`,
          ConditionExpression: isLatest,
          ExpressionAttributeNames: Object.fromEntries(all.map(([name]) => [`#${name}`, name])),
          ExpressionAttributeValues: marshall(
            Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
          ),
          ReturnValues: 'ALL_OLD',
        }),
      );
      return unmarshall(Attributes);
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return null;
    }
  }

  async neighbours({ tenantId, conversationId, channel, run }: ToldRun) {
    const { visitor } = runIndexKeys({ tenantId, conversationId, channel, run });
    const found = await Promise.all(
      [false, true].map((forwards) => this.#neighbour(visitor, run.startedAtMs, forwards)),
    );
    return found.flat().filter(({ name }) => name.runId !== run.id);
  }

  async #neighbour(visitor: string, startedAtMs: number, forwards: boolean) {
    const { Items = [] } = await this.#dynamodb.send(
      new QueryCommand({
        TableName: this.#table,
        IndexName: indexNames.byUser,
        KeyConditionExpression: `visitor = :visitor AND startedAt ${forwards ? '>=' : '<='} :at`,
        ExpressionAttributeValues: marshall({ ':visitor': visitor, ':at': startedAtMs }),
        ScanIndexForward: forwards,
        // Itself, and the one beside it.
        Limit: 2,
      }),
    );
    return Items.map((item) => {
      const { startedAt, ...key } = unmarshall(item);
      return { name: nameIn(key), startedAtMs: Number(startedAt) };
    });
  }

  noteRecontact(name: RunName, atMs: number): Promise<number | null> {
    return this.#note(name, {
      UpdateExpression: 'SET recontactedAt = :at',
      ConditionExpression:
        'attribute_exists(v) AND attribute_not_exists(erasedAt) AND (attribute_not_exists(recontactedAt) OR recontactedAt > :at)',
      ExpressionAttributeValues: marshall({ ':at': atMs }),
    });
  }

  noteUndelivered(name: RunName, { part, expiresAtS }: Parameters<RunStore['noteUndelivered']>[1]) {
    return this.#note(name, {
      // A run that is told of later says itself how long it is kept; one that is forgotten already is told of no more.
      UpdateExpression: 'SET expiresAt = if_not_exists(expiresAt, :expires) ADD undelivered :part',
      ConditionExpression: 'attribute_not_exists(erasedAt)',
      ExpressionAttributeValues: marshall({ ':part': new Set([part]), ':expires': expiresAtS }),
    });
  }

  noteArrived(name: RunName, part: string): Promise<number | null> {
    return this.#note(name, {
      UpdateExpression: 'DELETE undelivered :part',
      ConditionExpression: 'contains(undelivered, :one)',
      ExpressionAttributeValues: marshall({ ':part': new Set([part]), ':one': part }),
    });
  }

  async #note(
    name: RunName,
    update: Pick<
      ConstructorParameters<typeof UpdateItemCommand>[0],
      'UpdateExpression' | 'ConditionExpression' | 'ExpressionAttributeValues'
    >,
  ): Promise<number | null> {
    try {
      const { Attributes = {} } = await this.#dynamodb.send(
        new UpdateItemCommand({
          TableName: this.#table,
          Key: runKey(name),
          ...update,
          ReturnValues: 'ALL_NEW',
        }),
      );
      const { startedAt } = unmarshall(Attributes);
      return typeof startedAt === 'number' ? startedAt : null;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return null;
    }
  }

  async mark(tenantId: string, slots: readonly number[]): Promise<void> {
    await Promise.all(
      slots.map((slot) =>
        this.#dynamodb.send(
          new UpdateItemCommand({
            TableName: this.#table,
            Key: markKey(tenantId, slot),
            UpdateExpression: 'SET markedAt = :now ADD n :one',
            ExpressionAttributeValues: marshall({ ':now': this.#nowMs(), ':one': 1 }),
          }),
        ),
      ),
    );
  }
}
