import { createHash, createHmac } from 'node:crypto';

// The server's own reading of the rules, apart from the SDK's signer, so that neither hides a fault of the other.

/** Whose signature it is, where, and of which moment. */
export interface S3Signer {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
  readonly region: string;
}

/** What a signature covers. Names of headers in lower case. */
export interface SignedParts {
  readonly method: string;
  /** Decoded. */
  readonly path: string;
  /** Decoded, without the signature itself. */
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body, hex, or `UNSIGNED-PAYLOAD`. */
  readonly payloadHash: string;
}

export const algorithm = 'AWS4-HMAC-SHA256';
export const unsignedPayload = 'UNSIGNED-PAYLOAD';

/** `20130524/us-east-1/s3/aws4_request` */
export function scopeOf(amzDate: string, region: string): string {
  return `${amzDate.slice(0, 8)}/${region}/s3/aws4_request`;
}

/**
 * The signature of a request in its headers or its address.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function signatureOf(
  { secretAccessKey, region }: Pick<S3Signer, 'secretAccessKey' | 'region'>,
  parts: SignedParts,
  amzDate: string,
): string {
  const scope = scopeOf(amzDate, region);
  const request = createHash('sha256').update(canonicalRequest(parts)).digest('hex');
  return signText({ secretAccessKey, region }, [algorithm, amzDate, scope, request].join('\n'), amzDate);
}

/**
 * The signature of a text: a string to sign, or the policy of a form.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-authentication-HTTPPOST.html
 */
export function signText(
  { secretAccessKey, region }: Pick<S3Signer, 'secretAccessKey' | 'region'>,
  text: string,
  amzDate: string,
): string {
  const hmac = (key: string | Buffer, part: string) => createHmac('sha256', key).update(part).digest();
  const key = [amzDate.slice(0, 8), region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${secretAccessKey}`,
  );
  return hmac(key, text).toString('hex');
}

function canonicalRequest({ method, path, query, headers, payloadHash }: SignedParts): string {
  const names = Object.keys(headers).toSorted();
  const lines = names.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/\s+/g, ' ')}\n`);
  return [method, encodePath(path), canonicalQuery(query), lines.join(''), names.join(';'), payloadHash].join(
    '\n',
  );
}

/** Names and values sorted and encoded, as they also stand in the address. */
export function canonicalQuery(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&');
}

/** S3 encodes a path once, and not its slashes. */
const encodePath = (path: string) => path.split('/').map(encode).join('/');

/** As RFC 3986 has it, which leaves fewer characters as they are than JavaScript. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
