import type { IncomingMessage } from 'node:http';

/** What is read and dropped of a body that is too large; whoever sends more is hung up on. */
const droppedBytes = 32 * 1024 * 1024;

/**
 * A request's body, or null when it is larger than the limit: what is above it is never kept, and the rest is read and
 * dropped, so that the client gets to read the answer.
 * @param refuse called as soon as that is known, by the length that the client names or by what it has sent
 * @throws Error when the client goes away before its end
 */
export async function readBody(
  request: IncomingMessage,
  limitBytes = Number.POSITIVE_INFINITY,
  refuse: () => void = () => undefined,
): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let isTooLarge = Number(request.headers['content-length'] ?? 0) > limitBytes;
  let bytes = 0;
  if (isTooLarge) refuse();
  for await (const part of request) {
    bytes += part.length;
    if (bytes > limitBytes + droppedBytes) request.socket.destroy();
    if (bytes > limitBytes && !isTooLarge) {
      isTooLarge = true;
      parts.length = 0;
      refuse();
    }
    if (!isTooLarge) parts.push(part);
  }
  return isTooLarge ? null : Buffer.concat(parts);
}

/** The whole body as text. */
export async function readText(request: IncomingMessage): Promise<string> {
  return String(await readBody(request));
}
