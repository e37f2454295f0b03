import { HttpClientError } from '../../../src/domain/errors.ts';
import type { HttpClient, HttpClientRequest, HttpClientResponse } from '../../../src/ports/http-client.ts';
import type { SteppedClock } from './clock.ts';

/** What a provider does with a call. */
export type Behaviour = (request: HttpClientRequest, clock: SteppedClock) => Promise<HttpClientResponse>;

const latencyMs = 100;
const answer = (status: number, body: object, headers: Record<string, string> = {}): Behaviour => {
  return async () => ({ status, headers, body: JSON.stringify(body) });
};

/** Each kind of outage, by what is said of it. */
export const outages = {
  'closes the connection without an answer': async () => {
    throw new HttpClientError('network_failure', 'the connection was closed');
  },
  'refuses the connection': async () => {
    throw new HttpClientError('not_connected', 'no connection could be made');
  },
  'accepts and never answers': async ({ timeoutMs }, clock) => {
    await clock.sleep(timeoutMs);
    throw new HttpClientError('timeout', 'no answer in time');
  },
  'says 503': answer(503, {}),
  'says 131056, too many to this user': answer(400, { error: { code: 131056 } }),
  'says 503 and Retry-After: 0': answer(503, {}, { 'retry-after': '0' }),
  'says 429 and Retry-After: 30': answer(429, {}, { 'retry-after': '30' }),
  'refuses the token': answer(401, { error: { code: 190 } }),
  'says 200 with a page instead of an id': async () => ({
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><title>Sign in to the network</title>',
  }),
  'sends the call elsewhere': answer(301, {}, { location: 'https://elsewhere.test/' }),
} satisfies Readonly<Record<string, Behaviour>>;
export type OutageName = keyof typeof outages;

export interface VirtualSend {
  readonly account: string;
  readonly to: string;
  readonly text: string;
  readonly atMs: number;
}

/** A provider of the tests' clock: each account (by its address) may have an outage of its own. */
export class VirtualProvider implements HttpClient {
  readonly taken: VirtualSend[] = [];
  readonly calls: { readonly account: string; readonly atMs: number }[] = [];
  /** By a word in the address; nothing is well. */
  readonly troubles = new Map<string, Behaviour>();
  readonly #clock: SteppedClock;

  constructor(clock: SteppedClock) {
    this.#clock = clock;
  }

  async send(request: HttpClientRequest): Promise<HttpClientResponse> {
    const account = new URL(request.url).pathname.split('/')[2] ?? '';
    this.calls.push({ account, atMs: this.#clock.nowMs() });
    const trouble = this.troubles.get(account);
    return trouble ? trouble(request, this.#clock) : this.take(request);
  }

  /** What a provider that is well does. */
  async take(request: HttpClientRequest): Promise<HttpClientResponse> {
    const account = new URL(request.url).pathname.split('/')[2] ?? '';
    await this.#clock.sleep(latencyMs);
    const { to, text } = JSON.parse(request.body ?? '{}');
    this.taken.push({ account, to, text: text.body, atMs: this.#clock.nowMs() });
    const body = JSON.stringify({ messages: [{ id: `wamid.${this.taken.length}` }] });
    return { status: 200, headers: {}, body };
  }
}
