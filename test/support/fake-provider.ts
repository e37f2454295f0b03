import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A send as a provider received it. */
export interface ProviderSend {
  readonly path: string;
  readonly to: string;
  readonly replyId: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What the provider does with a call: an HTTP status, or the effect without an answer. */
export type ProviderMood = () => number | 'answer-lost';

/** Takes the sends of all three providers and remembers what had an effect. */
export async function startFakeProvider(mood: { current: ProviderMood } = { current: () => 200 }) {
  const sends: ProviderSend[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = JSON.parse(Buffer.concat(parts).toString());
    const verdict = mood.current();
    if (verdict === 200 || verdict === 'answer-lost') {
      const replyId = body.biz_opaque_callback_data ?? body.id;
      sends.push({ path: request.url ?? '', to: body.to ?? body.channel?.to?.id, replyId, body });
    }
    if (verdict === 'answer-lost') {
      request.socket.destroy();
      return;
    }
    const id = `provider-${sends.length}`;
    response.writeHead(verdict, { 'content-type': 'application/json', 'retry-after': '0' });
    response.end(JSON.stringify(verdict === 200 ? { messages: [{ id }], id } : { error: { code: 131000 } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sends,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
