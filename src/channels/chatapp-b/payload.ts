import { readChanges, readOnPremiseChange } from '../cloud-api/read-changes.ts';

/** Either shape that 360dialog delivers: the Cloud API's, or the older on-premise one. @see design 2.7 */
export function readPayload(body: unknown): ReturnType<typeof readChanges> {
  const onPremise = readOnPremiseChange(body);
  return onPremise ? { changes: [onPremise], malformed: 0 } : readChanges(body);
}
