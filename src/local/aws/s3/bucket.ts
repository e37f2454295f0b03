import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { writeWholeFile } from '../../write-whole-file.ts';
import { S3Error, type S3Request, xml } from './check-access.ts';

/** An S3 response; the body is text or bytes. */
export interface S3Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Called for each created object. */
export type OnCreated = (made: { readonly event: string; readonly object: ObjectFacts }) => void;

const maxKeys = 1000;
const xmlType = { 'content-type': 'application/xml' };
/**
 * Response headers that a signed URL may set.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
 */
const overrides = ['cache-control', 'content-disposition', 'content-type'] as const;

/** One bucket's calls, as the SDK makes them. */
export class Bucket {
  readonly #store: ObjectStore;
  readonly #onCreated: OnCreated;
  readonly #nowMs: () => number;

  constructor(folder: string | undefined, onCreated: OnCreated, nowMs: () => number) {
    this.#store = new ObjectStore(folder);
    this.#onCreated = onCreated;
    this.#nowMs = nowMs;
  }

  put(key: string, request: S3Request): S3Answer {
    if (request.headers['if-none-match'] === '*' && this.#store.find(key))
      throw new S3Error('PreconditionFailed');
    const source = request.headers['x-amz-copy-source'];
    if (source !== undefined) return this.#copy(decodeURIComponent(source).replace(/^\/?[^/]+\//, ''), key);
    const type = request.headers['content-type'] ?? 'binary/octet-stream';
    const object = this.keep(key, request.body, type, 'ObjectCreated:Put');
    return { status: 200, headers: { etag: object.etag } };
  }

  keep(key: string, bytes: Buffer, contentType: string, event: string): ObjectFacts {
    const object = this.#store.put(key, bytes, contentType, this.#nowMs());
    this.#onCreated({ event, object });
    return object;
  }

  #copy(from: string, to: string): S3Answer {
    const source = this.#store.find(from);
    if (!source) throw new S3Error('NoSuchKey');
    const { etag } = this.keep(to, this.#store.read(from), source.contentType, 'ObjectCreated:Copy');
    const modified = new Date(this.#nowMs()).toISOString();
    const body = `<CopyObjectResult><LastModified>${modified}</LastModified><ETag>${xml(etag)}</ETag></CopyObjectResult>`;
    return { status: 200, headers: xmlType, body };
  }

  get(key: string, { query, method }: S3Request): S3Answer {
    const object = this.#store.find(key);
    if (!object) throw new S3Error('NoSuchKey');
    const asked = overrides.flatMap((name) => {
      const value = query[`response-${name}`];
      return value === undefined ? [] : [[name, value]];
    });
    return {
      status: 200,
      headers: {
        'content-type': object.contentType,
        'content-length': String(object.bytes),
        'last-modified': new Date(object.modifiedMs).toUTCString(),
        etag: object.etag,
        ...Object.fromEntries(asked),
      },
      ...(method === 'GET' && { body: this.#store.read(key) }),
    };
  }

  /** Nothing is an error here: what is not there is gone. */
  remove(key: string): S3Answer {
    this.#store.remove(key);
    return { status: 204 };
  }

  removeAll({ body }: S3Request): S3Answer {
    const keys = [...String(body).matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => unescapeXml(key));
    if (keys.length === 0 || keys.length > maxKeys) throw new S3Error('MalformedXML');
    for (const key of keys) this.#store.remove(key);
    return { status: 200, headers: xmlType, body: '<DeleteResult></DeleteResult>' };
  }

  list({ query }: S3Request, name: string): S3Answer {
    const { prefix = '', 'max-keys': most = String(maxKeys), 'continuation-token': token } = query;
    const after = token === undefined ? '' : Buffer.from(token, 'base64url').toString();
    const all = this.#store.list(prefix).filter(({ key }) => key > after);
    const page = all.slice(0, Math.min(Number(most), maxKeys));
    const last = page.at(-1);
    const isCut = page.length < all.length && last !== undefined;
    const contents = page.map(
      ({ key, bytes, etag, modifiedMs }) =>
        `<Contents><Key>${xml(key)}</Key><LastModified>${new Date(modifiedMs).toISOString()}</LastModified><ETag>${xml(etag)}</ETag><Size>${bytes}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
    );
    const next = isCut
      ? `<NextContinuationToken>${Buffer.from(last.key).toString('base64url')}</NextContinuationToken>`
      : '';
    const body = `<ListBucketResult><Name>${xml(name)}</Name><Prefix>${xml(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${most}</MaxKeys><IsTruncated>${isCut}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
    return { status: 200, headers: xmlType, body };
  }
}

const parsed = z.object({
  key: z.string(),
  contentType: z.string(),
  etag: z.string(),
  bytes: z.number(),
  modifiedMs: z.number(),
});

/** An object's metadata. */
type ObjectFacts = z.infer<typeof parsed>;

/** The objects of one bucket: in memory, or as two files each under a folder. */
class ObjectStore {
  readonly #folder: string | undefined;
  readonly #facts = new Map<string, ObjectFacts>();
  readonly #bytes = new Map<string, Buffer>();

  /** @param folder where they are kept, readable by the owner only */
  constructor(folder: string | undefined) {
    this.#folder = folder;
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)) {
      if (!name.endsWith('.json')) continue;
      const facts = parsed.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
      this.#facts.set(facts.key, facts);
    }
  }

  put(key: string, bytes: Buffer, contentType: string, nowMs: number): ObjectFacts {
    const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
    const facts = { key, contentType, etag, bytes: bytes.length, modifiedMs: nowMs };
    if (this.#folder === undefined) this.#bytes.set(key, bytes);
    else {
      // The bytes first: a reader of the metadata must find them.
      writeWholeFile(this.#file(key, 'data'), bytes);
      writeWholeFile(this.#file(key, 'json'), JSON.stringify(facts));
    }
    this.#facts.set(key, facts);
    return facts;
  }

  find(key: string): ObjectFacts | undefined {
    return this.#facts.get(key);
  }

  read(key: string): Buffer {
    if (this.#folder !== undefined) return readFileSync(this.#file(key, 'data'));
    return this.#bytes.get(key) ?? Buffer.alloc(0);
  }

  remove(key: string): void {
    this.#facts.delete(key);
    this.#bytes.delete(key);
    if (this.#folder === undefined) return;
    for (const kind of ['json', 'data'] as const) rmSync(this.#file(key, kind), { force: true });
  }

  /** In the order of their UTF-8 bytes, as S3 lists them. */
  list(prefix: string): readonly ObjectFacts[] {
    return [...this.#facts.values()]
      .filter(({ key }) => key.startsWith(prefix))
      .toSorted((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
  }

  #file(key: string, kind: 'data' | 'json'): string {
    return join(this.#folder ?? '', `${createHash('sha256').update(key).digest('hex')}.${kind}`);
  }
}

function unescapeXml(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(
      /&(lt|gt|quot|apos|amp);/g,
      (_, name) => ({ lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' })[String(name)] ?? '',
    );
}

/** The body of a notification, as a queue gets it. @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html */
export function createdNotification(bucket: string, { event, object }: Parameters<OnCreated>[0]): string {
  return JSON.stringify({
    Records: [
      {
        eventVersion: '2.1',
        eventSource: 'aws:s3',
        awsRegion: 'local',
        eventTime: new Date(object.modifiedMs).toISOString(),
        eventName: event,
        s3: {
          s3SchemaVersion: '1.0',
          bucket: { name: bucket, arn: `arn:aws:s3:::${bucket}` },
          object: {
            // Form encoding: a space is a plus.
            key: encodeURIComponent(object.key).replace(/%20/g, '+').replace(/%2F/g, '/'),
            size: object.bytes,
            eTag: object.etag.replaceAll('"', ''),
            sequencer: randomUUID().slice(0, 16).toUpperCase(),
          },
        },
      },
    ],
  });
}
