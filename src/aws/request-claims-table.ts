import { randomUUID } from 'node:crypto';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { ClaimedAnswer, RequestClaim, RequestClaims } from '../ports/turns.ts';
import { DynamoTable } from './items.ts';

/** Requests that are running or were answered, in the dedup table. @see design 2.3, 6 */
export class RequestClaimsTable extends DynamoTable implements RequestClaims {
  protected readonly table = tables.dedup;

  async take(key: string, fingerprint: string): Promise<RequestClaim> {
    const owner = randomUUID();
    const now = this.nowMs();
    const { done, item } = await this.tryUpdate(key, {
      UpdateExpression:
        'SET fingerprint = :print, #owner = :owner, leaseUntilMs = :lease, expiresAt = :expires, sinceMs = if_not_exists(sinceMs, :now) REMOVE answer',
      // New, expired, or of a process that died before it answered.
      ConditionExpression:
        'attribute_not_exists(pk) OR expiresAt <= :nowS OR (attribute_not_exists(answer) AND leaseUntilMs <= :now)',
      ExpressionAttributeNames: { '#owner': 'owner' },
      ReturnValues: 'ALL_NEW',
      ExpressionAttributeValues: {
        ':print': fingerprint,
        ':owner': owner,
        ':lease': now + limits.idempotencyLeaseMs,
        ':expires': this.#expiresAt(),
        ':now': now,
        ':nowS': Math.floor(now / 1000),
      },
    });
    const stored = item as Partial<Stored>;
    // Or the answer to our own write was lost.
    if (done || stored.owner === owner) return { claim: 'taken', ...triedBefore(stored, now) };
    if (stored.fingerprint === undefined) return this.take(key, fingerprint);
    if (stored.answer === undefined) return { claim: 'running', fingerprint: stored.fingerprint };
    return { claim: 'answered', fingerprint: stored.fingerprint, answer: JSON.parse(stored.answer) };
  }

  async finish(key: string, fingerprint: string, answer: ClaimedAnswer): Promise<void> {
    const Item = { pk: key, fingerprint, expiresAt: this.#expiresAt(), answer: JSON.stringify(answer) };
    await this.putItem(Item);
  }

  async release(key: string): Promise<void> {
    await this.deleteItem({ pk: key });
  }

  async leave(key: string): Promise<void> {
    // As if claimed by a crashed process.
    await this.tryUpdate(key, {
      UpdateExpression: 'SET leaseUntilMs = :now',
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(answer)',
      ExpressionAttributeValues: { ':now': this.nowMs() },
    });
  }

  #expiresAt(): number {
    return Math.ceil((this.nowMs() + limits.idempotencyWindowMs) / 1000);
  }
}

/** A stored request; `sinceMs`: the time of the first attempt. */
interface Stored {
  readonly fingerprint: string;
  readonly owner: string;
  readonly sinceMs: number;
  readonly answer?: string;
}

/** Not of what DynamoDB should have forgotten: after a day the same key is another request. */
function triedBefore({ sinceMs }: Partial<Stored>, nowMs: number): { readonly triedSinceMs?: number } {
  if (sinceMs === undefined || sinceMs >= nowMs) return {};
  return { triedSinceMs: Math.max(sinceMs, nowMs - limits.idempotencyWindowMs) };
}
