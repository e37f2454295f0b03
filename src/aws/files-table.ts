import { indexNames, tables } from '../contract/tables.ts';
import type { StoredFile } from '../domain/stored-file.ts';
import type { ConversationName } from '../ports/conversation-store.ts';
import type { FileRecords } from '../ports/files.ts';
import { type Condition, DynamoTable, equals, isNew, where } from './items.ts';

const pkOf = (tenantId: string, fileId: string) => `${tenantId}#file#${fileId}`;
/** Partition of the index that holds a conversation's files. */
const partitionOf = ({ tenantId, conversationId }: ConversationName) => `${tenantId}#files#${conversationId}`;

/** File records, beside the claims in the dedup table; found by conversation for erasure. */
export class FilesTable extends DynamoTable implements FileRecords {
  protected readonly table = tables.dedup;

  create(file: StoredFile): Promise<boolean> {
    return this.#put(file, isNew);
  }

  async find(tenantId: string, fileId: string): Promise<StoredFile | null> {
    const item = await this.getItem(pkOf(tenantId, fileId));
    return item && (item.file as StoredFile);
  }

  async findAll(tenantId: string, fileIds: readonly string[]): Promise<ReadonlyMap<string, StoredFile>> {
    const items = await this.getItems(fileIds.map((fileId) => pkOf(tenantId, fileId)));
    return new Map(items.map(({ file }) => [(file as StoredFile).fileId, file as StoredFile]));
  }

  replace(file: StoredFile, before: StoredFile): Promise<boolean> {
    return this.#put(file, equals('mark', markOf(before)));
  }

  async ofConversation(conversation: ConversationName): Promise<readonly StoredFile[]> {
    const items = await this.queryItems({
      IndexName: indexNames.waiting,
      ...where('waiting', partitionOf(conversation)),
    });
    const ids = items.map(({ pk }) => String(pk).split('#').slice(2).join('#'));
    return [...(await this.findAll(conversation.tenantId, ids)).values()];
  }

  async forget(tenantId: string, fileIds: readonly string[]): Promise<void> {
    const keys = fileIds.map((fileId) => ({ pk: pkOf(tenantId, fileId) }));
    await this.deleteItems(keys);
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
    return this.putItem(item, condition);
  }
}

/** Changes whenever something does that another writer must see. */
const markOf = ({ status, conversationId, objectKey }: StoredFile) =>
  [status, conversationId ?? '', objectKey ?? ''].join(' ');
