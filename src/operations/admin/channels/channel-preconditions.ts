import { type GatewayError, isProblem } from '../../../domain/errors.ts';
import { type Admin, type AdminCaller, assertWritable, conflictWith, type Preconditions } from '../admin.ts';
import type { SecretBook } from '../secrets/secrets.ts';
import type { ChannelRef, StoredChannel } from './channel-records.ts';
import { answerWith, readChannel } from './read-channels.ts';

/** The current state, for a caller whose version is outdated. */
export const changedMeanwhile = (admin: Admin, caller: AdminCaller, ref: ChannelRef): Promise<GatewayError> =>
  conflictWith(readChannel(admin, caller, ref), 'channel_not_found');

/** @throws `precondition_required`, `precondition_failed` that shows what is stored */
export async function assertMayWrite(
  admin: Admin,
  tenantId: string,
  preconditions: Preconditions,
  { stored, book }: { readonly stored: StoredChannel | null; readonly book: SecretBook },
): Promise<void> {
  assertWritable(preconditions, stored && (await answerWith(admin, tenantId, stored, book)));
}

/** Rejects a missing account. */
export function noneIfMissing(error: unknown): null {
  if (isProblem(error, 'channel_not_found')) return null;
  throw error;
}
