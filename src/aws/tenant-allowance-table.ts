import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { TenantAllowance } from '../ports/admissions.ts';

/** What this process holds of a tenant's current minute. */
interface Lease {
  windowEndMs: number;
  tokens: number;
  leased: number;
  drawing: Promise<void> | null;
}

const largestBlock = 10;
const drawAttempts = 5;

/**
 * Counts a tenant's messages in blocks: a process draws some of the minute's messages at once and hands them out from
 * memory, so that the common message costs no write. Blocks shrink towards the limit; it is never exceeded.
 * See docs/decisions/tenant-allowance.md. @see design 2.4
 */
export function tenantAllowanceTable(
  dynamodb: DynamoDBClient,
  tablePrefix: string,
  nowMs: () => number,
): TenantAllowance {
  const TableName = tablePrefix + tables.rateLimits.name;
  const leases = new Map<string, Lease>();
  const keyOf = (tenantId: string) => marshall({ pk: `${tenantId}#tenant` });

  const openWindow = async (tenantId: string, block: number) => {
    const now = nowMs();
    const values = {
      ':now': now,
      ':end': now + limits.rateWindowMs,
      ':block': block,
      ':expires': Math.ceil(now / 1000) + 3600,
    };
    await dynamodb.send(
      new UpdateItemCommand({
        TableName,
        Key: keyOf(tenantId),
        UpdateExpression: 'SET windowEndMs = :end, leased = :block, expiresAt = :expires',
        ConditionExpression: 'attribute_not_exists(windowEndMs) OR windowEndMs <= :now',
        ExpressionAttributeValues: marshall(values),
      }),
    );
    return { windowEndMs: values[':end'], leased: block };
  };

  const addToWindow = async (tenantId: string, block: number, limit: number) => {
    const { Attributes } = await dynamodb.send(
      new UpdateItemCommand({
        TableName,
        Key: keyOf(tenantId),
        UpdateExpression: 'ADD leased :block',
        ConditionExpression: 'windowEndMs > :now AND leased <= :room',
        ExpressionAttributeValues: marshall({ ':block': block, ':now': nowMs(), ':room': limit - block }),
        ReturnValues: 'ALL_NEW',
      }),
    );
    return windowItem(Attributes ? unmarshall(Attributes) : {});
  };

  const draw = async (tenantId: string, limit: number, lease: Lease) => {
    for (let attempt = 0; attempt < drawAttempts; attempt += 1) {
      const open = lease.windowEndMs <= nowMs();
      const block = blockSize(open ? limit : limit - lease.leased);
      if (block === 0) return;
      try {
        const window = open ? await openWindow(tenantId, block) : await addToWindow(tenantId, block, limit);
        Object.assign(lease, window);
        lease.tokens = (open ? 0 : lease.tokens) + block;
        return;
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        // Another process has opened the window or drawn from it: learn how it stands.
        const { Item } = await dynamodb.send(
          new GetItemCommand({ TableName, Key: keyOf(tenantId), ConsistentRead: true }),
        );
        const window = windowItem(Item ? unmarshall(Item) : {});
        if (window.windowEndMs !== lease.windowEndMs) lease.tokens = 0;
        Object.assign(lease, window);
      }
    }
  };

  return {
    async take(tenantId, limit) {
      const lease = leases.get(tenantId) ?? { windowEndMs: 0, tokens: 0, leased: 0, drawing: null };
      leases.set(tenantId, lease);
      for (;;) {
        const current = lease.windowEndMs > nowMs();
        if (current && lease.tokens > 0) {
          lease.tokens -= 1;
          return { ok: true };
        }
        if (current && lease.leased >= limit) return { ok: false, retryAtMs: lease.windowEndMs };
        lease.drawing ??= draw(tenantId, limit, lease).finally(() => {
          lease.drawing = null;
        });
        await lease.drawing;
      }
    },

    giveBack(tenantId) {
      const lease = leases.get(tenantId);
      if (lease && lease.windowEndMs > nowMs()) lease.tokens += 1;
    },
  };
}

/** The nearer the limit, the smaller: what idle processes hold back stays small. */
function blockSize(room: number): number {
  return room <= 0 ? 0 : Math.max(1, Math.min(largestBlock, Math.floor(room / largestBlock)));
}

function windowItem(item: Record<string, unknown>) {
  return { windowEndMs: Number(item.windowEndMs ?? 0), leased: Number(item.leased ?? 0) };
}
