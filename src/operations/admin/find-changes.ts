import type { AuditEntry } from '../../contract/admin/audit.ts';
import { fingerprintOf } from '../derive-id.ts';

type Changes = AuditEntry['changes'];

const changesMost = 50;
const valueChars = 300;

/** Where two documents differ, by keys joined by dots; long values are cut, and so is the list. */
export function findDocumentChanges(before: unknown, after: unknown): Changes {
  return differences('', before, after).slice(0, changesMost);
}

function differences(path: string, before: unknown, after: unknown): Changes {
  if (fingerprintOf(before) === fingerprintOf(after)) return [];
  if (!isRecord(before) || !isRecord(after)) return [{ path, before: brief(before), after: brief(after) }];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => differences(path ? `${path}.${key}` : key, before[key], after[key]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function brief(value: unknown): unknown {
  if (value === undefined) return null;
  const text = JSON.stringify(value);
  return text.length > valueChars ? `${text.slice(0, valueChars)}…` : value;
}
