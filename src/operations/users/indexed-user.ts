import * as z from 'zod/mini';
import { adminUser } from '../../contract/admin/users.ts';
import { limits } from '../../contract/limits.ts';
import type { DirectoryRecord } from '../../ports/directory-records.ts';

/** An entry of the index: the user, and what the pool does not tell. */
const indexedUser = z.object({
  ...z.omit(adminUser, { id: true }).shape,
  /** Entries of before say nothing of it. */
  hasSecondFactor: z._default(z.boolean(), false),
  /** Tokens of sign-ins before it are refused. ISO 8601 UTC. */
  accessEndedAt: z.optional(z.string()),
  /** A change is under way since, ISO 8601 UTC; whoever died over it is not waited for. */
  changingSince: z.optional(z.string()),
});
export type IndexedUser = z.infer<typeof indexedUser>;

/** What an entry of the index says; null for one that nobody can read. */
export function readIndexed(record: DirectoryRecord | null): IndexedUser | null {
  return indexedUser.safeParse(record?.attributes).data ?? null;
}

/** Whether a change is under way whose end is to be waited for. */
export function isUnderWay({ nowMs }: { readonly nowMs: () => number }, entry: IndexedUser | null): boolean {
  return (
    entry?.changingSince !== undefined && Date.parse(entry.changingSince) + limits.userChangeMs > nowMs()
  );
}
