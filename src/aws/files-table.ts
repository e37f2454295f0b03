import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { indexNames, tables } from '../contract/tables.ts';
import type { StoredFile } from '../domain/stored-file.ts';
import type { ConversationName } from '../ports/conversation-store.ts';
import type { FileRecords } from '../ports/files.ts';
import { type Condition, deleteAll, KeyedTable, queryAll } from './items.ts';

const pkOf = (tenantId: string, fileId: string) => `${tenantId}#file#${fileId}`;
/** Partition of the index that holds a conversation's files. */
const partitionOf = ({ tenantId, conversationId }: ConversationName) => `${tenantId}#files#${conversationId}`;

/** File records, beside the claims in the dedup table; found by conversation for erasure. */
export class FilesTable implements FileRecords {
  readonly #dynamodb: DynamoDBDocumentClient;
  readonly #name: string;
  readonly #table: KeyedTable;

  constructor(dynamodb: DynamoDBDocumentClient, tablePrefix: string) {
    this.#dynamodb = dynamodb;
    this.#name = tablePrefix + tables.dedup.name;
    this.#table = new KeyedTable(dynamodb, this.#name);
  }

  create(file: StoredFile): Promise<boolean> {
    return this.#put(file, { ConditionExpression: 'attribute_not_exists(pk)' });
  }

  async find(tenantId: string, fileId: string): Promise<StoredFile | null> {
    const item = await this.#table.find(pkOf(tenantId, fileId));
    return item && (item.file as StoredFile);
  }

  async findAll(tenantId: string, fileIds: readonly string[]): Promise<ReadonlyMap<string, StoredFile>> {
    const items = await this.#table.findAll(fileIds.map((fileId) => pkOf(tenantId, fileId)));
    return new Map(items.map(({ file }) => [(file as StoredFile).fileId, file as StoredFile]));
  }

  replace(file: StoredFile, before: StoredFile): Promise<boolean> {
    return this.#put(file, {
      ConditionExpression: 'mark = :before',
      ExpressionAttributeValues: { ':before': markOf(before) },
    });
  }

  async ofConversation(conversation: ConversationName): Promise<readonly StoredFile[]> {
    const items = await queryAll(this.#dynamodb, {
      TableName: this.#name,
      IndexName: indexNames.waiting,
      KeyConditionExpression: 'waiting = :of',
      ExpressionAttributeValues: { ':of': partitionOf(conversation) },
    });
    const ids = items.map(({ pk }) => String(pk).split('#').slice(2).join('#'));
    return [...(await this.findAll(conversation.tenantId, ids)).values()];
  }

  async forget(tenantId: string, fileIds: readonly string[]): Promise<void> {
    const keys = fileIds.map((fileId) => ({ pk: pkOf(tenantId, fileId) }));
    await deleteAll(this.#dynamodb, this.#name, keys);
  }

  #put(file: StoredFile, condition: Condition): Promise<boolean> {
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
    return this.#table.put(item, condition);
  }
}

/** Changes whenever something does that another writer must see. */
const markOf = ({ status, conversationId, objectKey }: StoredFile) =>
  [status, conversationId ?? '', objectKey ?? ''].join(' ');
