import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers every Converse call; whoever asks is named by the first part of the path. */
export async function startFakeBedrock(onCall: (caller: string) => void) {
  const server = createServer((request, response) => {
    onCall(request.url?.split('/')[1] ?? '');
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        output: { message: { role: 'assistant', content: [{ text: 'From nine to six.' }] } },
        stopReason: 'end_turn',
        usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
        metrics: { latencyMs: 1 },
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
