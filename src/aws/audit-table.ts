import type { AuditEntry } from '../contract/admin/audit.ts';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { AuditLog } from '../ports/directory-writer.ts';
import { DynamoTable } from './items.ts';

const dayS = 24 * 60 * 60;

/** The audit log in DynamoDB, sorted by time. @see design 9 "Audit" */
export class AuditTable extends DynamoTable implements AuditLog {
  protected readonly table = tables.audit;

  async begin(tenantId: string, { outcome, ...entry }: AuditEntry): Promise<void> {
    const expiresAt = Math.floor(Date.parse(entry.at) / 1000) + limits.auditRetentionDays * dayS;
    // Values of documents are kept as text: theirs may be undefined, or too deep for an item.
    const Item = { pk: tenantId, sk: entry.id, outcome, entry: JSON.stringify(entry), expiresAt };
    await this.putItem(Item);
  }

  async end(tenantId: string, id: string, outcome: 'done' | 'failed'): Promise<void> {
    await this.updateItem(
      { pk: tenantId, sk: id },
      {
        UpdateExpression: 'SET outcome = :outcome',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':outcome': outcome },
      },
    );
  }

  async list(
    tenantId: string,
    { from, to }: { readonly from: string; readonly to: string },
    limit: number,
  ): Promise<{ entries: readonly AuditEntry[]; next: string | null }> {
    const { items, next } = await this.queryPage({
      KeyConditionExpression: 'pk = :tenant AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':tenant': tenantId, ':from': from, ':to': to },
      ConsistentRead: true,
      ScanIndexForward: false,
      Limit: limit,
    });
    const entries = items.map(
      ({ entry, outcome }): AuditEntry => ({ ...JSON.parse(String(entry)), outcome }),
    );
    return { entries, next: next ? String(next.sk) : null };
  }
}
