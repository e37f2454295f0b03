import type { OnCaller, WebchatRequest } from '../../channels/webchat-http/verify.ts';
import { knownFileType, type UploadAnswer, uploadRequest } from '../../contract/files.ts';
import { faultsOf, inWords } from '../../contract/in-words.ts';
import { limits } from '../../contract/limits.ts';
import { InvalidBodyError, RateLimitExceeded } from '../../domain/errors.ts';
import {
  FileTooLargeError,
  FileTypeNotAllowedError,
  UploadsNotAllowedError,
} from '../../domain/file-errors.ts';
import { incomingKey, unclaimedUntilS } from '../../domain/stored-file.ts';
import { randomId } from '../derive-id.ts';
import { countUpload } from '../files/count-upload.ts';
import { effectiveRules } from '../files/effective-rules.ts';
import type { Gateway } from '../gateway.ts';
import { forUploader, type UploadCall, type Uploader, type UploaderPorts } from './identify-uploader.ts';
import { countedAddress } from './identify-visitor.ts';

type Ports = UploaderPorts & Pick<Gateway, 'addresses' | 'allowance' | 'files' | 'nowMs' | 'uploadAllowance'>;

/**
 * Answers a visitor who wants to send a file with a form that their browser sends it by, straight to the bucket.
 * @throws GatewayError of the check that failed
 * @throws UploadsNotAllowedError, FileTypeNotAllowedError, FileTooLargeError, TooManyUploadsError
 * @see design 14
 */
export function requestUpload(
  gateway: Ports,
  request: WebchatRequest,
  onCaller: OnCaller,
): Promise<UploadAnswer> {
  return forUploader(gateway, request, onCaller, (uploader) => open(gateway, request, uploader));
}

async function open(gateway: Ports, request: WebchatRequest, uploader: Uploader): Promise<UploadAnswer> {
  const { tenant, widget } = uploader.caller;
  const parsed = uploadRequest.safeParse(request.body, { error: inWords });
  if (!parsed.success) throw new InvalidBodyError('the body is not valid', faultsOf(parsed.error));
  const { filename, mimeType, sizeBytes } = parsed.data;
  const rules = effectiveRules(tenant.uploads, widget.uploads);
  if (!rules.enabled) throw new UploadsNotAllowedError();
  const type = knownFileType(mimeType);
  if (type === null || !rules.types.includes(type)) throw new FileTypeNotAllowedError(mimeType, rules.types);
  if (sizeBytes > rules.maxBytes) throw new FileTooLargeError(rules.maxBytes);
  await count(gateway, request, uploader);
  const createdAtMs = gateway.nowMs();
  const file = {
    tenantId: tenant.id,
    fileId: randomId(),
    channel: 'webchat',
    session: uploader.visitor.session,
    conversationId: null,
    status: 'pending',
    filename,
    mimeType: type,
    createdAtMs,
    expiresAtS: unclaimedUntilS(createdAtMs),
  } as const;
  await gateway.files.create(file);
  const expiresAtMs = createdAtMs + limits.uploadMs;
  const form = await gateway.addresses.signUpload({
    key: incomingKey(file),
    mimeType: type,
    sizeBytes,
    expiresAtMs,
  });
  return {
    fileId: file.fileId,
    upload: { ...form, method: 'POST', expiresAt: new Date(expiresAtMs).toISOString() },
  };
}

/** As a message of the tenant's minute, and besides by session, address and the tenant's hour: what is uploaded costs whoever keeps it. */
async function count(
  gateway: Pick<Gateway, 'allowance' | 'uploadAllowance' | 'idKeys' | 'nowMs'>,
  { sourceIp }: UploadCall,
  { caller, visitor }: Uploader,
): Promise<void> {
  const { tenant } = caller;
  const perMinute = tenant.limit_per_minute ?? limits.tenantMessagesPerMinute;
  const address = await countedAddress(gateway, caller, visitor, sourceIp);
  const allowed = await gateway.allowance.take(tenant.id, perMinute, address);
  if (!allowed.ok)
    throw new RateLimitExceeded(allowed.of ?? 'tenant', perMinute, allowed.retryAtMs - gateway.nowMs());
  await countUpload(gateway, tenant, [
    ['session', visitor.session, limits.uploadsPerSession],
    ...(address === null ? [] : [['address', address, limits.uploadsPerAddress] as const]),
  ]);
}
