import type { IncomingMessage } from 'node:http';

/**
 * A request's body, or null when it is larger than the limit: the rest is read and dropped, so that the client gets to
 * read the answer.
 * @throws Error when the client goes away before its end
 */
export async function readBody(
  request: IncomingMessage,
  limitBytes = Number.POSITIVE_INFINITY,
): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes <= limitBytes) parts.push(part);
    else parts.length = 0;
  }
  return bytes > limitBytes ? null : Buffer.concat(parts);
}

/** The whole body as text. */
export async function readText(request: IncomingMessage): Promise<string> {
  return String(await readBody(request));
}
