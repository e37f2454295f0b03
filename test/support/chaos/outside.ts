import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { closeServer, listen } from '../../../src/local/listen.ts';

/** A reply as the provider took it. */
export interface Taken {
  readonly id: string;
  readonly to: string;
  readonly text: string;
  readonly takenAtMs: number;
  /** When the gateway had taken its status; null until then. */
  toldAtMs: number | null;
}

/** The world around the gateway: a provider that takes replies and tells their status, and a slow service for flows. */
export interface Outside {
  readonly url: string;
  readonly taken: readonly Taken[];
  /** After how many seconds the gateway had taken the status of each call that sent a text. */
  confirmedAfterS(text: string): readonly number[];
  /** The idempotency keys of the slow step's calls, by the message that they were made for. */
  readonly runs: ReadonlyMap<string, ReadonlySet<string>>;
  /** Statuses that the gateway has not taken yet. */
  pending(): number;
  /** Where statuses go; resolves once the gateway has taken one. */
  tellStatus: (status: object) => Promise<void>;
  stop(): Promise<void>;
}

/** @param slowMs how long the slow step takes for a message */
export async function startOutside(slowMs: (message: string) => number): Promise<Outside> {
  const taken: Taken[] = [];
  const runs = new Map<string, Set<string>>();
  let pending = 0;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://outside');
    response.setHeader('content-type', 'application/json');
    if (url.pathname === '/slow') {
      const message = url.searchParams.get('message') ?? '';
      const keys = runs.get(message) ?? new Set();
      runs.set(message, keys.add(String(request.headers['idempotency-key'])));
      await pause(slowMs(message));
      response.end('{}');
      return;
    }
    const { to, text: said, biz_opaque_callback_data: replyId } = JSON.parse(await text(request));
    const id = `wamid.reply-${taken.length + 1}`;
    const one: Taken = { id, to, text: said.body, takenAtMs: performance.now(), toldAtMs: null };
    taken.push(one);
    response.end(JSON.stringify({ messages: [{ id }] }));
    pending += 1;
    const status = { id, status: 'sent', timestamp: '1760000000', recipient_id: to };
    await outside.tellStatus({ ...status, biz_opaque_callback_data: replyId });
    one.toldAtMs = performance.now();
    pending -= 1;
  });
  const outside: Outside = {
    url: await listen(server, 0, 'programs'),
    taken,
    confirmedAfterS: (text) =>
      taken
        .filter((one) => one.text === text)
        .map((one) => Math.round(((one.toldAtMs ?? Number.POSITIVE_INFINITY) - one.takenAtMs) / 1000)),
    runs,
    pending: () => pending,
    tellStatus: async () => undefined,
    stop: () => closeServer(server),
  };
  return outside;
}
