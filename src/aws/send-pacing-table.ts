import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { tables } from '../contract/tables.ts';
import type { SendPacing } from '../ports/send-pacing.ts';

const attempts = 10;

/** The time of an account's next free send in the rate-limits table. */
export function sendPacingTable(
  dynamodb: DynamoDBClient,
  tablePrefix: string,
  nowMs: () => number,
): SendPacing {
  const TableName = tablePrefix + tables.rateLimits.name;
  return {
    async reserve(tenantId, accountId, perSecond) {
      const intervalMs = Math.ceil(1000 / perSecond);
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const now = nowMs();
        // Behind the sends that are reserved already, or at once when none is: each on its own condition.
        const queued = attempt % 2 === 0;
        try {
          const { Attributes = {} } = await dynamodb.send(
            new UpdateItemCommand({
              TableName,
              Key: marshall({ pk: `${tenantId}#pace#${accountId}` }),
              UpdateExpression: queued
                ? 'SET freeAtMs = freeAtMs + :interval, expiresAt = :expires'
                : 'SET freeAtMs = :next, expiresAt = :expires',
              ConditionExpression: queued
                ? 'freeAtMs > :now'
                : 'attribute_not_exists(freeAtMs) OR freeAtMs <= :now',
              ExpressionAttributeValues: marshall({
                ':now': now,
                ':expires': Math.ceil(now / 1000) + 3600,
                ...(queued ? { ':interval': intervalMs } : { ':next': now + intervalMs }),
              }),
              ReturnValues: 'UPDATED_NEW',
            }),
          );
          return Number(unmarshall(Attributes).freeAtMs) - intervalMs;
        } catch (error) {
          if (!(error instanceof ConditionalCheckFailedException)) throw error;
        }
      }
      return nowMs() + intervalMs;
    },
  };
}
