import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ConditionalCheckFailedException, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  type BatchWriteCommandInput,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  type PutCommandInput,
  paginateQuery,
  QueryCommand,
  type QueryCommandInput,
  type ServiceInputTypes,
  type ServiceOutputTypes,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { convertToNative } from '@aws-sdk/util-dynamodb';
import type { InitializeMiddleware } from '@smithy/types';
import type { Table } from '../contract/tables.ts';
import { TemporarilyUnavailableError, VersionConflictError } from '../domain/errors.ts';

// Shared by the tables: the format number of every item, conditional writes that return the existing item,
// paging, unprocessed items of a batch, packed fields.

/** An item, or a key of one. */
export type Item = Readonly<Record<string, unknown>>;

/** The format that this release reads and writes; the next number is read by one release before it is written. */
const currentFormat = 2;

/** An item was written by a release that this one does not know: during a deployment, the newer release must read it. */
export class UnknownItemFormatError extends Error {
  override readonly name = 'UnknownItemFormatError';

  constructor(format: unknown) {
    super(`an item has format ${format}; this release reads ${currentFormat}`);
  }
}

/** Makes a document client that writes its format number into every item, and refuses items of unknown formats. */
export function documentClient(dynamodb: DynamoDBClient): DynamoDBDocumentClient {
  const documents = DynamoDBDocumentClient.from(dynamodb, {
    marshallOptions: { removeUndefinedValues: true },
  });
  documents.middlewareStack.add(itemFormats, { step: 'initialize', name: 'itemFormats' });
  return documents;
}

/**
 * A middleware of the client, so that no table can forget the format.
 * @throws UnknownItemFormatError
 * @see design 6, docs/decisions/item-formats.md
 */
const itemFormats: InitializeMiddleware<ServiceInputTypes, ServiceOutputTypes> =
  (next, { commandName = '' }) =>
  async (args) => {
    const result = await next({ ...args, input: withFormat(commandName, args.input) });
    const { output } = result;
    const items = [
      'Item' in output ? output.Item : undefined,
      'Items' in output ? output.Items : undefined,
      'Responses' in output && output.Responses ? Object.values(output.Responses) : undefined,
    ].flat(3) as readonly (Item | undefined)[];
    for (const item of items) {
      // A projection may leave it out.
      const { format = currentFormat } = item ?? {};
      if (format !== currentFormat) throw new UnknownItemFormatError(format);
    }
    return result;
  };

/** The input of a command, with the format in what it writes. */
function withFormat(commandName: string, input: ServiceInputTypes): ServiceInputTypes {
  if ('Item' in input && commandName === 'PutItemCommand')
    return { ...input, Item: { ...input.Item, format: currentFormat } };
  if ('RequestItems' in input && commandName === 'BatchWriteItemCommand') {
    const RequestItems: Record<string, object[]> = {};
    for (const [table, requests] of Object.entries(input.RequestItems ?? {})) {
      RequestItems[table] = [];
      for (const request of [requests].flat())
        RequestItems[table].push(
          'PutRequest' in request
            ? { PutRequest: { Item: { ...request.PutRequest?.Item, format: currentFormat } } }
            : request,
        );
    }
    return { ...input, RequestItems } as ServiceInputTypes;
  }
  if (!('UpdateExpression' in input && commandName === 'UpdateItemCommand')) return input;
  // A change of a part leaves the format of the whole; one that only removes makes no item.
  const { UpdateExpression = '', ExpressionAttributeNames, ExpressionAttributeValues } = input;
  if (!/\b(?:SET|ADD)\s/.test(UpdateExpression)) return input;
  const set = '#format = if_not_exists(#format, :format)';
  const hasSet = /\bSET\s/.test(UpdateExpression);
  return {
    ...input,
    UpdateExpression: hasSet
      ? UpdateExpression.replace(/\bSET\s+/, `SET ${set}, `)
      : `SET ${set} ${UpdateExpression}`,
    ExpressionAttributeNames: { ...ExpressionAttributeNames, '#format': 'format' },
    ExpressionAttributeValues: { ...ExpressionAttributeValues, ':format': currentFormat },
  };
}

/** The answer to a conditional write; null when its condition does not hold. */
export async function unlessRefused<T>(write: Promise<T>): Promise<T | null> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return null;
    throw error;
  }
}

/** Whether the write's condition held. */
export async function isWritten(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** Whether an item counts: DynamoDB deletes expired ones hours later. */
export const isPresent = ({ expiresAt }: Item, nowMs: number): boolean =>
  expiresAt === undefined || Number(expiresAt) * 1000 > nowMs;

/** The condition of a write. */
export type Condition = Pick<
  PutCommandInput,
  'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>;

/** The condition that an attribute has a value. */
export const equals = (name: string, value: unknown): Condition => ({
  ConditionExpression: '#seen = :seen',
  ExpressionAttributeNames: { '#seen': name },
  ExpressionAttributeValues: { ':seen': value },
});

/** The condition that there is no item, expired or not. */
export const isNew: Condition = { ConditionExpression: 'attribute_not_exists(pk)' };

/** The condition that no item is present. */
export const ifAbsent = (nowMs: number): Condition => ({
  ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
  ExpressionAttributeValues: { ':now': Math.floor(nowMs / 1000) },
});

/** The parts of an update that are its table's own. */
export type Update = Pick<
  UpdateCommandInput,
  | 'UpdateExpression'
  | 'ConditionExpression'
  | 'ExpressionAttributeNames'
  | 'ExpressionAttributeValues'
  | 'ReturnValues'
>;

/** Key of an item; a text is a partition key alone. */
type Key = string | Item;
const keyOf = (key: Key): Item => (typeof key === 'string' ? { pk: key } : key);

/** `lately`: an eventually consistent read, for half the price. */
type Reading = 'now' | 'lately';

/** An update that sets these attributes, and removes those that are undefined. */
export function setting(attributes: object) {
  const all = Object.entries(attributes);
  const set = all.filter(([, value]) => value !== undefined);
  const gone = all.filter(([, value]) => value === undefined);
  const sets = set.map(([name]) => `#${name} = :${name}`).join(', ');
  const removes = gone.map(([name]) => `#${name}`).join(', ');
  return {
    UpdateExpression: [sets && `SET ${sets}`, removes && `REMOVE ${removes}`].filter(Boolean).join(' '),
    ExpressionAttributeNames: Object.fromEntries(all.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
  };
}

/** A query of a table, by default of one's own. */
type TableQuery = Omit<QueryCommandInput, 'TableName'> & { readonly TableName?: string };

/** The items of a partition of a table or an index: those whose attribute has a value. */
export const where = (name: string, value: unknown) => ({
  KeyConditionExpression: '#key = :key',
  ExpressionAttributeNames: { '#key': name },
  ExpressionAttributeValues: { ':key': value },
});

/** A table: what each of them does with its items. */
export abstract class DynamoTable {
  protected abstract readonly table: Table;
  protected readonly dynamodb: DynamoDBDocumentClient;
  protected readonly prefix: string;
  protected readonly nowMs: () => number;

  /** @param nowMs left out where nothing expires or is dated */
  constructor(dynamodb: DynamoDBDocumentClient, tablePrefix: string, nowMs: () => number = noClock) {
    this.dynamodb = dynamodb;
    this.prefix = tablePrefix;
    this.nowMs = nowMs;
  }

  protected get tableName(): string {
    return this.prefix + this.table.name;
  }

  /** Reads an item; null if there is none. */
  protected async getItem(key: Key, as: Reading = 'now'): Promise<Item | null> {
    const { Item } = await this.dynamodb.send(
      new GetCommand({ TableName: this.tableName, Key: keyOf(key), ConsistentRead: as === 'now' }),
    );
    return Item ?? null;
  }

  /** Reads an item that has not expired. */
  protected async getPresent(key: Key): Promise<Item | null> {
    const item = await this.getItem(key);
    return item && isPresent(item, this.nowMs()) ? item : null;
  }

  /** Reads those of these items that exist, in no order. */
  protected getItems(keys: readonly Key[], as: Reading = 'now'): Promise<readonly Item[]> {
    const different = new Map(keys.map(keyOf).map((key) => [`${key.pk}\n${key.sk}`, key]));
    return readItems(this.dynamodb, this.tableName, [...different.values()], as);
  }

  /** Reads those of these items that have not expired, in no order. */
  protected async getAllPresent(keys: readonly Key[], as: Reading = 'now'): Promise<readonly Item[]> {
    return (await this.getItems(keys, as)).filter((item) => isPresent(item, this.nowMs()));
  }

  /** Writes an item. @returns whether the condition held */
  protected putItem(item: Item, condition: Condition = {}): Promise<boolean> {
    return isWritten(
      this.dynamodb.send(new PutCommand({ TableName: this.tableName, Item: item, ...condition })),
    );
  }

  /**
   * Writes an item that counts its writes, so that one fails if another came first.
   * @param revision of what was read; 0: there was none
   */
  protected putRevised(pk: string, content: Item, revision: number, expiresAtMs: number): Promise<boolean> {
    const item = { pk, ...content, revision: revision + 1, expiresAt: Math.ceil(expiresAtMs / 1000) };
    return this.putItem(item, revision > 0 ? equals('revision', revision) : ifAbsent(this.nowMs()));
  }

  /**
   * Writes an item of a version, which follows the one that was read: 1 is the first.
   * @throws VersionConflictError when another process has written since
   */
  protected async putVersion(item: Item & { readonly version: number }): Promise<void> {
    const condition = item.version === 1 ? ifAbsent(this.nowMs()) : equals('version', item.version - 1);
    if (!(await this.putItem(item, condition))) throw new VersionConflictError();
  }

  /** Deletes an item. @returns whether the condition held */
  protected deleteItem(key: Key, condition: Condition = {}): Promise<boolean> {
    return isWritten(
      this.dynamodb.send(new DeleteCommand({ TableName: this.tableName, Key: keyOf(key), ...condition })),
    );
  }

  /** Deletes items. @throws TemporarilyUnavailableError when a throttled table leaves some */
  protected deleteItems(keys: readonly Key[]): Promise<void> {
    return deleteAll(this.dynamodb, this.tableName, keys.map(keyOf));
  }

  /**
   * Updates an item.
   * @returns the attributes that `ReturnValues` requests
   * @throws ConditionalCheckFailedException
   */
  protected async updateItem(key: Key, update: Update): Promise<Item> {
    const { Attributes = {} } = await this.dynamodb.send(
      new UpdateCommand({
        TableName: this.tableName,
        Key: keyOf(key),
        ...update,
        ...(update.ConditionExpression && { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const }),
      }),
    );
    return Attributes;
  }

  /**
   * Updates an item unless its condition fails.
   * @returns the attributes that `ReturnValues` requests, or the existing item if the condition failed
   */
  protected async tryUpdate(key: Key, update: Update): Promise<Updated> {
    try {
      return { done: true, item: await this.updateItem(key, update) };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      // The document client leaves what is in an error as it came. Emulators leave it out: it is read then.
      const inTheWay = error.Item ? convertToNative({ M: error.Item }) : await this.getItem(key);
      return { done: false, item: inTheWay ?? {} };
    }
  }

  /** A page of a query; `next` is where the next one starts. */
  protected async queryPage(
    query: TableQuery,
  ): Promise<{ readonly items: Item[]; readonly next: Item | null }> {
    const { Items = [], LastEvaluatedKey = null } = await this.dynamodb.send(
      new QueryCommand({ TableName: this.tableName, ...query }),
    );
    return { items: Items, next: LastEvaluatedKey };
  }

  /** The pages of a query: one ends at a megabyte. */
  protected async *queryPages(query: TableQuery): AsyncGenerator<Item[]> {
    const all = paginateQuery({ client: this.dynamodb }, { TableName: this.tableName, ...query });
    for await (const { Items = [] } of all) yield Items;
  }

  /** All items of a query. */
  protected queryItems(query: TableQuery): Promise<Item[]> {
    return queryAll(this.dynamodb, { TableName: this.tableName, ...query });
  }
}

/** The result of an update with a condition. */
export interface Updated {
  readonly done: boolean;
  readonly item: Item;
}

function noClock(): never {
  throw new Error('this table needs a clock');
}

/** The items of all pages of a query: a page ends at a megabyte. */
export async function queryAll(client: DynamoDBDocumentClient, query: QueryCommandInput): Promise<Item[]> {
  const found: Item[] = [];
  for await (const { Items = [] } of paginateQuery({ client }, query)) found.push(...Items);
  return found;
}

const keysPerRead = 100;
const readAttempts = 6;

/**
 * Reads those of these items that exist, in no order, a hundred per call and the calls in parallel; eventually consistent, at half the cost, unless asked otherwise.
 * @throws TemporarilyUnavailableError when DynamoDB leaves some of them unprocessed again and again
 */
export async function readItems(
  dynamodb: DynamoDBDocumentClient,
  table: string,
  keys: readonly Item[],
  as: 'now' | 'lately' = 'lately',
): Promise<readonly Item[]> {
  const batches = Array.from({ length: Math.ceil(keys.length / keysPerRead) }, async (_, n) => {
    const found: Item[] = [];
    let left: Item[] = keys.slice(n * keysPerRead, (n + 1) * keysPerRead);
    for (let attempt = 0; left.length > 0; attempt += 1) {
      if (attempt === readAttempts) throw new TemporarilyUnavailableError();
      const { Responses = {}, UnprocessedKeys = {} } = await dynamodb.send(
        new BatchGetCommand({ RequestItems: { [table]: { Keys: left, ConsistentRead: as === 'now' } } }),
      );
      found.push(...(Responses[table] ?? []));
      left = UnprocessedKeys[table]?.Keys ?? [];
    }
    return found;
  });
  return (await Promise.all(batches)).flat();
}

const requestsPerCall = 25;
const writeAttempts = 8;

/** A write to one table: an item, or a key to delete. */
export type TableWrite = { readonly table: string } & ({ readonly put: Item } | { readonly deleted: Item });

/**
 * Writes by the batch, one batch after the other, each until DynamoDB has taken all of it: a throttled table hands some
 * back. No batch may name an item twice.
 * @throws TemporarilyUnavailableError when some are handed back again and again
 */
export async function writeAll(
  dynamodb: DynamoDBDocumentClient,
  writes: readonly TableWrite[],
): Promise<void> {
  for (let start = 0; start < writes.length; start += requestsPerCall) {
    let left: NonNullable<BatchWriteCommandInput['RequestItems']> = {};
    for (const { table, ...write } of writes.slice(start, start + requestsPerCall)) {
      const request =
        'put' in write ? { PutRequest: { Item: write.put } } : { DeleteRequest: { Key: write.deleted } };
      left[table] = [...(left[table] ?? []), request];
    }
    for (let attempt = 0; Object.keys(left).length > 0; attempt += 1) {
      if (attempt === writeAttempts)
        throw new TemporarilyUnavailableError({ cause: new Error('DynamoDB left items unprocessed') });
      if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 25 * Math.random()));
      const { UnprocessedItems = {} } = await dynamodb.send(new BatchWriteCommand({ RequestItems: left }));
      left = UnprocessedItems;
    }
  }
}

/** Deletes items by their keys. @throws TemporarilyUnavailableError when a throttled table leaves some */
export function deleteAll(
  dynamodb: DynamoDBDocumentClient,
  table: string,
  keys: readonly Item[],
): Promise<void> {
  return writeAll(
    dynamodb,
    keys.map((deleted) => ({ table, deleted })),
  );
}

/**
 * Common content of our items, to which deflate stores references. Stored items can't be read without it, so it
 * never changes: a new one would need a new `format`.
 */
const dictionary = Buffer.from(
  '"metadata":{},"retentionDays":90,"idleMinutes":1440,"kind":"turn","record":{"message":{"email":"firstName":"phone":"queue":"reason":"requestedAt":"kind":"handoff""kind":"flow-completed""outcome":"completed""notices":[],"status":"active","handoff":null,"claim":{"key":"fingerprint":"form":"a"}"form":"b"}"attachments":[],"history":[{"role":"user","text":"},{"role":"assistant","text":"progress":{"effects":"stepsRun":"attempts":0,"variables":{"flow":{"id":"version":1,"stepId":"choices":[{"label":"value":"},{"label":"turnId":"tenantId":"conversationId":"channel":"webchat","correlationId":"to":"committedAtMs":17"expiresAtS":"previousMessageId":null"inbound":{"id":"01"seq":"author":"user","text":"timestamp":"2026-"},"replies":[{"id":"author":"bot","text":"lastMessageId":"lastSeq":"widgetId":"sessionId":"userId":"state":{"openTurn":null,"recentTurnIds":["lastActivityMs":',
);
const packedFormat = 1;

/** JSON, deflated: a conversation of two kilobytes fits one write unit. */
export function packJson(value: unknown): Uint8Array {
  return Buffer.concat([Buffer.of(packedFormat), deflateRawSync(JSON.stringify(value), { dictionary })]);
}

/** @throws Error for bytes that `packJson` did not make */
export function unpackJson(attribute: unknown): unknown {
  const packed = attribute as Uint8Array;
  if (packed[0] !== packedFormat) throw new Error(`unknown format ${packed[0]} of a stored item`);
  return JSON.parse(inflateRawSync(packed.subarray(1), { dictionary }).toString());
}

/**
 * JSON as every service takes it: SQS refuses U+FFFE and U+FFFF, which are in no XML, and with them the whole message.
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
 */
export function wireJson(value: unknown): string {
  return JSON.stringify(value).replace(/[\ufffe\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`);
}

const tenantsMost = 5_000;
const none = 'none';

/**
 * The cache version of each tenant as this process has last seen it: another one after each change of the tenant's
 * configuration. What is remembered of a tenant is remembered under its version, and so dropped with it. @see design 5.4
 */
export class CacheVersions {
  readonly #nowMs: () => number;
  readonly #versions = new Map<string, { readonly version: string; readonly seenAtMs: number }>();

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  /** Empty for a tenant without a known one. */
  of(tenantId: string): string {
    return this.#versions.get(tenantId)?.version ?? '';
  }

  /** When a tenant's version was last read, epoch milliseconds; 0 where it has none, so that no change of it shows. */
  seenAtMs(tenantId: string): number {
    const { version = none, seenAtMs = 0 } = this.#versions.get(tenantId) ?? {};
    return version === none ? 0 : seenAtMs;
  }

  /** @param item of the version, as it was read; undefined: the tenant has none */
  note(tenantId: string, item: Readonly<Record<string, unknown>> | undefined): void {
    const [oldest] = this.#versions.keys();
    if (this.#versions.size >= tenantsMost && oldest !== undefined) this.#versions.delete(oldest);
    this.#versions.delete(tenantId);
    const version = typeof item?.stamp === 'string' ? item.stamp : none;
    this.#versions.set(tenantId, { version, seenAtMs: this.#nowMs() });
  }
}

/**
 * Caches the results of `load` by key for a limited time; a rejection isn't cached. With `isForced`, the
 * returned function loads the value again.
 * @param limit the maximum number of keys; the oldest is evicted
 * @param worthKeeping decides which values are cached; default: all
 * @param confirmed confirms values by the cache version of the tenant that their key begins with, for so long in total
 */
export function remember<T>(options: {
  readonly forMs: number;
  readonly nowMs: () => number;
  readonly limit: number;
  readonly worthKeeping?: (value: T) => boolean;
  readonly confirmed?: { readonly by: CacheVersions; readonly forMs: number };
}): (key: string, load: () => Promise<T>, isForced?: boolean) => Promise<T> {
  const entries = new Map<string, { readonly value: Promise<T>; readonly loadedAtMs: number }>();
  const { forMs, confirmed } = options;
  return (key, load, isForced = false) => {
    const known = entries.get(key);
    if (!isForced && known) {
      const confirmedAtMs = confirmed?.by.seenAtMs(key.split('#', 1).join()) ?? 0;
      const seenAtMs = Math.max(known.loadedAtMs, confirmedAtMs);
      const goodUntilMs = Math.min(seenAtMs + forMs, known.loadedAtMs + (confirmed?.forMs ?? forMs));
      if (goodUntilMs > options.nowMs()) return known.value;
    }
    const value = load();
    entries.delete(key);
    entries.set(key, { value, loadedAtMs: options.nowMs() });
    const forget = () => {
      if (entries.get(key)?.value === value) entries.delete(key);
    };
    value.then((loaded) => options.worthKeeping?.(loaded) === false && forget(), forget);
    const [oldest] = entries.keys();
    if (entries.size > options.limit && oldest !== undefined) entries.delete(oldest);
    return value;
  };
}
