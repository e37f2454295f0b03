import type { FileChore } from '../../contract/file-records.ts';
import { limits } from '../../contract/limits.ts';
import type { Attachment } from '../../contract/vocabulary.ts';
import type { IdKey } from '../../domain/id-keys.ts';
import type { KnownAccount } from '../../ports/channel-accounts.ts';
import { deriveId } from '../derive-id.ts';
import type { Gateway } from '../gateway.ts';
import { inLanes } from '../in-lanes.ts';
import { type Arrival, alive, blockFollowers, fail } from './arrivals.ts';

/**
 * Has the files of messages fetched that the provider holds, and gives each the id that it is known by from now on. The
 * messages do not wait for them. One call, and none where there is no file.
 * @see design 14
 */
export async function keepMedia(
  { fileChores, idKeys, nowMs }: Pick<Gateway, 'fileChores' | 'idKeys' | 'nowMs'>,
  known: KnownAccount,
  fresh: readonly Arrival[],
): Promise<void> {
  const [key] = await idKeys();
  const withFiles = alive(fresh).filter(({ kept }) =>
    kept.attachments.some(({ mediaId }) => mediaId !== undefined),
  );
  const chores: FileChore[] = [];
  for (const arrival of withFiles) {
    const { kept } = arrival;
    const attachments = kept.attachments.map((attachment) => named(key, known, attachment));
    arrival.kept = { ...kept, attachments };
    for (const { fileId, mediaId, mimeType = '', filename = '', sha256 } of attachments) {
      if (fileId === undefined || mediaId === undefined) continue;
      chores.push({
        kind: 'fetch-media',
        tenantId: known.tenant.id,
        ...{ fileId, mediaId, mimeType, filename },
        ...(sha256 !== undefined && { sha256 }),
        channel: known.account.channel,
        accountId: known.account.id,
        conversationId: kept.conversationId,
        receivedAtMs: nowMs(),
        retentionDays: known.tenant.retention_days ?? limits.logRetentionDays,
        correlationId: kept.correlationId,
      });
    }
  }
  if (chores.length === 0) return;
  const [handedOut] = await inLanes([chores], (all) => fileChores.handOut(all));
  if (handedOut) fail(withFiles, handedOut);
  blockFollowers(fresh);
}

/** The same for each delivery of the message, so that a file is fetched once. */
function named(key: IdKey, { tenant, account }: KnownAccount, attachment: Attachment): Attachment {
  const { mediaId } = attachment;
  if (mediaId === undefined) return attachment;
  const fileId = deriveId(key, 'media', tenant.id, account.channel, account.id, mediaId);
  return { ...attachment, fileId, status: 'pending' };
}
