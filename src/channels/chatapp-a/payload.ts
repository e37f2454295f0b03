import type { Change } from '../cloud-api/read-changes.ts';

/** Changes of one phone number. */
export interface NumberChanges {
  readonly phoneNumberId: string;
  readonly changes: readonly Change[];
}

/** Sorts changes by the number that they are for; one that names no number can be proven by nobody's secret. */
export function changesByNumber(changes: readonly Change[]): readonly NumberChanges[] {
  const groups = Map.groupBy(changes, ({ value }) => value.metadata?.phone_number_id);
  return [...groups].flatMap(([phoneNumberId, ofNumber]) =>
    phoneNumberId === undefined ? [] : [{ phoneNumberId, changes: ofNumber }],
  );
}
