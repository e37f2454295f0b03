import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { closeServer, type Endpoint, listen } from '../../listen.ts';
import { readBody } from '../../read-body.ts';
import { Bucket, createdNotification, type S3Answer } from './bucket.ts';
import { checkAccess, type S3Request } from './check-access.ts';
import { readPostForm } from './post-form.ts';
import { accessDenied, errorBody, S3Error } from './s3-error.ts';

export interface S3Options {
  /** The one bucket that there is. */
  readonly bucket: string;
  /** Whose signatures are right. */
  readonly keys: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Where objects are kept; in memory without it. */
  readonly dataDir?: string | undefined;
  readonly nowMs?: (() => number) | undefined;
}

/** The embedded S3. */
export interface LocalS3 extends Endpoint {
  /** Sends a notification of each object that is made under a prefix. */
  notify(prefix: string, send: (body: string) => Promise<void>): void;
  /** Waits for the notifications that are on their way. */
  settled(): Promise<void>;
}

const largestBytes = 64 * 1024 * 1024;
/** As the deployment's bucket allows it. */
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

  const answer = async (request: S3Request): Promise<S3Answer> => {
    const [, named = '', ...rest] = request.path.split('/');
    const key = rest.join('/');
    const { method, query } = request;
    if (method === 'OPTIONS') return { status: 200 };
    if (named !== name) throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist');
    if (method === 'POST' && key === '' && query.delete === undefined) {
      const posted = await readPostForm(request, name, keys, nowMs());
      const { etag } = bucket.keep(posted.key, posted.bytes, posted.contentType, 'ObjectCreated:Post');
      return { status: posted.status, headers: { etag } };
    }
    const by = checkAccess(request, keys, nowMs());
    try {
      if (key === '' && method === 'GET') return bucket.list(request, name);
      if (key === '' && method === 'POST') return bucket.removeAll(request);
      if (key !== '' && method === 'PUT') return bucket.put(key, request);
      if (key !== '' && (method === 'GET' || method === 'HEAD')) return bucket.get(key, request);
      if (key !== '' && method === 'DELETE') return bucket.remove(key);
    } catch (error) {
      // Whoever may not list a bucket is not told what is missing in it; the functions that sign addresses may not.
      if (by === 'address' && error instanceof S3Error && error.status === 404) throw accessDenied();
      throw error;
    }
    throw new S3Error(501, 'NotImplemented', `${method} is not implemented here`);
  };

  const server = createServer(async (incoming, response) => {
    const origin = incoming.headers.origin;
    const allowed =
      origin === undefined ? {} : { 'access-control-allow-origin': '*', vary: 'Origin', ...cors };
    try {
      const request = await readRequest(incoming);
      const { status, headers = {}, body } = await answer(request);
      response.writeHead(status, { ...allowed, ...headers }).end(body);
    } catch (error) {
      const failure = error instanceof S3Error ? error : new S3Error(500, 'InternalError', String(error));
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

async function readRequest(incoming: IncomingMessage): Promise<S3Request> {
  const body = await readBody(incoming, largestBytes);
  if (!body)
    throw new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
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
