import type { Change } from '../cloud-api/read-changes.ts';

/** Changes of one phone number. */
export interface NumberChanges {
  readonly phoneNumberId: string;
  readonly changes: readonly Change[];
}

/** Sorts changes by the number that they are for; one without a number can't be verified with any secret. */
export function changesByNumber(changes: readonly Change[]): readonly NumberChanges[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const phoneNumberId = change.value.metadata?.phone_number_id;
    if (phoneNumberId === undefined) continue;
    const group = groups.get(phoneNumberId);
    if (group) group.push(change);
    else groups.set(phoneNumberId, [change]);
  }
  return Array.from(groups, ([phoneNumberId, ofNumber]) => ({ phoneNumberId, changes: ofNumber }));
}
