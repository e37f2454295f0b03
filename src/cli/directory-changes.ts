import { isDeepStrictEqual } from 'node:util';
import type { DirectoryItem } from '../domain/directory-item.ts';

/** What applying a folder does to one item. */
export interface DirectoryChange {
  readonly change: 'add' | 'change' | 'remove';
  readonly sk: string;
  /** Where it differs: keys joined by dots, before and after. */
  readonly fields: readonly { readonly path: string; readonly before: unknown; readonly after: unknown }[];
}

/** What would change if these items were stored; versions of flows that the folder no longer holds stay. */
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
