import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { HttpClientError } from '../domain/errors.ts';
import type { DownloadedBytes } from '../ports/http-client.ts';

export interface RawRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  readonly lookup?: LookupFunction | undefined;
}

/**
 * Sends one request on a connection of its own and reads the whole response; follows nothing.
 * @throws HttpClientError
 */
export async function sendRequest(request: RawRequest): Promise<DownloadedBytes> {
  const connection = { made: false };
  try {
    const response = await open(request, connection);
    const { status, headers } = head(response);
    try {
      return { status, headers, bytes: await readBody(response, headers, request.maxBytes) };
    } finally {
      response.destroy();
    }
  } catch (error) {
    throw asClientError(error, request.signal, connection.made);
  }
}

function open(
  { method, url, headers, body, signal, lookup }: RawRequest,
  connection: { made: boolean },
): Promise<IncomingMessage> {
  const [send, ready] =
    url.protocol === 'https:' ? [httpsRequest, 'secureConnect'] : [httpRequest, 'connect'];
  return new Promise((resolve, reject) => {
    const outgoing = send(url, {
      method,
      headers: {
        ...headers,
        // The limit counts the bytes that arrive.
        'accept-encoding': 'identity',
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      },
      // A pooled connection could be a stale one after the function was frozen, and one whose address was not checked.
      agent: false,
      signal,
      ...(lookup && { lookup }),
    });
    // Until then nothing of the request has left.
    outgoing.once('socket', (socket) => {
      socket.once(ready, () => {
        connection.made = true;
      });
    });
    outgoing.once('response', resolve).once('error', reject).end(body);
  });
}

function head(response: IncomingMessage) {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return { status: response.statusCode ?? 0, headers };
}

async function readBody(
  response: IncomingMessage,
  headers: Readonly<Record<string, string>>,
  maxBytes: number,
): Promise<Uint8Array> {
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new HttpClientError('encoding_refused', 'the response is compressed');
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > maxBytes) {
      throw new HttpClientError('response_too_large', `the response is larger than ${maxBytes} bytes`);
    }
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}

function asClientError(error: unknown, signal: AbortSignal, wasConnected: boolean): HttpClientError {
  if (error instanceof HttpClientError) return error;
  const timedOut = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
  if (signal.aborted && !timedOut) return new HttpClientError('aborted', 'the call was given up', error);
  if (!wasConnected)
    return new HttpClientError(
      'not_connected',
      'no connection could be made',
      timedOut ? signal.reason : error,
    );
  return timedOut
    ? new HttpClientError('timeout', 'the service did not answer in time', error)
    : new HttpClientError('network_failure', 'the service could not be reached', error);
}

/** Aborts when the time is over or the caller gives up. */
export function within(timeoutMs: number, signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(Math.max(0, Math.ceil(timeoutMs)));
  return signal ? AbortSignal.any([timeout, signal]) : timeout;
}
