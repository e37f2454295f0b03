import { type Change, change, changeValue, entry, webhookBody } from './payload.ts';

/** The changes of a body `{object, entry[]}`, each that can be read; and how many can't. */
export function readChanges(body: unknown): {
  readonly changes: readonly Change[];
  readonly malformed: number;
} {
  const entries = (webhookBody.safeParse(body).data?.entry ?? []).map((raw) => entry.safeParse(raw));
  const changes = entries.flatMap(({ data }) => data?.changes ?? []).map((raw) => change.safeParse(raw));
  return {
    changes: changes.flatMap(({ data }) => data ?? []),
    malformed: [...entries, ...changes].filter(({ success }) => !success).length,
  };
}

/** The older on-premise shape: `{contacts, messages, statuses}` at the top; null for any other. @see design 2.7 */
export function readOnPremiseChange(body: unknown): Change | null {
  const { data: value } = changeValue.safeParse(body);
  const told = value && (value.messages ?? value.statuses ?? value.errors);
  return told ? { field: 'messages', value } : null;
}
