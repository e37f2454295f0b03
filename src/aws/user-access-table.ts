import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { limits } from '../contract/limits.ts';
import { roleName } from '../contract/roles.ts';
import { tables } from '../contract/tables.ts';
import { directoryKeys } from '../domain/directory-keys.ts';
import type { Access, UserAccess } from '../ports/user-access.ts';

const rememberedUsers = 1_000;

/** What users may still do, in the directory table; remembered for half a minute. @see design 9 "Who" */
export class UserAccessTable implements UserAccess {
  readonly #dynamodb: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #nowMs: () => number;
  readonly #remembered = new Map<string, { readonly access: Access; readonly untilMs: number }>();

  constructor(dynamodb: DynamoDBDocumentClient, tablePrefix: string, nowMs: () => number) {
    this.#dynamodb = dynamodb;
    this.#table = tablePrefix + tables.directory.name;
    this.#nowMs = nowMs;
  }

  async find(tenantId: string, userId: string): Promise<Access | null> {
    const key = `${tenantId}#${userId}`;
    const remembered = this.#remembered.get(key);
    if (remembered && this.#nowMs() < remembered.untilMs) return remembered.access;
    // From before the read: it is as old as that.
    const untilMs = this.#nowMs() + limits.userAccessCacheMs;
    const access = await this.#read(tenantId, userId);
    this.#remembered.delete(key);
    // Who is absent may be entered any moment.
    if (access) this.#remembered.set(key, { access, untilMs });
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > rememberedUsers && oldest !== undefined) this.#remembered.delete(oldest);
    return access;
  }

  async #read(tenantId: string, userId: string): Promise<Access | null> {
    const { Item } = await this.#dynamodb.send(
      new GetCommand({
        TableName: this.#table,
        Key: { pk: tenantId, sk: directoryKeys.user(userId) },
        ConsistentRead: true,
      }),
    );
    if (!Item) return null;
    const { role, status, accessEndedAt } = Item;
    return {
      role: roleName.safeParse(role).data ?? null,
      isDisabled: status === 'disabled',
      endedAtMs: typeof accessEndedAt === 'string' ? Date.parse(accessEndedAt) : null,
    };
  }
}
