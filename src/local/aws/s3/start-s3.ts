import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { closeServer, type Endpoint, listen, readBody } from '../../listen.ts';
import { Bucket, createdNotification, type S3Answer } from './bucket.ts';
import {
  checkAccess,
  checkPolicySignature,
  errorBody,
  S3Error,
  type S3Request,
  type S3Signer,
} from './check-access.ts';

export interface S3Options {
  /** The one bucket that there is. */
  readonly bucket: string;
  /** The credentials whose signatures are valid. */
  readonly keys: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** The folder for objects; in memory without it. */
  readonly dataDir?: string | undefined;
  readonly nowMs?: (() => number) | undefined;
}

/** The embedded S3. */
export interface LocalS3 extends Endpoint {
  /** Sends a notification of each object that is made under a prefix. */
  notify(prefix: string, send: (body: string) => Promise<void>): void;
  /** Waits for pending notifications. */
  settled(): Promise<void>;
}

const largestBytes = 64 * 1024 * 1024;
/** The CORS rules of the deployed bucket. */
const cors = {
  'access-control-allow-methods': 'GET, HEAD, POST',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': 'ETag',
  'access-control-max-age': '3000',
};

/**
 * S3 as far as people's files need it, path-style, one bucket: signatures, expiry and policies are held to as S3 does, and
 * errors have its shape. See docs/decisions/files.md for what is left out.
 * @see design 8
 */
export async function startS3({
  bucket: name,
  keys,
  dataDir,
  nowMs = Date.now,
}: S3Options): Promise<LocalS3> {
  const listeners: { prefix: string; send: (body: string) => Promise<void> }[] = [];
  const sending = new Set<Promise<void>>();
  const bucket = new Bucket(
    dataDir && join(dataDir, 'files'),
    (made) => {
      for (const { prefix, send } of listeners) {
        if (!made.object.key.startsWith(prefix)) continue;
        const sent = send(createdNotification(name, made))
          .catch((error: unknown) => console.error('a notification of S3 was not sent', error))
          .finally(() => sending.delete(sent));
        sending.add(sent);
      }
    },
    nowMs,
  );

  const server = createServer(async (incoming, response) => {
    const origin = incoming.headers.origin;
    const allowed =
      origin === undefined ? {} : { 'access-control-allow-origin': '*', vary: 'Origin', ...cors };
    try {
      const request = await readRequest(incoming);
      const { status, headers = {}, body } = await answer(request, { bucket, name, keys, nowMs: nowMs() });
      response.writeHead(status, { ...allowed, ...headers }).end(body);
    } catch (error) {
      const failure = error instanceof S3Error ? error : new S3Error('InternalError', String(error));
      const body = incoming.method === 'HEAD' ? undefined : errorBody(failure);
      response.writeHead(failure.status, { ...allowed, 'content-type': 'application/xml' }).end(body);
    }
  });
  const url = await listen(server, 0, 'browsers');
  return {
    url,
    notify: (prefix, send) => void listeners.push({ prefix, send }),
    async settled() {
      while (sending.size > 0) await Promise.all(sending);
    },
    async stop() {
      await Promise.all(sending);
      await closeServer(server);
    },
  };
}

interface Served extends Pick<S3Options, 'keys'> {
  readonly bucket: Bucket;
  readonly name: string;
  readonly nowMs: number;
}

async function answer(request: S3Request, { bucket, name, keys, nowMs }: Served): Promise<S3Answer> {
  const [, named = '', ...rest] = request.path.split('/');
  const key = rest.join('/');
  const { method, query } = request;
  if (method === 'OPTIONS') return { status: 200 };
  if (named !== name) throw new S3Error('NoSuchBucket');
  if (method === 'POST' && key === '' && query.delete === undefined) {
    const posted = await readPostForm(request, name, keys, nowMs);
    const { etag } = bucket.keep(posted.key, posted.bytes, posted.contentType, 'ObjectCreated:Post');
    return { status: posted.status, headers: { etag } };
  }
  const by = checkAccess(request, keys, nowMs);
  try {
    if (key === '' && method === 'GET') return bucket.list(request, name);
    if (key === '' && method === 'POST') return bucket.removeAll(request);
    if (key !== '' && method === 'PUT') return bucket.put(key, request);
    if (key !== '' && (method === 'GET' || method === 'HEAD')) return bucket.get(key, request);
    if (key !== '' && method === 'DELETE') return bucket.remove(key);
  } catch (error) {
    // Without ListBucket, S3 does not reveal missing objects; the signing functions lack it.
    if (by === 'address' && error instanceof S3Error && error.status === 404)
      throw new S3Error('AccessDenied');
    throw error;
  }
  throw new S3Error('NotImplemented');
}

/** An object as a browser's form brings it. */
interface PostedObject {
  readonly key: string;
  readonly contentType: string;
  readonly bytes: Buffer;
  readonly status: 200 | 201 | 204;
}

const policySchema = z.object({
  expiration: z.string(),
  conditions: z.array(
    z.union([z.record(z.string(), z.string()), z.array(z.union([z.string(), z.number()]))]),
  ),
});

/**
 * Fields that a policy doesn't have to list.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 */
const uncovered = new Set(['policy', 'x-amz-signature', 'file', 'bucket']);

/**
 * Reads a form that was signed for a browser, as strictly as S3: every field is covered by the policy, every condition
 * holds, the file comes last.
 * @throws S3Error
 */
async function readPostForm(
  { headers, body }: S3Request,
  bucket: string,
  keys: Pick<S3Signer, 'accessKeyId' | 'secretAccessKey'>,
  nowMs: number,
): Promise<PostedObject> {
  const form = await formOf(headers['content-type'] ?? '', body);
  const fields = new Map<string, string>([['bucket', bucket]]);
  let file: Blob | undefined;
  for (const [name, value] of form) {
    // Fields after the file are ignored.
    if (file) break;
    if (name.toLowerCase() === 'file') file = typeof value === 'string' ? new Blob([value]) : value;
    else fields.set(name.toLowerCase(), String(value));
  }
  if (!file) throw new S3Error('InvalidArgument');
  if (!fields.has('policy')) throw new S3Error('AccessDenied');
  checkPolicySignature(fields, keys);
  const bytes = Buffer.from(await file.arrayBuffer());
  checkPolicy(policySchema.parse(JSON.parse(Buffer.from(fields.get('policy') ?? '', 'base64').toString())), {
    fields,
    bytes: bytes.length,
    nowMs,
  });
  const status = Number(fields.get('success_action_status'));
  return {
    key: fields.get('key') ?? '',
    contentType: fields.get('content-type') ?? 'binary/octet-stream',
    bytes,
    status: status === 200 || status === 201 ? status : 204,
  };
}

async function formOf(contentType: string, body: Buffer): Promise<FormData> {
  try {
    const response = new Response(new Uint8Array(body), { headers: { 'content-type': contentType } });
    return (await response.formData()) as FormData;
  } catch {
    throw new S3Error('MalformedPOSTRequest');
  }
}

function checkPolicy(
  { expiration, conditions }: z.infer<typeof policySchema>,
  { fields, bytes, nowMs }: { fields: ReadonlyMap<string, string>; bytes: number; nowMs: number },
): void {
  if (!(Date.parse(expiration) > nowMs))
    throw new S3Error('AccessDenied', 'Invalid according to Policy: Policy expired.');
  const covered = new Set<string>();
  for (const condition of conditions) {
    const [kind, name, value] = Array.isArray(condition) ? condition : equalTo(condition);
    if (kind === 'content-length-range') {
      checkLength(bytes, Number(name), Number(value));
      continue;
    }
    const field = String(name).replace(/^\$/, '').toLowerCase();
    const given = fields.get(field) ?? '';
    covered.add(field);
    const holds = kind === 'starts-with' ? given.startsWith(String(value)) : given === String(value);
    if (!holds)
      throw new S3Error(
        'AccessDenied',
        `Invalid according to Policy: Policy Condition failed: ${JSON.stringify(condition)}`,
      );
  }
  const extra = [...fields.keys()].find(
    (name) => !covered.has(name) && !uncovered.has(name) && !name.startsWith('x-ignore-'),
  );
  if (extra !== undefined)
    throw new S3Error('AccessDenied', `Invalid according to Policy: Extra input fields: ${extra}`);
}

function equalTo(condition: Readonly<Record<string, string>>): readonly [string, string, string] {
  const [[name, value] = ['', '']] = Object.entries(condition);
  return ['eq', name, value];
}

function checkLength(bytes: number, least: number, most: number): void {
  if (bytes > most) throw new S3Error('EntityTooLarge');
  if (bytes < least) throw new S3Error('EntityTooSmall');
}

async function readRequest(incoming: IncomingMessage): Promise<S3Request> {
  const body = await readBody(incoming, largestBytes);
  if (!body) throw new S3Error('EntityTooLarge');
  const url = new URL(incoming.url ?? '/', 'http://s3');
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: incoming.method ?? '',
    path: decodeURIComponent(url.pathname),
    query: Object.fromEntries([...url.searchParams].map(([name, value]) => [name, value])),
    headers: Object.fromEntries(headers),
    body,
  };
}
