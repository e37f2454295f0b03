import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A request as it came; names of headers in lower case. */
export interface S3Request {
  readonly method: string;
  /** Decoded. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

type Keys = Pick<S3Signer, 'accessKeyId' | 'secretAccessKey'>;

const skewMs = 15 * 60_000;
const longestS = 7 * 24 * 60 * 60;

/**
 * Authenticates a request: a program that signs its headers, or the holder of a signed URL.
 * @throws S3Error as S3 refuses it
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
 */
export function checkAccess(request: S3Request, keys: Keys, nowMs: number): 'program' | 'address' {
  if (request.query['X-Amz-Signature'] !== undefined) {
    checkAddress(request, keys, nowMs);
    return 'address';
  }
  // On a virtual clock a program that runs in the test's own process still signs by the machine's.
  checkHeaders(request, keys, [nowMs, Date.now()]);
  return 'program';
}

function checkHeaders(request: S3Request, keys: Keys, clocksMs: readonly number[]): void {
  const {
    authorization = '',
    'x-amz-date': amzDate = '',
    'x-amz-content-sha256': payloadHash = '',
  } = request.headers;
  if (authorization === '') throw new S3Error('AccessDenied');
  const [, credential = '', signedHeaders = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$/.exec(
      authorization,
    ) ?? [];
  if (clocksMs.every((nowMs) => Math.abs(timeOf(amzDate) - nowMs) > skewMs))
    throw new S3Error('RequestTimeTooSkewed');
  const actualHash = createHash('sha256').update(request.body).digest('hex');
  if (/^[0-9a-f]{64}$/.test(payloadHash) && payloadHash !== actualHash)
    throw new S3Error('XAmzContentSHA256Mismatch');
  const parts = { ...request, headers: pick(request.headers, signedHeaders), payloadHash };
  compare(signature, signatureOf(signerOf(credential, keys, amzDate), parts, amzDate));
}

function checkAddress({ method, path, query, headers }: S3Request, keys: Keys, nowMs: number): void {
  const {
    'X-Amz-Signature': signature = '',
    'X-Amz-Algorithm': named,
    'X-Amz-Credential': credential = '',
    'X-Amz-Date': amzDate = '',
    'X-Amz-Expires': expires = '',
    'X-Amz-SignedHeaders': signedHeaders = '',
  } = query;
  const seconds = Number(expires);
  if (named !== algorithm || !(seconds >= 1 && seconds <= longestS))
    throw new S3Error('AuthorizationQueryParametersError');
  const { 'X-Amz-Signature': _, ...rest } = query;
  const parts = {
    method,
    path,
    query: rest,
    headers: pick(headers, signedHeaders),
    payloadHash: unsignedPayload,
  };
  compare(signature, signatureOf(signerOf(credential, keys, amzDate), parts, amzDate));
  if (nowMs > timeOf(amzDate) + seconds * 1000) throw new S3Error('AccessDenied', 'Request has expired');
}

/** The policy of a form, proven. @throws S3Error */
export function checkPolicySignature(fields: ReadonlyMap<string, string>, keys: Keys): void {
  const credential = fields.get('x-amz-credential') ?? '';
  const amzDate = fields.get('x-amz-date') ?? '';
  if (fields.get('x-amz-algorithm') !== algorithm) throw new S3Error('AccessDenied');
  const signer = signerOf(credential, keys, amzDate);
  compare(fields.get('x-amz-signature') ?? '', signText(signer, fields.get('policy') ?? '', amzDate));
}

function signerOf(credential: string, keys: Keys, amzDate: string) {
  const [accessKeyId, ...scope] = credential.split('/');
  const region = scope[1] ?? '';
  if (accessKeyId !== keys.accessKeyId) throw new S3Error('InvalidAccessKeyId');
  if (scope.join('/') !== scopeOf(amzDate, region)) throw new S3Error('SignatureDoesNotMatch');
  return { ...keys, region };
}

// Independent of the SDK's signer, so that neither hides a bug of the other.

/** The credentials and region of a signer. */
export interface S3Signer {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
  readonly region: string;
}

/** The signed parts of a request. Header names are in lower case. */
interface SignedParts {
  readonly method: string;
  /** Decoded. */
  readonly path: string;
  /** Decoded, without the signature itself. */
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body, hex, or `UNSIGNED-PAYLOAD`. */
  readonly payloadHash: string;
}

const algorithm = 'AWS4-HMAC-SHA256';
export const unsignedPayload = 'UNSIGNED-PAYLOAD';

/** `20130524/us-east-1/s3/aws4_request` */
function scopeOf(amzDate: string, region: string): string {
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

/** Percent-encodes as in RFC 3986, which leaves fewer characters unencoded than JavaScript. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function compare(given: string, expected: string): void {
  const same = given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
  if (!same) throw new S3Error('SignatureDoesNotMatch');
}

/** Status and message of each error of S3's. */
const errors = {
  AccessDenied: [403, 'Access Denied'],
  AuthorizationQueryParametersError: [400, 'X-Amz-Algorithm or X-Amz-Expires is wrong'],
  EntityTooLarge: [400, 'Your proposed upload exceeds the maximum allowed size'],
  EntityTooSmall: [400, 'Your proposed upload is smaller than the minimum allowed size'],
  InternalError: [500, 'We encountered an internal error. Please try again.'],
  InvalidAccessKeyId: [403, 'The AWS Access Key Id you provided does not exist in our records.'],
  InvalidArgument: [400, 'POST requires exactly one file upload per request.'],
  MalformedPOSTRequest: [400, 'The body of your POST request is not well-formed multipart/form-data.'],
  MalformedXML: [400, 'The XML you provided was not well-formed.'],
  NoSuchBucket: [404, 'The specified bucket does not exist'],
  NoSuchKey: [404, 'The specified key does not exist.'],
  NotImplemented: [501, 'This is not implemented here'],
  PreconditionFailed: [412, 'At least one of the pre-conditions you specified did not hold'],
  RequestTimeTooSkewed: [403, 'The difference between the request time and the current time is too large.'],
  SignatureDoesNotMatch: [403, 'The signature we calculated does not match the signature you provided.'],
  XAmzContentSHA256Mismatch: [400, 'The provided x-amz-content-sha256 does not match.'],
} as const;

/**
 * An S3 error: a status, and a code in XML.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
 */
export class S3Error extends Error {
  readonly status: number;
  readonly code: keyof typeof errors;

  /** Creates an S3 error. @param message replaces S3's default message */
  constructor(code: keyof typeof errors, message: string = errors[code][1]) {
    super(message);
    [this.status] = errors[code];
    this.code = code;
  }
}

/** Text as it may stand in XML. */
export const xml = (text: string) => text.replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`);

export const errorBody = ({ code, message }: S3Error) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${xml(code)}</Code><Message>${xml(message)}</Message></Error>`;

function pick(headers: S3Request['headers'], names: string): Record<string, string> {
  return Object.fromEntries(names.split(';').map((name) => [name, headers[name] ?? '']));
}

/** Parses `20130524T000000Z`; NaN if it is invalid. */
export function timeOf(amzDate: string): number {
  return Date.parse(amzDate.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}
