import { type DynamoDBDocumentClient, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AuditEntry } from '../contract/admin/audit.ts';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { AuditLog } from '../ports/directory-writer.ts';

const dayS = 24 * 60 * 60;

/** The audit log in DynamoDB, sorted by time. @see design 9 "Audit" */
export class AuditTable implements AuditLog {
  readonly #dynamodb: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(dynamodb: DynamoDBDocumentClient, tablePrefix: string) {
    this.#dynamodb = dynamodb;
    this.#table = tablePrefix + tables.audit.name;
  }

  async begin(tenantId: string, { outcome, ...entry }: AuditEntry): Promise<void> {
    const expiresAt = Math.floor(Date.parse(entry.at) / 1000) + limits.auditRetentionDays * dayS;
    // Values of documents are kept as text: theirs may be undefined, or too deep for an item.
    const Item = { pk: tenantId, sk: entry.id, outcome, entry: JSON.stringify(entry), expiresAt };
    await this.#dynamodb.send(new PutCommand({ TableName: this.#table, Item }));
  }

  async end(tenantId: string, id: string, outcome: 'done' | 'failed'): Promise<void> {
    await this.#dynamodb.send(
      new UpdateCommand({
        TableName: this.#table,
        Key: { pk: tenantId, sk: id },
        UpdateExpression: 'SET outcome = :outcome',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':outcome': outcome },
      }),
    );
  }

  async list(
    tenantId: string,
    { from, to }: { readonly from: string; readonly to: string },
    limit: number,
  ): Promise<{ entries: readonly AuditEntry[]; next: string | null }> {
    const { Items = [], LastEvaluatedKey } = await this.#dynamodb.send(
      new QueryCommand({
        TableName: this.#table,
        KeyConditionExpression: 'pk = :tenant AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: { ':tenant': tenantId, ':from': from, ':to': to },
        ConsistentRead: true,
        ScanIndexForward: false,
        Limit: limit,
      }),
    );
    const entries = Items.map(
      ({ entry, outcome }): AuditEntry => ({ ...JSON.parse(String(entry)), outcome }),
    );
    return { entries, next: LastEvaluatedKey ? String(LastEvaluatedKey.sk) : null };
  }
}
