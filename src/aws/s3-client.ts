import { S3Client } from '@aws-sdk/client-s3';
import { clientOptions, httpHandler, outermost } from './clients.ts';
import { sayUnavailable } from './impatience.ts';

/** A file of 25 MB must fit. */
const attemptMs = 20_000;

/** S3's own client, which only the bundles carry that move files. Behind another endpoint buckets are paths. */
export function createS3Client(env: Readonly<Record<string, string | undefined>>): S3Client {
  const options = clientOptions(env, 'S3', httpHandler(attemptMs));
  const client = new S3Client({ ...options, forcePathStyle: 'endpoint' in options });
  client.middlewareStack.add(sayUnavailable, outermost);
  return client;
}
