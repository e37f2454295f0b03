import { randomUUID } from 'node:crypto';
import { DeleteCommand, type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { ClaimedAnswer, RequestClaim, RequestClaims } from '../ports/request-claims.ts';
import { isWritten } from './items.ts';

/** Requests that are running or were answered, in the dedup table. @see design 2.3, 6 */
export class RequestClaimsTable implements RequestClaims {
  readonly #dynamodb: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #nowMs: () => number;

  constructor(dynamodb: DynamoDBDocumentClient, tablePrefix: string, nowMs: () => number) {
    this.#dynamodb = dynamodb;
    this.#table = tablePrefix + tables.dedup.name;
    this.#nowMs = nowMs;
  }

  async take(key: string, fingerprint: string): Promise<RequestClaim> {
    const owner = randomUUID();
    const now = this.#nowMs();
    const put = new PutCommand({
      TableName: this.#table,
      Item: { ...this.#item(key, fingerprint), owner, leaseUntilMs: now + limits.idempotencyLeaseMs },
      // Nobody's, forgotten, or of an owner that died before it answered.
      ConditionExpression:
        'attribute_not_exists(pk) OR expiresAt <= :nowS OR (attribute_not_exists(answer) AND leaseUntilMs <= :now)',
      ExpressionAttributeValues: { ':now': now, ':nowS': Math.floor(now / 1000) },
    });
    if (await isWritten(this.#dynamodb.send(put))) return { claim: 'taken' };
    const { Item: stored } = await this.#dynamodb.send(
      new GetCommand({ TableName: this.#table, Key: { pk: key }, ConsistentRead: true }),
    );
    if (!stored) return this.take(key, fingerprint);
    // The answer to our own write was lost.
    if (stored.owner === owner) return { claim: 'taken' };
    if (stored.answer === undefined) return { claim: 'running', fingerprint: stored.fingerprint };
    return { claim: 'answered', fingerprint: stored.fingerprint, answer: JSON.parse(stored.answer) };
  }

  async finish(key: string, fingerprint: string, answer: ClaimedAnswer): Promise<void> {
    const Item = { ...this.#item(key, fingerprint), answer: JSON.stringify(answer) };
    await this.#dynamodb.send(new PutCommand({ TableName: this.#table, Item }));
  }

  async release(key: string): Promise<void> {
    await this.#dynamodb.send(new DeleteCommand({ TableName: this.#table, Key: { pk: key } }));
  }

  #item(key: string, fingerprint: string) {
    const expiresAt = Math.ceil((this.#nowMs() + limits.idempotencyWindowMs) / 1000);
    return { pk: key, fingerprint, expiresAt };
  }
}
