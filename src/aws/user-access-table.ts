import { createHash } from 'node:crypto';
import { limits } from '../contract/limits.ts';
import { roleName } from '../contract/roles.ts';
import { tables } from '../contract/tables.ts';
import { directoryKeys } from '../domain/directory-keys.ts';
import type { Access, GuessedAccount, PasswordGuesses, UserAccess } from '../ports/users.ts';
import { DynamoTable } from './items.ts';

const rememberedUsers = 1_000;

/** Users' current permissions in the directory table, cached for 30 seconds. @see design 9 "Who" */
export class UserAccessTable extends DynamoTable implements UserAccess {
  protected readonly table = tables.directory;
  readonly #remembered = new Map<string, { readonly access: Access; readonly untilMs: number }>();

  async find(tenantId: string, userId: string): Promise<Access | null> {
    const key = `${tenantId}#${userId}`;
    const remembered = this.#remembered.get(key);
    if (remembered && this.nowMs() < remembered.untilMs) return remembered.access;
    // From before the read: it is as old as that.
    const untilMs = this.nowMs() + limits.userAccessCacheMs;
    const access = await this.#read(tenantId, userId);
    this.#remembered.delete(key);
    // An unknown user may be added at any moment, so absence isn't cached.
    if (access) this.#remembered.set(key, { access, untilMs });
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > rememberedUsers && oldest !== undefined) this.#remembered.delete(oldest);
    return access;
  }

  async #read(tenantId: string, userId: string): Promise<Access | null> {
    const Item = await this.getItem({ pk: tenantId, sk: directoryKeys.user(userId) });
    if (!Item) return null;
    const { role, status, accessEndedAt } = Item;
    return {
      role: roleName.safeParse(role).data ?? null,
      isDisabled: status === 'disabled',
      endedAtMs: typeof accessEndedAt === 'string' ? Date.parse(accessEndedAt) : null,
    };
  }
}

/** Wrong passwords in the rate-limits table: read with each call, written only for a wrong one. @see design 2.7 */
export class PasswordGuessesTable extends DynamoTable implements PasswordGuesses {
  protected readonly table = tables.rateLimits;

  async waitMs(account: GuessedAccount): Promise<number> {
    const { failures = 0, lastAtMs = 0, expiresAt = 0 } = (await this.getItem(keyOf(account))) ?? {};
    if (Number(expiresAt) * 1000 <= this.nowMs()) return 0;
    return Math.max(0, Number(lastAtMs) + pauseMs(Number(failures)) - this.nowMs());
  }

  /** Counts on from what was there; what has expired and is not deleted yet counts no more. */
  async note(account: GuessedAccount): Promise<void> {
    const nowMs = this.nowMs();
    const expiresAt = Math.ceil((nowMs + limits.guessMemoryMs) / 1000);
    const values = { ':now': nowMs, ':one': 1, ':expires': expiresAt };
    const { done } = await this.tryUpdate(keyOf(account), {
      UpdateExpression: 'SET lastAtMs = :now, expiresAt = :expires ADD failures :one',
      ConditionExpression: 'attribute_not_exists(pk) OR expiresAt > :nowS',
      ExpressionAttributeValues: { ...values, ':nowS': Math.floor(nowMs / 1000) },
    });
    if (done) return;
    await this.updateItem(keyOf(account), {
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
