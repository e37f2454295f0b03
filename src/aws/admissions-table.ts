import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { AdmissionRequest, Admissions } from '../ports/admissions.ts';

/** Two lists of equal length, newest first: when each message was admitted, and the key that it claimed. */
interface SessionItem {
  readonly at: readonly number[];
  readonly claims: readonly string[];
}

const noClaim = '-';
const claimChars = 12;
const spareEntries = 10;
const releaseAttempts = 5;

/**
 * Window and claims of a session in one item of the rate-limits table, so that one conditional write decides both:
 * a rejected message costs that one write and counts against nobody. See docs/decisions/admission.md.
 * @see design 2.3, 2.4
 */
export function admissionsTable(
  dynamodb: DynamoDBClient,
  tablePrefix: string,
  clock: { readonly nowMs: () => number; readonly random: () => number },
): Admissions {
  const TableName = tablePrefix + tables.rateLimits.name;
  const keyOf = (request: AdmissionRequest) =>
    marshall({ pk: `${request.tenantId}#session#${request.widgetId}#${request.sessionId}` });

  const read = async (Key: Record<string, AttributeValue>): Promise<SessionItem> => {
    const { Item } = await dynamodb.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }));
    return sessionItem(Item);
  };

  const removeEntries = async (
    Key: Record<string, AttributeValue>,
    indexes: readonly number[],
    stamp?: number,
  ) => {
    const paths = indexes.flatMap((index) => [`#at[${index}]`, `claims[${index}]`]);
    await dynamodb.send(
      new UpdateItemCommand({
        TableName,
        Key,
        UpdateExpression: `REMOVE ${paths.join(', ')}`,
        ExpressionAttributeNames: { '#at': 'at' },
        ...(stamp !== undefined && {
          ConditionExpression: `#at[${indexes[0]}] = :stamp`,
          ExpressionAttributeValues: marshall({ ':stamp': stamp }),
        }),
      }),
    );
  };

  return {
    async admit(request) {
      const Key = keyOf(request);
      const claim = request.key?.slice(0, claimChars);
      // A fraction makes the stamp our own: when the SDK repeats a write whose answer was lost, we find it again.
      const stamp = clock.nowMs() + Math.floor(clock.random() * 1000) / 1000;
      const oldest = `#at[${request.limit - 1}]`;
      try {
        const { Attributes } = await dynamodb.send(
          new UpdateItemCommand({
            TableName,
            Key,
            UpdateExpression:
              'SET #at = list_append(:stamp, if_not_exists(#at, :none)), claims = list_append(:entry, if_not_exists(claims, :none)), expiresAt = :expires',
            ConditionExpression: `(attribute_not_exists(${oldest}) OR ${oldest} <= :cutoff)${claim ? ' AND (NOT contains(claims, :claim))' : ''}`,
            ExpressionAttributeNames: { '#at': 'at' },
            ExpressionAttributeValues: marshall({
              ':stamp': [stamp],
              ':entry': [claim ?? noClaim],
              ':none': [],
              ':cutoff': stamp - limits.rateWindowMs,
              ':expires': Math.ceil((stamp + limits.idempotencyWindowMs) / 1000),
              ...(claim && { ':claim': claim }),
            }),
            ReturnValues: 'ALL_NEW',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
        const { length } = sessionItem(Attributes).at;
        if (length >= request.limit + spareEntries) {
          await removeEntries(
            Key,
            Array.from({ length: length - request.limit }, (_, n) => request.limit + n),
          );
        }
        return { outcome: 'admitted', stamp };
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        // Emulators leave the item out of the exception: read it then.
        const item = error.Item ? sessionItem(error.Item) : await read(Key);
        if (item.at.includes(stamp)) return { outcome: 'admitted', stamp };
        const claimed = claim ? item.claims.indexOf(claim) : -1;
        if (claimed >= 0) return { outcome: 'claimed', stamp: item.at[claimed] ?? 0 };
        return { outcome: 'limited', retryAtMs: (item.at[request.limit - 1] ?? stamp) + limits.rateWindowMs };
      }
    },

    async release(request, stamp) {
      const Key = keyOf(request);
      for (let attempt = 0; attempt < releaseAttempts; attempt += 1) {
        const index = (await read(Key)).at.indexOf(stamp);
        if (index < 0) return;
        try {
          return await removeEntries(Key, [index], stamp);
        } catch (error) {
          // The lists have moved on since they were read: look again.
          if (!(error instanceof ConditionalCheckFailedException)) throw error;
        }
      }
    },
  };
}

function sessionItem(item: Record<string, AttributeValue> | undefined): SessionItem {
  const { at = [], claims = [] } = item ? unmarshall(item) : {};
  return { at, claims };
}
