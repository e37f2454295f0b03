import { type GatewayError, isProblem } from '../../../domain/errors.ts';
import { preconditionFailed } from '../../../domain/problems.ts';
import { type Admin, type AdminCaller, assertMatch, type Preconditions } from '../admin.ts';
import type { SecretBook } from '../secrets/secrets.ts';
import type { ChannelRef, StoredChannel } from './channel-records.ts';
import { answerWith, readChannel } from './read-channels.ts';

/** What stands there now instead of what the caller has read. */
export async function changedMeanwhile(
  admin: Admin,
  caller: AdminCaller,
  ref: ChannelRef,
): Promise<GatewayError> {
  const now = await readChannel(admin, caller, ref).catch(noneIfMissing);
  return preconditionFailed(now?.etag ?? null, now?.body);
}

/** @throws `precondition_required`, `precondition_failed` that shows what is stored */
export async function assertMayWrite(
  admin: Admin,
  tenantId: string,
  preconditions: Preconditions,
  { stored, book }: { readonly stored: StoredChannel | null; readonly book: SecretBook },
): Promise<void> {
  const now = stored && (await answerWith(admin, tenantId, stored, book));
  if (preconditions.ifNoneMatch === '*') {
    if (now) throw preconditionFailed(now.etag ?? null, now.body);
    return;
  }
  assertMatch(preconditions, now?.etag ?? null, () => now?.body);
}

/** Rejects a missing account. */
export function noneIfMissing(error: unknown): null {
  if (isProblem(error, 'channel_not_found')) return null;
  throw error;
}
