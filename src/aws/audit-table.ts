import {
  type DynamoDBClient,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { AuditEntry } from '../contract/admin/audit.ts';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { AuditLog } from '../ports/audit-log.ts';

const dayS = 24 * 60 * 60;

/** Who changed what, in DynamoDB, sorted by time. @see design 9 "Audit" */
export class AuditTable implements AuditLog {
  readonly #dynamodb: DynamoDBClient;
  readonly #table: string;

  constructor(dynamodb: DynamoDBClient, tablePrefix: string) {
    this.#dynamodb = dynamodb;
    this.#table = tablePrefix + tables.audit.name;
  }

  async begin(tenantId: string, { outcome, ...entry }: AuditEntry): Promise<void> {
    const expiresAt = Math.floor(Date.parse(entry.at) / 1000) + limits.auditRetentionDays * dayS;
    // Values of documents are kept as text: theirs may be undefined, or too deep for an item.
    const Item = marshall({ pk: tenantId, sk: entry.id, outcome, entry: JSON.stringify(entry), expiresAt });
    await this.#dynamodb.send(new PutItemCommand({ TableName: this.#table, Item }));
  }

  async end(tenantId: string, id: string, outcome: 'done' | 'failed'): Promise<void> {
    await this.#dynamodb.send(
      new UpdateItemCommand({
        TableName: this.#table,
        Key: marshall({ pk: tenantId, sk: id }),
        UpdateExpression: 'SET outcome = :outcome',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: marshall({ ':outcome': outcome }),
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
        ExpressionAttributeValues: marshall({ ':tenant': tenantId, ':from': from, ':to': to }),
        ConsistentRead: true,
        ScanIndexForward: false,
        Limit: limit,
      }),
    );
    const entries = Items.map((item) => {
      const { entry, outcome } = unmarshall(item);
      return { ...JSON.parse(String(entry)), outcome } as AuditEntry;
    });
    return { entries, next: LastEvaluatedKey ? String(unmarshall(LastEvaluatedKey).sk) : null };
  }
}
