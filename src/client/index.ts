import createFetchClient, { type Client } from 'openapi-fetch';
import { randomUuid } from '../browser/random-uuid.ts';
import type { components, paths } from './generated/api.ts';
import { keyedOperations } from './generated/keyed-operations.ts';

export type { components, operations, paths } from './generated/api.ts';

type FormB = components['schemas']['FormBRequest'];
type Message = Look['messages'][number];

export interface VisitorChatOptions {
  readonly tenantId: string;
  readonly widgetId: string;
  /** The user: your own ID, and attributes for the flow. */
  readonly user: FormB['user'];
  /** A UUID that gives access to the conversation. Generated if left out. */
  readonly sessionId?: string;
  /** The visitor token, if the widget requires one; a function is called before each request. */
  readonly visitorToken?: () => string | Promise<string>;
}

/** The response to a message. */
export interface Turn {
  readonly conversationId: string;
  /** In their order; also those that came late. */
  readonly replies: readonly Pick<
    Message,
    'id' | 'text' | 'markdown' | 'author' | 'choices' | 'attachments' | 'cards' | 'input'
  >[];
}

/** One visitor's chat on a widget. */
export interface VisitorChat {
  readonly sessionId: string;
  /** Sends a message and waits for its replies, however late they are. @throws GatewayProblem */
  send(
    text: string,
    options?: Partial<Pick<FormB, 'attachments' | 'metadata'>> & { readonly signal?: AbortSignal },
  ): Promise<Turn>;
  /** All that is said, from `after` on or from the beginning, as it comes. @throws GatewayProblem */
  messages(options?: { readonly after?: string; readonly signal?: AbortSignal }): AsyncGenerator<Look, void>;
}

/** Opens a chat; nothing is sent before the first message. */
export function openVisitorChat(client: GatewayClient, options: VisitorChatOptions): VisitorChat {
  const { tenantId, widgetId, user, visitorToken, sessionId = randomUuid() } = options;
  let conversationId: string | null = null;
  const headers = async () => ({
    'x-tenant-id': tenantId,
    'x-widget-id': widgetId,
    'x-session-id': sessionId,
    ...(visitorToken && { 'x-visitor-token': await visitorToken() }),
  });
  return {
    sessionId,
    async send(text, { attachments = [], metadata, signal } = {}) {
      const answer = answerOf(
        await client.POST('/v1/webchat/messages', {
          body: { text, attachments, user, ...(metadata && { metadata }) },
          headers: await headers(),
          ...(signal && { signal }),
        }),
      );
      if (!('messageId' in answer)) throw new TypeError('Form B is answered in Form B');
      conversationId = answer.conversationId;
      if ('replies' in answer) return { conversationId, replies: answer.replies };
      const { after, messageId } = answer;
      const late = { conversationId, after, headers: await headers(), ...(signal && { signal }) };
      return { conversationId, replies: await lateReplies(client, messageId, late) };
    },
    async *messages({ after, signal } = {}) {
      if (conversationId === null) return;
      const from = { conversationId, headers: await headers(), ...(after !== undefined && { after }) };
      yield* followConversation(client, { ...from, ...(signal && { signal }) });
    },
  };
}

/** The first replies to a message; poll for later ones. */
async function lateReplies(
  client: GatewayClient,
  messageId: string,
  followed: Parameters<typeof followConversation>[1],
): Promise<Turn['replies']> {
  for await (const { messages } of followConversation(client, followed)) {
    const replies = messages.filter(({ id, author }) => author !== 'user' && id > messageId);
    if (replies.length > 0) return replies;
  }
  return [];
}

/** The result of one poll. */
export type Look = components['schemas']['PollResponse'];

/** Whose messages to read, and from where. */
export interface Followed {
  readonly conversationId: string;
  /** The visitor's headers: `x-session-id`, and a token if the widget requires one. */
  readonly headers: Readonly<Record<string, string>>;
  /** The last message that is known; without it everything is read. */
  readonly after?: string | null;
  readonly signal?: AbortSignal;
  readonly pause?: Pause;
}

/**
 * Reads a conversation as it goes on, by the long-poll: each look that found messages, or another state of the handoff.
 * It ends when nothing comes any more unless the visitor writes, waits out what passes by itself, and asks again where
 * it was when a request is lost.
 * @throws GatewayProblem for what does not pass, and the signal's reason when it is aborted
 */
export async function* followConversation(
  client: GatewayClient,
  { conversationId, headers, after: first = null, signal, pause: wait = pause }: Followed,
): AsyncGenerator<Look, void, undefined> {
  let after = first;
  let handoffTag: string | undefined;
  for (let failures = 0; ; ) {
    const result = await client
      .GET('/v1/webchat/conversations/{conversationId}/messages', {
        params: {
          path: { conversationId },
          query: { ...(after !== null && { after }), ...(handoffTag !== undefined && { handoffTag }) },
        },
        headers: { ...headers },
        ...(signal && { signal }),
      })
      .catch((error: unknown) => ({ error, response: null }));
    signal?.throwIfAborted();
    if (result.response === null || isPassing(result.response.status)) {
      failures += 1;
      await wait(
        (result.response && retryAfterMs(result.response.headers)) ?? backoffMs(failures),
        signal ?? null,
      );
      continue;
    }
    failures = 0;
    const look = answerOf(result);
    const isOther = handoffTag !== undefined && handoffTag !== (look.handoff?.tag ?? '');
    after = look.after;
    handoffTag = look.handoff?.tag ?? '';
    if (look.messages.length > 0 || isOther) yield look;
    if (look.next === null) return;
    const untilMs = look.next === undefined || look.next === 'now' ? 0 : Date.parse(look.next) - Date.now();
    const waitMs = Math.max(untilMs, retryAfterMs(result.response.headers) ?? 0);
    if (waitMs > 0) await wait(Math.min(waitMs, longestSleepMs), signal ?? null);
  }
}

export interface ClientOptions extends RetryOptions {
  /** The gateway's URL, without a path: `https://api.example.com` */
  readonly baseUrl: string;
  /** A service key, or an access token; a function is asked before each request, so that it may renew the token. */
  readonly token?: string | (() => string | Promise<string>);
  /** The tenant of every request: of visitors, or where a super-admin chooses one. */
  readonly tenantId?: string;
  /** Makes the idempotency keys. */
  readonly newKey?: () => string;
}

/** The gateway's API, each route by its path, typed by the OpenAPI document. */
export type GatewayClient = Client<paths>;

/**
 * Makes a client. A request whose route takes an idempotency key gets one unless it has its own, so that it can be
 * repeated: by the client itself, see `retryRequests`.
 */
export function createGatewayClient(options: ClientOptions): GatewayClient {
  const { baseUrl, token, tenantId, newKey = randomUuid } = options;
  const client = createFetchClient<paths>({ baseUrl, fetch: retryRequests(options) });
  client.use({
    async onRequest({ request, schemaPath }) {
      const { headers } = request;
      const bearer = typeof token === 'function' ? await token() : token;
      if (bearer !== undefined) headers.set('authorization', `Bearer ${bearer}`);
      if (tenantId !== undefined && !headers.has('x-tenant-id')) headers.set('x-tenant-id', tenantId);
      const takesKey = keyedOperations.has(`${request.method} ${schemaPath}`);
      if (takesKey && !headers.has('idempotency-key')) headers.set('idempotency-key', newKey());
    },
  });
  return client;
}

export interface RetryOptions {
  /** The maximum number of attempts; 1 never retries. */
  readonly attempts?: number;
  /** The timeout of a response. The gateway holds a request for up to 25 s. */
  readonly timeoutMs?: number;
  /** A longer wait than this is not done: its refusal is the answer. */
  readonly longestWaitMs?: number;
  readonly fetch?: (request: Request) => Promise<Response>;
  readonly pause?: Pause;
  readonly random?: () => number;
}

const idempotencyKey = 'idempotency-key';
/** Refused before anything was done, whatever it was. */
const neverDone = new Set([429]);
/** Perhaps done: only what may be done twice is repeated. */
const perhapsDone = new Set([500, 502, 503, 504]);

/**
 * A `fetch` that retries failed requests if that is safe: reads, and requests with an idempotency key, which stays
 * the same. It waits for `Retry-After`, otherwise longer each time.
 */
export function retryRequests(options: RetryOptions = {}): (request: Request) => Promise<Response> {
  const { attempts = 5, timeoutMs = 35_000, longestWaitMs = 60_000 } = options;
  const { fetch: send = (request) => fetch(request), pause: wait = pause, random } = options;
  const sendOnce = (request: Request) =>
    send(new Request(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]) }));
  return async (request) => {
    const mayRepeat = isRead(request) || request.headers.has(idempotencyKey);
    for (let sent = 1; ; sent += 1) {
      // A body can be read once: each attempt sends a copy.
      const outcome = await sendOnce(request.clone()).catch((error: unknown) => ({ error }));
      request.signal.throwIfAborted();
      const isLast = sent >= attempts;
      if (!(outcome instanceof Response)) {
        if (isLast || !mayRepeat) throw outcome.error;
        await wait(backoffMs(sent, random), request.signal);
        continue;
      }
      if (isLast || !(await retryRequestsIsPassing(outcome, mayRepeat))) return outcome;
      const waitMs = retryAfterMs(outcome.headers) ?? backoffMs(sent, random);
      if (waitMs > longestWaitMs) return outcome;
      // Its connection is free when it has been read.
      await outcome.text().catch(() => undefined);
      await wait(waitMs, request.signal);
    }
  };
}

/** Waits; tests pass one that takes no time. */
type Pause = (ms: number, signal?: AbortSignal | null) => Promise<void>;

/**
 * Waits.
 * @throws the signal's reason when it is aborted meanwhile
 */
const pause: Pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });

const firstMs = 250;
const longestMs = 20_000;

/** Returns the delay before a retry: random, up to twice as long each time, so that clients don't return together. */
export const backoffMs = (repeat: number, random: () => number = Math.random): number =>
  random() * Math.min(longestMs, firstMs * 2 ** repeat);

/** Parses `Retry-After`, in seconds or as a date; null if absent. */
export function retryAfterMs(headers: Headers, nowMs: number = Date.now()): number | null {
  const asked = headers.get('retry-after');
  if (asked === null) return null;
  const ms = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - nowMs;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD';

async function retryRequestsIsPassing(response: Response, mayRepeat: boolean): Promise<boolean> {
  if (neverDone.has(response.status)) return true;
  if (!mayRepeat) return false;
  if (perhapsDone.has(response.status)) return true;
  return response.status === 409 && (await codeOf(response.clone())) === 'request_in_progress';
}

async function codeOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null);
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : null;
}

/** A problem. @see RFC 9457 */
export type Problem = components['schemas']['Problem'];

/** A rejected request, with its problem. */
export class GatewayProblem extends Error {
  readonly status: number;
  /** Null where it was not the gateway itself that answered. */
  readonly problem: Problem | null;
  /** Finds the request in the logs. */
  readonly correlationId: string | null;

  constructor(response: Response, parsed: unknown) {
    const problem = isProblem(parsed) ? parsed : null;
    super(problem?.detail ?? `the gateway answered ${response.status}`);
    this.name = 'GatewayProblem';
    this.status = response.status;
    this.problem = problem;
    this.correlationId = response.headers.get('x-correlation-id');
  }

  /** The stable word to go by: `unauthorized` where API Gateway refused the token; null where something else answered. */
  get code(): Problem['code'] | 'unauthorized' | null {
    return this.problem?.code ?? (this.status === 401 ? 'unauthorized' : null);
  }
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body;
}

/**
 * What was answered.
 * @throws GatewayProblem for a refusal
 */
export function answerOf<Body>(result: { data?: Body; error?: unknown; response: Response }): Body {
  if (!result.response.ok) throw new GatewayProblem(result.response, result.error);
  return result.data as Body;
}

/** A clock may be wrong, and a timer can't be set for months: after an hour one looks anyway. */
const longestSleepMs = 3_600_000;
const isPassing = (status: number) => status === 429 || status >= 500;
