import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  paginateQuery,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { ResourceExistsException, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { FlowDefinition } from '../contract/flow.ts';
import { tables } from '../contract/tables.ts';
import { type DirectoryItem, staysLive } from '../domain/directory-item.ts';
import { directoryKeys } from '../domain/directory-keys.ts';
import type { TenantFolder } from '../domain/tenant-folder.ts';
import type { DirectoryWriter } from '../ports/directory-writer.ts';
import { readByCredential } from './by-credential.ts';
import { DirectoryRecordsTable } from './directory-records-table.ts';
import { flowItem, pointingItems } from './folder-items.ts';
import { putTenantSecrets, readTenantSecrets, secretNameIn, withSecretsOfConsole } from './folder-secrets.ts';
import { putOf, writeAll } from './write-all.ts';

/**
 * Writes the directory table and the tenants' secrets.
 * @param options `rewriteFlows` lets a laptop change a published version; elsewhere it is immutable
 * @see design 6
 */
export function directoryWriter(
  clients: { readonly dynamodb: DynamoDBClient; readonly secrets: SecretsManagerClient },
  names: { readonly tablePrefix: string; readonly secretPrefix: string },
  options: { readonly rewriteFlows: boolean } = { rewriteFlows: false },
): DirectoryWriter {
  const TableName = names.tablePrefix + tables.directory.name;
  const records = new DirectoryRecordsTable(clients.dynamodb, names.tablePrefix);
  /** Whoever has read an item before must see that it is another. */
  const putAll = (pk: string, items: readonly DirectoryItem[]) =>
    writeAll(
      clients.dynamodb,
      items.map((item) => putOf(TableName, { pk, ...item, revision: randomUUID() })),
    );

  const deleteItem = (pk: string, sk: string) =>
    clients.dynamodb.send(new DeleteItemCommand({ TableName, Key: marshall({ pk, sk }) }));

  const putFlow = async (pk: string, flow: FlowDefinition): Promise<void> => {
    const item = flowItem(flow);
    const isKept = !options.rewriteFlows;
    const { Item } = isKept
      ? await clients.dynamodb.send(
          new GetItemCommand({ TableName, Key: marshall({ pk, sk: item.sk }), ConsistentRead: true }),
        )
      : {};
    if (!Item) {
      await putAll(pk, [item]);
      const attributes = { source: 'files', at: new Date().toISOString() };
      await records.write(pk, { sk: directoryKeys.version(flow.id, flow.version), attributes }, 'nothing');
      return;
    }
    if (!isDeepStrictEqual(unmarshall(Item).document, JSON.parse(JSON.stringify(flow)))) {
      throw new Error(
        `flow ${flow.id} version ${flow.version} of ${pk} is published and can't change: raise its version`,
      );
    }
  };

  const list = async (tenantId: string): Promise<DirectoryItem[]> => {
    const pages = paginateQuery(
      { client: clients.dynamodb },
      {
        TableName,
        KeyConditionExpression: 'pk = :tenant',
        ExpressionAttributeValues: marshall({ ':tenant': tenantId }),
        ConsistentRead: true,
      },
    );
    const items: DirectoryItem[] = [];
    for await (const { Items = [] } of pages) {
      items.push(...Items.map((item) => unmarshall(item) as DirectoryItem));
    }
    return items;
  };

  const applyOnce = async (given: TenantFolder, overwrite: boolean): Promise<void> => {
    const pk = given.tenant.id;
    const stored = new Map((await list(pk)).map((item) => [item.sk, item]));
    const storedSecrets = await readTenantSecrets(clients.secrets, names.secretPrefix, pk);
    const secretsBefore = { ...storedSecrets.verifying, ...storedSecrets.sending };
    const folder = overwrite ? given : withSecretsOfConsole(given, stored.values(), secretsBefore);
    for (const flow of folder.flows) await putFlow(pk, flow);
    await putTenantSecrets(clients.secrets, names.secretPrefix, folder, storedSecrets);
    const isLive = ({ sk }: DirectoryItem) => sk.startsWith(directoryKeys.published(''));
    const isTenant = ({ sk }: DirectoryItem) => sk === directoryKeys.tenant;
    const pointing = pointingItems(folder).filter((item) => {
      const before = stored.get(item.sk);
      if (isLive(item) && staysLive(before, Number(item.document))) return false;
      return before?.by === undefined || overwrite;
    });
    // What is pointed at comes first, within a batch in no order.
    await putAll(pk, pointing.filter(isLive));
    await putAll(
      pk,
      pointing.filter((item) => !isLive(item) && !isTenant(item)),
    );
    await putAll(pk, pointing.filter(isTenant));
    for (const { sk } of stored.values()) {
      // What is known of who set it is no longer so.
      const name = secretNameIn(sk);
      if (overwrite && name !== null && secretsBefore[name] !== folder.secrets[name])
        await deleteItem(pk, sk);
    }
    await records.stamp(pk);
  };

  return {
    itemsOf: (folder) => [...folder.flows.map(flowItem), ...pointingItems(folder)],

    list,

    async ownersOf(credential) {
      const items = await readByCredential(clients.dynamodb, TableName, credential);
      return items.map(({ pk }) => String(pk));
    },

    async apply(given, { overwrite = false } = {}) {
      for (let times = 1; ; times += 1) {
        try {
          return await applyOnce(given, overwrite);
        } catch (error) {
          // Somebody else has just made one of the tenant's two secrets: what they stored is read as if it had been there.
          if (times > 2 || !(error instanceof ResourceExistsException)) throw error;
        }
      }
    },

    async remove(tenantId, sortKeys) {
      for (const sk of sortKeys) await deleteItem(tenantId, sk);
      await records.stamp(tenantId);
    },

    addFlow: putFlow,

    async publish(tenantId, flowId, version, seen) {
      const before = Number(seen?.document ?? 0);
      const rolledBackFrom = Math.max(before, seen?.rolledBackFrom ?? 0);
      const attributes = { document: version, ...(version < before && { rolledBackFrom }) };
      const expected = seen ? { revision: seen.revision ?? null } : 'nothing';
      const record = { sk: directoryKeys.published(flowId), attributes };
      if ((await records.write(tenantId, record, expected)) === null) return false;
      await records.stamp(tenantId);
      return true;
    },

    async setStatus(tenantId, status) {
      try {
        await clients.dynamodb.send(
          new UpdateItemCommand({
            TableName,
            Key: marshall({ pk: tenantId, sk: directoryKeys.tenant }),
            UpdateExpression: 'SET document.#status = :status, revision = :revision',
            // An update would otherwise make a tenant of nothing but a status.
            ConditionExpression: 'attribute_exists(pk)',
            ExpressionAttributeNames: { '#status': 'status' },
            ExpressionAttributeValues: marshall({ ':status': status, ':revision': randomUUID() }),
          }),
        );
        await records.stamp(tenantId);
        return true;
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return false;
        throw error;
      }
    },
  };
}
