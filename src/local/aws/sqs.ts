import { startFauxqs } from 'fauxqs';
import type { Endpoint } from '../listen.ts';

export interface LocalSqs extends Endpoint {
  /** Bodies that lie in a queue, waiting or in flight. */
  waiting(queueUrl: string): readonly string[];
}

/** An SQS that keeps its messages in memory. */
export async function startSqs(): Promise<LocalSqs> {
  const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false });
  return {
    url: `http://127.0.0.1:${server.port}`,
    waiting(queueUrl) {
      const messages = server.inspectQueue(queueUrl.split('/').at(-1) ?? '')?.messages;
      if (!messages) return [];
      const inFlight = messages.inflight.map(({ message }) => message);
      return [...messages.ready, ...messages.delayed, ...inFlight].map(({ body }) => body);
    },
    stop: () => server.stop(),
  };
}
