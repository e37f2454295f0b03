import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { GatewayHandler } from '../src/lambda/create-handler.ts';
import type * as Events from '../test/support/http-event.ts';
import { withoutSockets } from './direct-network.ts';

/**
 * One environment of a function in a thread of its own, so that its processor time is its own: asked for so many turns, it
 * says how many microseconds one took.
 */
const { root, file, port } = workerData as {
  readonly root: string;
  /** The function, as it is deployed. */
  readonly file: string;
  /** To the thread that calls AWS for this one; without it, this one does so itself. */
  readonly port?: MessagePort;
};
const takenByNetworkUs = port ? withoutSockets(port) : () => 0;
const load = <T>(file: string): Promise<T> => import(pathToFileURL(join(root, file)).href);

async function turns(): Promise<(times: number) => Promise<void>> {
  const { httpEvent, lambdaContext } = await load<typeof Events>('test/support/http-event.ts');
  const { handler }: { readonly handler: GatewayHandler } = createRequire(import.meta.url)(file);
  return async (times) => {
    let session = randomUUID();
    for (let n = 0; n < times; n += 1) {
      // A session may send thirty a minute.
      if (n % 20 === 0) session = randomUUID();
      const headers = {
        ...{ 'x-tenant-id': 'globex', 'x-widget-id': 'globex-web' },
        ...{ 'x-session-id': session, 'x-idempotency-key': randomUUID() },
      };
      const body = { text: '7', attachments: [], user: { id: 'bench' } };
      const { statusCode } = (await handler(
        httpEvent('POST', '/v1/webchat/messages', { headers, body }),
        lambdaContext,
      )) as {
        readonly statusCode: number;
      };
      if (statusCode !== 200) throw new Error(`a turn was answered with ${statusCode}`);
    }
  };
}

const work = await turns();
parentPort?.on('message', async (times: number) => {
  const before = process.threadCpuUsage();
  const taken = takenByNetworkUs();
  await work(times);
  const { user, system } = process.threadCpuUsage(before);
  parentPort?.postMessage((user + system - (takenByNetworkUs() - taken)) / times);
});
parentPort?.postMessage('ready');
