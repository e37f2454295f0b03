import {
  DeleteSecretCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { type Table, tables } from '../contract/tables.ts';
import type { TenantData } from '../ports/tenant-data.ts';
import { deleteAll } from './items.ts';

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
