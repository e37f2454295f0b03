import { createHash } from 'node:crypto';
import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { GuessedAccount, PasswordGuesses } from '../ports/password-guesses.ts';

/** Wrong passwords in the rate-limits table: read with each call, written only for a wrong one. @see design 2.7 */
export class PasswordGuessesTable implements PasswordGuesses {
  readonly #dynamodb: DynamoDBClient;
  readonly #table: string;
  readonly #nowMs: () => number;

  constructor(dynamodb: DynamoDBClient, tablePrefix: string, nowMs: () => number) {
    this.#dynamodb = dynamodb;
    this.#table = tablePrefix + tables.rateLimits.name;
    this.#nowMs = nowMs;
  }

  async waitMs(account: GuessedAccount): Promise<number> {
    const { Item } = await this.#dynamodb.send(
      new GetItemCommand({ TableName: this.#table, Key: keyOf(account), ConsistentRead: true }),
    );
    const { failures = 0, lastAtMs = 0, expiresAt = 0 } = Item ? unmarshall(Item) : {};
    if (Number(expiresAt) * 1000 <= this.#nowMs()) return 0;
    return Math.max(0, Number(lastAtMs) + pauseMs(Number(failures)) - this.#nowMs());
  }

  /** Counts on from what was there; what has expired and is not deleted yet counts no more. */
  async note(account: GuessedAccount): Promise<void> {
    try {
      await this.#count(account, 'SET lastAtMs = :now, expiresAt = :expires ADD failures :one', {
        condition: 'attribute_not_exists(pk) OR expiresAt > :nowS',
        values: { ':nowS': Math.floor(this.#nowMs() / 1000) },
      });
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      await this.#count(account, 'SET lastAtMs = :now, expiresAt = :expires, failures = :one', {});
    }
  }

  async #count(
    account: GuessedAccount,
    UpdateExpression: string,
    { condition, values }: { condition?: string; values?: Readonly<Record<string, number>> },
  ): Promise<void> {
    const expiresAt = Math.ceil((this.#nowMs() + limits.guessMemoryMs) / 1000);
    await this.#dynamodb.send(
      new UpdateItemCommand({
        TableName: this.#table,
        Key: keyOf(account),
        UpdateExpression,
        ...(condition && { ConditionExpression: condition }),
        ExpressionAttributeValues: marshall({
          ':now': this.#nowMs(),
          ':one': 1,
          ':expires': expiresAt,
          ...values,
        }),
      }),
    );
  }
}

/** None for the first few, then twice as long for each further one. */
function pauseMs(failures: number): number {
  if (failures < limits.freeGuesses) return 0;
  return Math.min(1000 * 2 ** (failures - limits.freeGuesses), limits.guessPauseMaxMs);
}

function keyOf({ tenantId, accountId, network }: GuessedAccount) {
  const address = createHash('sha256').update(network).digest('base64url');
  return marshall({ pk: `${tenantId}#guesses#${accountId}#${address}` });
}
