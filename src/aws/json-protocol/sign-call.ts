import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import type { AwsCredentialIdentity } from '@smithy/types';

/** What the signature of a call covers. */
export interface SignedCall {
  readonly host: string;
  readonly contentType: string;
  readonly target: string;
  readonly body: string;
}

export interface SigningScope {
  readonly service: string;
  readonly region: string;
}

const algorithm = 'AWS4-HMAC-SHA256';
/** Derived from the secret for one day; a process signs for few services. */
const keys = new Map<string, KeyObject>();
const rememberedKeys = 20;

/**
 * The headers that sign a call of the AWS JSON protocol, which is always a POST to the root.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function signCall(
  { accessKeyId, secretAccessKey, sessionToken }: AwsCredentialIdentity,
  { service, region }: SigningScope,
  { host, contentType, target, body }: SignedCall,
  nowMs: number,
): Record<string, string> {
  const amzDate = new Date(nowMs).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = amzDate.slice(0, 8);
  const scope = `${day}/${region}/${service}/aws4_request`;
  const token = sessionToken
    ? { header: `x-amz-security-token:${sessionToken}\n`, name: 'x-amz-security-token;' }
    : null;
  const names = `content-type;host;x-amz-date;${token?.name ?? ''}x-amz-target`;
  const canonical = `POST\n/\n\ncontent-type:${contentType}\nhost:${host}\nx-amz-date:${amzDate}\n${token?.header ?? ''}x-amz-target:${target}\n\n${names}\n${hash('sha256', body)}`;
  const signature = createHmac('sha256', keyOf(secretAccessKey, [day, region, service]))
    .update(`${algorithm}\n${amzDate}\n${scope}\n${hash('sha256', canonical)}`)
    .digest('hex');
  return {
    'x-amz-date': amzDate,
    ...(sessionToken && { 'x-amz-security-token': sessionToken }),
    authorization: `${algorithm} Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

function keyOf(secret: string, scope: readonly string[]): KeyObject {
  const name = [secret, ...scope].join('\n');
  const known = keys.get(name);
  if (known) return known;
  const bytes = [...scope, 'aws4_request'].reduce<Buffer>(
    (last, part) => createHmac('sha256', last).update(part).digest(),
    Buffer.from(`AWS4${secret}`),
  );
  // Of bytes, each HMAC takes Node six times as long.
  const key = createSecretKey(bytes);
  if (keys.size >= rememberedKeys) keys.clear();
  keys.set(name, key);
  return key;
}
