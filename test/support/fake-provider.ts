import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { png } from './files.ts';

/** A send as a provider received it, with the id that the provider gave it. */
export interface ProviderSend {
  readonly id: string;
  readonly path: string;
  readonly to: string;
  readonly replyId: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What the provider says with a status: an unknown user, an expired token; else that something went wrong. */
const codes: Readonly<Record<number, number>> = { 400: 131026, 401: 190 };

/** What the provider does with a call: an HTTP status, or the effect without an answer. */
export type ProviderMood = () => number | 'answer-lost';

/**
 * Takes the sends of all three providers, remembers what had an effect and tells it to `onSend`. Every file that is asked
 * for is the one picture, but for `page`, which is one, and `gone`, which is not there.
 */
export async function startFakeProvider(
  mood: { current: ProviderMood } = { current: () => 200 },
  onSend: (send: ProviderSend) => void = () => undefined,
) {
  const sends: ProviderSend[] = [];
  let url = '';
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      const isFile = request.url?.includes('/file-of/');
      if (request.url?.endsWith('/gone')) return void response.writeHead(404).end('{}');
      if (isFile && request.url?.endsWith('/page')) return void response.writeHead(200).end('<html>');
      const where = { url: `${url}/file-of/${request.url?.split('/').at(-1)}`, mime_type: 'image/png' };
      return void response.writeHead(200).end(isFile ? png : JSON.stringify(where));
    }
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = JSON.parse(Buffer.concat(parts).toString());
    const verdict = mood.current();
    if (verdict === 200 || verdict === 'answer-lost') {
      const replyId = body.biz_opaque_callback_data ?? body.id;
      const to = body.to ?? body.channel?.to?.id;
      const send = { id: `provider-${sends.length + 1}`, path: request.url ?? '', to, replyId, body };
      sends.push(send);
      onSend(send);
    }
    if (verdict === 'answer-lost') {
      request.socket.destroy();
      return;
    }
    const id = `provider-${sends.length}`;
    response.writeHead(verdict, { 'content-type': 'application/json', 'retry-after': '0' });
    response.end(
      JSON.stringify(
        verdict === 200 ? { messages: [{ id }], id } : { error: { code: codes[verdict] ?? 131000 } },
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    sends,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
