import { shownInPlace } from '../contract/files.ts';
import type { FileAddresses, UploadForm } from '../ports/files.ts';
import {
  algorithm,
  amzDateOf,
  canonicalQuery,
  encodePath,
  type S3Signer,
  scopeOf,
  signatureOf,
  signText,
  unsignedPayload,
} from './s3-signature.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The credentials that Lambda hands over in the environment; read at each signature, since they change. */
const signerOf = (env: Environment): S3Signer => ({
  accessKeyId: env.AWS_ACCESS_KEY_ID ?? '',
  secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '',
  sessionToken: env.AWS_SESSION_TOKEN,
  region: env.AWS_REGION ?? 'us-east-1',
});

/**
 * Addresses of the bucket, signed here: no call is made and no SDK is needed, so the functions on the message path carry
 * two kilobytes instead of S3's client.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export class S3Addresses implements FileAddresses {
  readonly #env: Environment;
  readonly #bucket: string;
  readonly #nowMs: () => number;

  constructor(env: Environment, bucket: string, nowMs: () => number) {
    this.#env = env;
    this.#bucket = bucket;
    this.#nowMs = nowMs;
  }

  signUpload({
    key,
    mimeType,
    sizeBytes,
    expiresAtMs,
  }: Parameters<FileAddresses['signUpload']>[0]): UploadForm {
    const signer = signerOf(this.#env);
    const amzDate = amzDateOf(this.#nowMs());
    const { origin, path } = this.#base();
    const fields = {
      key,
      'Content-Type': mimeType,
      success_action_status: '204',
      'x-amz-algorithm': algorithm,
      'x-amz-credential': `${signer.accessKeyId}/${scopeOf(amzDate, signer.region)}`,
      'x-amz-date': amzDate,
      ...(signer.sessionToken && { 'x-amz-security-token': signer.sessionToken }),
    };
    const conditions = [
      { bucket: this.#bucket },
      ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
      ['content-length-range', 1, sizeBytes],
    ];
    const policy = Buffer.from(
      JSON.stringify({ expiration: new Date(expiresAtMs).toISOString(), conditions }),
    ).toString('base64');
    const signature = signText(signer, policy, amzDate);
    return { url: origin + path, fields: { ...fields, policy, 'x-amz-signature': signature } };
  }

  signRead(key: string, { mimeType, filename, forS }: Parameters<FileAddresses['signRead']>[1]): string {
    const signer = signerOf(this.#env);
    const amzDate = amzDateOf(this.#nowMs());
    const { origin, path: base } = this.#base();
    const path = `${base}${key}`;
    const query = {
      'X-Amz-Algorithm': algorithm,
      'X-Amz-Credential': `${signer.accessKeyId}/${scopeOf(amzDate, signer.region)}`,
      'X-Amz-Date': amzDate,
      'X-Amz-Expires': String(forS),
      'X-Amz-SignedHeaders': 'host',
      ...(signer.sessionToken && { 'X-Amz-Security-Token': signer.sessionToken }),
      'response-cache-control': 'private, max-age=300',
      'response-content-disposition': dispositionOf(mimeType, filename),
      'response-content-type': mimeType,
    };
    const parts = {
      method: 'GET',
      path,
      query,
      headers: { host: new URL(origin).host },
      payloadHash: unsignedPayload,
    };
    const signature = signatureOf(signer, parts, amzDate);
    return `${origin}${encodePath(path)}?${canonicalQuery(query)}&X-Amz-Signature=${signature}`;
  }

  /** The bucket's own host; behind another endpoint, the bucket is the first part of the path. */
  #base(): { readonly origin: string; readonly path: string } {
    const endpoint = this.#env.AWS_ENDPOINT_URL_S3 || this.#env.AWS_ENDPOINT_URL;
    if (endpoint) return { origin: new URL(endpoint).origin, path: `/${this.#bucket}/` };
    return { origin: `https://${this.#bucket}.s3.${signerOf(this.#env).region}.amazonaws.com`, path: '/' };
  }
}

/** Pictures are shown; what could run as a page is only ever downloaded. @see design 14, RFC 6266 */
function dispositionOf(mimeType: string, filename: string): string {
  const kind = shownInPlace.has(mimeType) ? 'inline' : 'attachment';
  if (filename === '') return kind;
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
