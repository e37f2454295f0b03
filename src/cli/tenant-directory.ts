import { DirectoryTableWriter } from '../aws/directory-writer.ts';
import type { DirectoryItem } from '../domain/directory-item.ts';
import { directoryKeys } from '../domain/directory-keys.ts';
import type { DirectoryWriter } from '../ports/directory-writer.ts';
import { CommandError } from './errors.ts';
import type { Target } from './target.ts';

/** What is stored of a tenant. */
export interface StoredTenant {
  readonly items: readonly DirectoryItem[];
  /** The document of a sort key; undefined when there is none. */
  find(sk: string): unknown;
  /** The item of a sort key. */
  itemAt(sk: string): DirectoryItem | undefined;
  /** Stored versions of a flow, in order. */
  versionsOf(flowId: string): readonly number[];
}

/** Reads what is stored of a tenant, which may be nothing. */
export async function storedTenant(writer: DirectoryWriter, tenantId: string): Promise<StoredTenant> {
  const items = await writer.list(tenantId);
  const bySk = new Map(items.map((item) => [item.sk, item]));
  return {
    items,
    find: (sk) => bySk.get(sk)?.document,
    itemAt: (sk) => bySk.get(sk),
    versionsOf(flowId) {
      const prefix = directoryKeys.flow(flowId, 0).slice(0, -1);
      return items
        .flatMap(({ sk }) => (sk.startsWith(prefix) ? [Number(sk.slice(prefix.length))] : []))
        .sort((a, b) => a - b);
    },
  };
}

/** @throws CommandError when there is no such tenant */
export async function knownTenant(
  writer: DirectoryWriter,
  tenantId: string,
  target: { readonly label: string },
): Promise<StoredTenant> {
  const stored = await storedTenant(writer, tenantId);
  if (stored.find(directoryKeys.tenant) !== undefined) return stored;
  throw noSuchTenant(tenantId, target);
}

/** A tenant that an option names is there; without the option nothing is asked. @throws CommandError */
export async function assertTenant(target: Target, tenantId: string | undefined): Promise<void> {
  if (tenantId !== undefined)
    await knownTenant(new DirectoryTableWriter(target.clients, target), tenantId, target);
}

/** What to say of a tenant that is not there. */
export function noSuchTenant(tenantId: string, target: { readonly label: string }): CommandError {
  return new CommandError(
    `There is no tenant ${tenantId} in ${target.label}.`,
    'See `npx gateway tenant list`; `npx gateway tenant apply DIR` makes one.',
  );
}
