import { randomUUID } from 'node:crypto';
import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { ClaimedAnswer, RequestClaim, RequestClaims } from '../ports/request-claims.ts';

/** Requests that are running or were answered, in the dedup table. @see design 2.3, 6 */
export class RequestClaimsTable implements RequestClaims {
  readonly #dynamodb: DynamoDBClient;
  readonly #table: string;
  readonly #nowMs: () => number;

  constructor(dynamodb: DynamoDBClient, tablePrefix: string, nowMs: () => number) {
    this.#dynamodb = dynamodb;
    this.#table = tablePrefix + tables.dedup.name;
    this.#nowMs = nowMs;
  }

  async take(key: string, fingerprint: string): Promise<RequestClaim> {
    const owner = randomUUID();
    const now = this.#nowMs();
    try {
      await this.#dynamodb.send(
        new PutItemCommand({
          TableName: this.#table,
          Item: marshall({
            ...this.#item(key, fingerprint),
            owner,
            leaseUntilMs: now + limits.idempotencyLeaseMs,
          }),
          // Nobody's, forgotten, or of an owner that died before it answered.
          ConditionExpression:
            'attribute_not_exists(pk) OR expiresAt <= :nowS OR (attribute_not_exists(answer) AND leaseUntilMs <= :now)',
          ExpressionAttributeValues: marshall({ ':now': now, ':nowS': Math.floor(now / 1000) }),
        }),
      );
      return { claim: 'taken' };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
    const { Item } = await this.#dynamodb.send(
      new GetItemCommand({ TableName: this.#table, Key: marshall({ pk: key }), ConsistentRead: true }),
    );
    if (!Item) return this.take(key, fingerprint);
    const stored = unmarshall(Item);
    // The answer to our own write was lost.
    if (stored.owner === owner) return { claim: 'taken' };
    if (stored.answer === undefined) return { claim: 'running', fingerprint: stored.fingerprint };
    return { claim: 'answered', fingerprint: stored.fingerprint, answer: JSON.parse(stored.answer) };
  }

  async finish(key: string, fingerprint: string, answer: ClaimedAnswer): Promise<void> {
    const Item = marshall({ ...this.#item(key, fingerprint), answer: JSON.stringify(answer) });
    await this.#dynamodb.send(new PutItemCommand({ TableName: this.#table, Item }));
  }

  async release(key: string): Promise<void> {
    await this.#dynamodb.send(new DeleteItemCommand({ TableName: this.#table, Key: marshall({ pk: key }) }));
  }

  #item(key: string, fingerprint: string) {
    const expiresAt = Math.ceil((this.#nowMs() + limits.idempotencyWindowMs) / 1000);
    return { pk: key, fingerprint, expiresAt };
  }
}
