import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { FileObjects, FoundObject } from '../ports/files.ts';
import { clientOptions, httpHandler, outermost, type RequestHandler, sayUnavailable } from './clients.ts';

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
  client.middlewareStack.add(sayUnavailable, outermost);
  return client;
}
