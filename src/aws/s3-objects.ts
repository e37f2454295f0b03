import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { Sha256 } from '@smithy/core/checksum';
import { buildQueryString, escapeUriPath, HttpRequest } from '@smithy/core/protocols';
import { SignatureV4 } from '@smithy/signature-v4';
import type { AwsCredentialIdentity } from '@smithy/types';
import { bucketOrigin, cleanFileName, cleanPrefix, incomingPrefix, shownInPlace } from '../contract/files.ts';
import type { FileAddresses, FileObjects, FoundObject, UploadForm } from '../ports/files.ts';
import type { TenantFiles } from '../ports/people.ts';
import { clientOptions, endpointOptions, httpHandler, prepareCalls, type RequestHandler } from './clients.ts';

const perCall = 1000;

/** The bucket, by S3's own client: only for the functions that move bytes. */
export class S3Objects implements FileObjects {
  readonly #s3: S3Client;
  readonly #bucket: string;

  constructor(s3: S3Client, bucket: string) {
    this.#s3 = s3;
    this.#bucket = bucket;
  }

  async read(Key: string): Promise<FoundObject | null> {
    try {
      const { Body, ETag = '' } = await this.#s3.send(new GetObjectCommand({ Bucket: this.#bucket, Key }));
      return { bytes: (await Body?.transformToByteArray()) ?? new Uint8Array(), etag: ETag };
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error;
    }
  }

  async write(Key: string, Body: Uint8Array, ContentType: string): Promise<void> {
    await this.#s3.send(new PutObjectCommand({ Bucket: this.#bucket, Key, Body, ContentType }));
  }

  async copy(from: string, Key: string): Promise<boolean> {
    const CopySource = `${this.#bucket}/${from.split('/').map(encodeURIComponent).join('/')}`;
    try {
      await this.#s3.send(new CopyObjectCommand({ Bucket: this.#bucket, Key, CopySource }));
      return true;
    } catch (error) {
      // A copy's 404 is not modelled as one.
      if (error instanceof Error && error.name === 'NoSuchKey') return false;
      throw error;
    }
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (let at = 0; at < keys.length; at += perCall) {
      const Objects = keys.slice(at, at + perCall).map((Key) => ({ Key }));
      const { Errors = [] } = await this.#s3.send(
        new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } }),
      );
      const [first] = Errors;
      if (first) throw new Error(`${Errors.length} objects were not deleted: ${first.Code}`);
    }
  }

  async list(Prefix: string, MaxKeys: number): Promise<readonly string[]> {
    const { Contents = [] } = await this.#s3.send(
      new ListObjectsV2Command({ Bucket: this.#bucket, Prefix, MaxKeys }),
    );
    return Contents.flatMap(({ Key }) => Key ?? []);
  }
}

/** A file of 25 MB must fit. */
const attemptMs = 20_000;

/**
 * S3's own client, which only the bundles carry that move files. Behind another endpoint buckets are paths.
 * @param requestHandler for tests that count or break calls
 */
export function createS3Client(
  env: Readonly<Record<string, string | undefined>>,
  requestHandler: RequestHandler = httpHandler(attemptMs),
): S3Client {
  const options = clientOptions(env, 'S3', requestHandler);
  const client = new S3Client({ ...options, forcePathStyle: 'endpoint' in options });
  prepareCalls(client.middlewareStack);
  return client;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Addresses of the bucket, signed here by the SDK's signer: no call is made, so the functions on the message path don't
 * carry S3's client.
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

  /** @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html */
  async signUpload({
    key,
    mimeType,
    sizeBytes,
    expiresAtMs,
  }: Parameters<FileAddresses['signUpload']>[0]): Promise<UploadForm> {
    const { region, credentials } = this.#settings();
    const signingDate = new Date(this.#nowMs());
    const amzDate = signingDate.toISOString().replace(/[-:]|\.\d{3}/g, '');
    const { origin, path } = this.#base();
    const fields = {
      key,
      'Content-Type': mimeType,
      success_action_status: '204',
      'x-amz-algorithm': 'AWS4-HMAC-SHA256',
      'x-amz-credential': `${credentials.accessKeyId}/${amzDate.slice(0, 8)}/${region}/s3/aws4_request`,
      'x-amz-date': amzDate,
      ...(credentials.sessionToken && { 'x-amz-security-token': credentials.sessionToken }),
    };
    const conditions = [
      { bucket: this.#bucket },
      ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
      ['content-length-range', 1, sizeBytes],
    ];
    const expiration = new Date(expiresAtMs).toISOString();
    const policy = Buffer.from(JSON.stringify({ expiration, conditions })).toString('base64');
    const signature = await this.#signer().sign(policy, { signingDate });
    return { url: origin + path, fields: { ...fields, policy, 'x-amz-signature': signature } };
  }

  async signRead(
    key: string,
    { mimeType, filename, forS }: Parameters<FileAddresses['signRead']>[1],
  ): Promise<string> {
    const { origin, path: base } = this.#base();
    const path = escapeUriPath(`${base}${key}`);
    const request = new HttpRequest({
      method: 'GET',
      path,
      query: {
        'response-cache-control': 'private, max-age=300',
        'response-content-disposition': dispositionOf(mimeType, filename),
        'response-content-type': mimeType,
      },
      headers: { host: new URL(origin).host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
    });
    const signed = await this.#signer().presign(request, {
      signingDate: new Date(this.#nowMs()),
      expiresIn: forS,
    });
    return `${origin}${path}?${buildQueryString(signed.query ?? {})}`;
  }

  /** Made for each signature: the credentials in Lambda's environment change. S3 wants a path escaped once. */
  #signer(): SignatureV4 {
    const { region, credentials } = this.#settings();
    return new SignatureV4({ region, credentials, service: 's3', sha256: Sha256, uriEscapePath: false });
  }

  #settings(): { readonly region: string; readonly credentials: AwsCredentialIdentity } {
    const nobody = { accessKeyId: '', secretAccessKey: '' };
    return { region: 'us-east-1', credentials: nobody, ...endpointOptions(this.#env, 'S3') };
  }

  /** The bucket's own host; behind another endpoint, the bucket is the first part of the path. */
  #base(): { readonly origin: string; readonly path: string } {
    const { endpoint } = endpointOptions(this.#env, 'S3');
    if (endpoint) return { origin: new URL(endpoint).origin, path: `/${this.#bucket}/` };
    return { origin: bucketOrigin(this.#bucket, this.#settings().region), path: '/' };
  }
}

/** Pictures are shown; what could run as a page is only ever downloaded. @see design 14, RFC 6266 */
function dispositionOf(mimeType: string, name: string): string {
  const filename = cleanFileName(name);
  const kind = shownInPlace.has(mimeType) ? 'inline' : 'attachment';
  if (filename === '') return kind;
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** A tenant's files lie under the days on which they go: all keys are read for them, once, when the tenant goes. */
export class TenantFilesBucket implements TenantFiles {
  readonly #s3: S3Client;
  readonly #bucket: string;

  constructor(s3: S3Client, bucket: string) {
    this.#s3 = s3;
    this.#bucket = bucket;
  }

  async removeOf(tenantId: string): Promise<number> {
    const folder = encodeURIComponent(tenantId);
    const incoming = await this.#removeUnder(`${incomingPrefix}${folder}/`, () => true);
    return incoming + (await this.#removeUnder(cleanPrefix, (key) => key.split('/')[2] === folder));
  }

  async #removeUnder(Prefix: string, isTheirs: (key: string) => boolean): Promise<number> {
    const objects = new S3Objects(this.#s3, this.#bucket);
    let removed = 0;
    for await (const { Contents = [] } of paginateListObjectsV2(
      { client: this.#s3 },
      { Bucket: this.#bucket, Prefix },
    )) {
      const keys = Contents.flatMap(({ Key = '' }) => (isTheirs(Key) ? [Key] : []));
      await objects.remove(keys);
      removed += keys.length;
    }
    return removed;
  }
}
