import {
  type Caller,
  checkOrigin,
  checkSignature,
  findActiveTenant,
  findWidget,
  type WebchatRequest,
} from '../../channels/webchat-http/verify.ts';
import type { UploadAnswer, UploadState } from '../../contract/files.ts';
import { fileId as fileIdSchema, kindOf, knownFileType, uploadRequest } from '../../contract/files.ts';
import { headers } from '../../contract/headers.ts';
import { inWords, problemsOf } from '../../contract/in-words.ts';
import { limits } from '../../contract/limits.ts';
import { sessionUuid } from '../../contract/vocabulary.ts';
import { GatewayError, invalidBody, invalidHeader, RateLimitExceeded } from '../../domain/errors.ts';
import { fileNotFound, fileTooLarge, fileTypeNotAllowed } from '../../domain/problems.ts';
import { incomingKey, unclaimedUntilS } from '../../domain/stored-file.ts';
import { randomId } from '../derive-id.ts';
import { readAddress } from '../files/read-address.ts';
import { countUpload, effectiveRules } from '../files/take-upload.ts';
import type { Gateway } from '../gateway.ts';
import { countedAddress, identifyVisitor, type Visitor } from './identify-visitor.ts';

type Ports = UploaderPorts & Pick<Gateway, 'addresses' | 'allowance' | 'files' | 'nowMs' | 'uploadAllowance'>;

/**
 * Answers a visitor who wants to send a file with a form that their browser sends it by, straight to the bucket.
 * @throws GatewayError of the check that failed
 * @throws `uploads_not_allowed`, `file_type_not_allowed`, `file_too_large`, `too_many_uploads`
 * @see design 14
 */
export async function requestUpload(gateway: Ports, request: WebchatRequest): Promise<UploadAnswer> {
  const uploader = await identifyUploader(gateway, request);
  const { tenant, widget } = uploader.caller;
  const parsed = uploadRequest.safeParse(request.body, { error: inWords });
  if (!parsed.success) throw invalidBody('the body is not valid', problemsOf(parsed.error));
  const { filename, mimeType, sizeBytes } = parsed.data;
  const rules = effectiveRules(tenant.uploads, widget.uploads);
  if (!rules.enabled) throw new GatewayError('uploads_not_allowed');
  const type = knownFileType(mimeType);
  if (type === null || !rules.types.includes(type)) throw fileTypeNotAllowed(mimeType, rules.types);
  if (sizeBytes > rules.maxBytes) throw fileTooLarge(rules.maxBytes);
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

/** Counts as a message of the tenant's minute, and by session, address and the tenant's hour, since storage costs money. */
async function count(
  gateway: Pick<Gateway, 'allowance' | 'uploadAllowance' | 'nowMs'>,
  { sourceIp }: UploadCall,
  { caller, visitor }: Uploader,
): Promise<void> {
  const { tenant } = caller;
  const perMinute = tenant.limit_per_minute ?? limits.tenantMessagesPerMinute;
  const address = countedAddress(visitor, tenant, sourceIp);
  const allowed = await gateway.allowance.take(tenant.id, perMinute, address);
  if (!allowed.ok)
    throw new RateLimitExceeded(allowed.of ?? 'tenant', perMinute, allowed.retryAtMs - gateway.nowMs());
  await countUpload(gateway, tenant, [
    ['session', visitor.session, limits.uploadsPerSession],
    ...(address === null ? [] : [['address', address, limits.uploadsPerAddress] as const]),
  ]);
}

const isFileId = (given: string) => fileIdSchema.safeParse(given).success;

/**
 * Returns the state of a visitor's upload.
 * @throws GatewayError of the check that failed
 * @throws `file_not_found` for another visitor's, or an expired one
 * @see design 14
 */
export async function readUpload(
  gateway: UploaderPorts & Pick<Gateway, 'addresses' | 'files' | 'nowMs'>,
  request: UploadCall,
  fileId: string,
): Promise<UploadState> {
  const {
    caller: { tenant },
    visitor,
  } = await identifyUploader(gateway, request);
  const file = isFileId(fileId) ? await gateway.files.find(tenant.id, fileId) : null;
  const isTheirs = file?.session !== null && visitor.sessions.includes(file?.session ?? '');
  if (!file || !isTheirs || file.expiresAtS * 1000 <= gateway.nowMs()) throw fileNotFound(fileId);
  const { status, mimeType, filename, sizeBytes, reason } = file;
  const url = await readAddress(gateway, file);
  return {
    fileId,
    status,
    type: kindOf(mimeType),
    mimeType,
    filename,
    ...(sizeBytes !== undefined && { sizeBytes }),
    ...(reason !== undefined && { reason }),
    ...(url !== null && { url }),
  };
}

/** What identifying an uploader uses. */
type UploaderPorts = Pick<Gateway, 'conversations' | 'directory' | 'idKeys' | 'secrets'>;

type UploadCall = Omit<WebchatRequest, 'body'>;

/** Identifies the sender of a file by the same checks as the sender of a message, in the same order. */
interface Uploader {
  readonly caller: Caller;
  readonly visitor: Visitor;
}

/** @throws GatewayError of the check that failed @see design 2.2, 14 */
async function identifyUploader(gateway: UploaderPorts, request: UploadCall): Promise<Uploader> {
  const tenantId = request.headers[headers.tenantId];
  if (!tenantId) throw new GatewayError('missing_tenant');
  const known = request.caller;
  known.tenantId = tenantId;
  const tenant = await findActiveTenant(gateway, tenantId);
  known.tenant = tenant;
  const widget = await findWidget(gateway, tenant, request.headers[headers.widgetId]);
  const caller = { tenant, widget };
  known.widget = widget;
  checkOrigin(widget, request.headers.origin);
  const session = request.headers[headers.sessionId];
  await checkSignature(gateway, caller, { ...request, sessionId: session ?? '' });
  if (session === undefined)
    throw invalidHeader(`the header ${headers.sessionId} is missing`, 'missing_header');
  if (!sessionUuid.safeParse(session).success) throw invalidHeader(`${headers.sessionId} must be a UUID`);
  const visitor = await identifyVisitor(gateway, caller, request, session.toLowerCase(), {
    conversationId: null,
    beginsAt: (_, ofVisitor) => ofVisitor,
  });
  return { caller, visitor };
}
