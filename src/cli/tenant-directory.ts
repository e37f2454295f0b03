import { isDeepStrictEqual } from 'node:util';
import { DirectoryTableWriter } from '../aws/directory-writer.ts';
import { type DirectoryItem, directoryKeys } from '../domain/directory-keys.ts';
import type { DirectoryWriter } from '../ports/directory-writer.ts';
import { CommandError } from './explain-error.ts';
import type { Target } from './target.ts';

/** A tenant's stored configuration. */
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

/** The message for an unknown tenant. */
export function noSuchTenant(tenantId: string, target: { readonly label: string }): CommandError {
  return new CommandError(
    `There is no tenant ${tenantId} in ${target.label}.`,
    'See `npx gateway tenant list`; `npx gateway tenant apply DIR` creates one.',
  );
}

/** The effect of applying a folder on one item. */
export interface DirectoryChange {
  readonly change: 'add' | 'change' | 'remove';
  readonly sk: string;
  /** The differences: keys joined by dots, with old and new value. */
  readonly fields: readonly { readonly path: string; readonly before: unknown; readonly after: unknown }[];
}

/**
 * Returns the changes that storing these items would make. Versions of flows that are no longer in the folder
 * stay.
 */
export function findChanges(
  stored: readonly DirectoryItem[],
  wanted: readonly DirectoryItem[],
): DirectoryChange[] {
  const before = new Map(stored.map((item) => [item.sk, item]));
  const after = new Set(wanted.map(({ sk }) => sk));
  const gone = stored.filter(
    ({ sk }) => !after.has(sk) && /^(widget|origin|account|business-account|previous-account)#/.test(sk),
  );
  return [
    ...wanted.flatMap(({ sk, document, credential }): DirectoryChange[] => {
      const old = before.get(sk);
      const plain: unknown = JSON.parse(JSON.stringify(document));
      if (!old) return [{ change: 'add', sk, fields: [] }];
      const fields = differences('', old.document, plain);
      // The hash of a key that is rotated is no field of a document.
      if (old.credential !== credential)
        fields.push({ path: 'credential', before: '(one)', after: '(another)' });
      return fields.length === 0 ? [] : [{ change: 'change', sk, fields }];
    }),
    ...gone.map(({ sk }): DirectoryChange => ({ change: 'remove', sk, fields: [] })),
  ];
}

type Field = DirectoryChange['fields'][number];

function differences(path: string, before: unknown, after: unknown): Field[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isRecord(before) || !isRecord(after)) return [{ path: path || 'value', before, after }];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => differences(path ? `${path}.${key}` : key, before[key], after[key]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const marks = { add: '+', change: '~', remove: '-' } as const;

/** Lines for a person: `~ widget acme-web`, and below it what differs. */
export function describeChanges(changes: readonly DirectoryChange[]): string[] {
  return changes.flatMap(({ change, sk, fields }) => [
    `  ${marks[change]} ${sk.replaceAll('#', ' ')}`,
    ...fields.map(({ path, before, after }) => `      ${path}: ${brief(before)} -> ${brief(after)}`),
  ]);
}

function brief(value: unknown): string {
  const text = value === undefined ? 'none' : JSON.stringify(value);
  return text.length > 100 ? `${text.slice(0, 97)}...` : text;
}
