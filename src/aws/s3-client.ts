import { S3Client } from '@aws-sdk/client-s3';
import { clientOptions, httpHandler, outermost, type RequestHandler, sayUnavailable } from './clients.ts';

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
