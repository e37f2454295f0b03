import {
  BatchGetItemCommand,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  PutItemCommand,
  paginateQuery,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { indexNames, tables } from '../contract/tables.ts';
import type { StoredFile } from '../domain/stored-file.ts';
import type { ConversationName } from '../ports/conversation-store.ts';
import type { FileRecords } from '../ports/files.ts';
import { KeyedTable } from './keyed-table.ts';
import { deleteAll } from './write-all.ts';

const pkOf = (tenantId: string, fileId: string) => `${tenantId}#file#${fileId}`;
/** Partition of the index that holds a conversation's files. */
const partitionOf = ({ tenantId, conversationId }: ConversationName) => `${tenantId}#files#${conversationId}`;
const perRead = 100;

/** What is known of files, beside the claims of the dedup table; found by their conversation when that is erased. */
export class FilesTable implements FileRecords {
  readonly #dynamodb: DynamoDBClient;
  readonly #name: string;
  readonly #table: KeyedTable;

  constructor(dynamodb: DynamoDBClient, tablePrefix: string) {
    this.#dynamodb = dynamodb;
    this.#name = tablePrefix + tables.dedup.name;
    this.#table = new KeyedTable(dynamodb, this.#name);
  }

  create(file: StoredFile): Promise<boolean> {
    return this.#put(file, 'attribute_not_exists(pk)');
  }

  async find(tenantId: string, fileId: string): Promise<StoredFile | null> {
    const item = await this.#table.find(pkOf(tenantId, fileId));
    return item && (item.file as StoredFile);
  }

  async findAll(tenantId: string, fileIds: readonly string[]): Promise<ReadonlyMap<string, StoredFile>> {
    const found = new Map<string, StoredFile>();
    let Keys = [...new Set(fileIds)].map((fileId) => marshall({ pk: pkOf(tenantId, fileId) }));
    while (Keys.length > 0) {
      const { Responses = {}, UnprocessedKeys = {} } = await this.#dynamodb.send(
        new BatchGetItemCommand({
          RequestItems: { [this.#name]: { Keys: Keys.slice(0, perRead), ConsistentRead: true } },
        }),
      );
      for (const item of Responses[this.#name] ?? []) {
        const { file } = unmarshall(item) as { file: StoredFile };
        found.set(file.fileId, file);
      }
      Keys = [...(UnprocessedKeys[this.#name]?.Keys ?? []), ...Keys.slice(perRead)];
    }
    return found;
  }

  replace(file: StoredFile, before: StoredFile): Promise<boolean> {
    return this.#put(file, 'mark = :before', { ':before': markOf(before) });
  }

  async ofConversation(conversation: ConversationName): Promise<readonly StoredFile[]> {
    const pages = paginateQuery(
      { client: this.#dynamodb },
      {
        TableName: this.#name,
        IndexName: indexNames.waiting,
        KeyConditionExpression: 'waiting = :of',
        ExpressionAttributeValues: marshall({ ':of': partitionOf(conversation) }),
      },
    );
    const ids: string[] = [];
    for await (const { Items = [] } of pages)
      ids.push(...Items.map((item) => String(unmarshall(item).pk).split('#').slice(2).join('#')));
    return [...(await this.findAll(conversation.tenantId, ids)).values()];
  }

  async forget(tenantId: string, fileIds: readonly string[]): Promise<void> {
    const keys = fileIds.map((fileId) => ({ pk: pkOf(tenantId, fileId) }));
    await deleteAll(this.#dynamodb, this.#name, keys);
  }

  async #put(
    file: StoredFile,
    ConditionExpression: string,
    values?: Readonly<Record<string, string>>,
  ): Promise<boolean> {
    const { tenantId, fileId, conversationId, expiresAtS } = file;
    const item = {
      pk: pkOf(tenantId, fileId),
      file,
      mark: markOf(file),
      expiresAt: expiresAtS,
      ...(conversationId !== null && {
        waiting: partitionOf({ tenantId, conversationId }),
        dueAt: expiresAtS,
      }),
    };
    try {
      await this.#dynamodb.send(
        new PutItemCommand({
          TableName: this.#name,
          Item: marshall(item, { removeUndefinedValues: true }),
          ConditionExpression,
          ...(values && { ExpressionAttributeValues: marshall(values) }),
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }
}

/** Changes whenever something does that another writer must see. */
const markOf = ({ status, conversationId, objectKey }: StoredFile) =>
  [status, conversationId ?? '', objectKey ?? ''].join(' ');
