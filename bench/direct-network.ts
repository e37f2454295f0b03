import { EventEmitter } from 'node:events';
import http, { type IncomingHttpHeaders, type OutgoingHttpHeaders, type RequestOptions } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { Readable } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';

interface Sent {
  readonly id: number;
  readonly options: Pick<RequestOptions, 'host' | 'port' | 'path' | 'method'> & {
    readonly headers: OutgoingHttpHeaders;
  };
  readonly body: string;
}

interface Answered {
  readonly id: number;
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type OnResponse = (response: Readable & Pick<Answered, 'statusCode' | 'headers'>) => void;

/** What the SDK's handler needs of a request, at next to no cost. */
class DirectRequest extends EventEmitter {
  readonly socket = { connecting: false, setKeepAlive: () => undefined, setTimeout: () => undefined };
  readonly #send: (body: string) => void;

  constructor(send: (body: string) => void) {
    super();
    this.#send = send;
  }

  end(body: string | Uint8Array = ''): void {
    this.#send(typeof body === 'string' ? body : Buffer.from(body).toString());
  }

  destroy(): void {
    this.emit('close');
  }
}

/**
 * Takes sockets and `node:http` away from this thread: its calls to AWS are made by the thread at the port's other end, as if AWS
 * answered at once. To wake up whoever listens takes as long, on a virtual machine, as to make a call ready.
 * @returns the processor time that this has taken of the thread so far, in microseconds
 */
export function withoutSockets(port: MessagePort): () => number {
  const waiting = new Map<number, (answer: Answered) => void>();
  let sent = 0;
  let takenUs = 0;
  port.on('message', (answer: Answered) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  const request = (
    { host, port: at, path, method, headers }: RequestOptions,
    onResponse: OnResponse,
  ): DirectRequest => {
    sent += 1;
    const id = sent;
    const direct = new DirectRequest((body) => {
      const before = process.threadCpuUsage();
      const options = { host, port: at, path, method, headers: headers as OutgoingHttpHeaders };
      port.postMessage({ id, options, body } satisfies Sent);
      const { user, system } = process.threadCpuUsage(before);
      takenUs += user + system;
    });
    waiting.set(id, ({ statusCode, headers: answered, body }) => {
      const response = Object.assign(new Readable({ read: () => undefined }), {
        statusCode,
        headers: answered,
      });
      onResponse(response);
      response.push(body);
      response.push(null);
      response.once('close', () => direct.emit('close'));
    });
    return direct;
  };
  Object.assign(http, { request });
  syncBuiltinESMExports();
  return () => takenUs;
}

/** Makes the calls of a thread without sockets. */
export function callFor(port: MessagePort): void {
  port.on('message', ({ id, options, body }: Sent) => {
    const request = http.request(options, async (response) => {
      const { statusCode = 0, headers } = response;
      const chunks = await response.toArray();
      port.postMessage({
        id,
        statusCode,
        headers,
        body: Buffer.concat(chunks).toString(),
      } satisfies Answered);
    });
    // The embedded services answer all that reaches them.
    request.on('error', (error) => {
      throw error;
    });
    request.end(body);
  });
}
