import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A language model that speaks as OpenAI's do and takes its time. */
export async function startModel(takesMs: number) {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    request.resume();
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'A joke.' } }] }));
    }, takesMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
