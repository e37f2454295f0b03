import { createHash } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { GuessedAccount, PasswordGuesses } from '../ports/password-guesses.ts';
import { KeyedTable } from './items.ts';

/** Wrong passwords in the rate-limits table: read with each call, written only for a wrong one. @see design 2.7 */
export class PasswordGuessesTable implements PasswordGuesses {
  readonly #table: KeyedTable;
  readonly #nowMs: () => number;

  constructor(dynamodb: DynamoDBDocumentClient, tablePrefix: string, nowMs: () => number) {
    this.#table = new KeyedTable(dynamodb, tablePrefix + tables.rateLimits.name);
    this.#nowMs = nowMs;
  }

  async waitMs(account: GuessedAccount): Promise<number> {
    const { failures = 0, lastAtMs = 0, expiresAt = 0 } = (await this.#table.find(keyOf(account))) ?? {};
    if (Number(expiresAt) * 1000 <= this.#nowMs()) return 0;
    return Math.max(0, Number(lastAtMs) + pauseMs(Number(failures)) - this.#nowMs());
  }

  /** Counts on from what was there; what has expired and is not deleted yet counts no more. */
  async note(account: GuessedAccount): Promise<void> {
    const nowMs = this.#nowMs();
    const expiresAt = Math.ceil((nowMs + limits.guessMemoryMs) / 1000);
    const values = { ':now': nowMs, ':one': 1, ':expires': expiresAt };
    const { done } = await this.#table.tryUpdate(keyOf(account), {
      UpdateExpression: 'SET lastAtMs = :now, expiresAt = :expires ADD failures :one',
      ConditionExpression: 'attribute_not_exists(pk) OR expiresAt > :nowS',
      ExpressionAttributeValues: { ...values, ':nowS': Math.floor(nowMs / 1000) },
    });
    if (done) return;
    await this.#table.update(keyOf(account), {
      UpdateExpression: 'SET lastAtMs = :now, expiresAt = :expires, failures = :one',
      ExpressionAttributeValues: values,
    });
  }
}

/** None for the first few, then twice as long for each further one. */
function pauseMs(failures: number): number {
  if (failures < limits.freeGuesses) return 0;
  return Math.min(1000 * 2 ** (failures - limits.freeGuesses), limits.guessPauseMaxMs);
}

function keyOf({ tenantId, accountId, network }: GuessedAccount): string {
  const address = createHash('sha256').update(network).digest('base64url');
  return `${tenantId}#guesses#${accountId}#${address}`;
}
