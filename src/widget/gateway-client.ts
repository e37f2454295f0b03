import type { FormARequest, FormAResponse } from '../contract/forms.ts';
import type { PollResponse } from '../contract/poll.ts';
import { visitorHeaders } from '../contract/visitor-headers.ts';
import { visitorLimits } from '../contract/visitor-limits.ts';
import type { PublishedWidget } from '../contract/widget-settings.ts';
import { retryAfterMs } from './backoff.ts';
import { headersOf } from './headers-of.ts';
import { messagesPath, type Postponed, settled } from './postponed.ts';
import { readFormAResponse, readPollResponse, readProblem } from './read-answers.ts';
import { readWidgetSettings } from './read-settings.ts';
import type { VisitorToken } from './visitor-token.ts';

/** The gateway refuses for good: a repeat would be refused as well. */
export interface Refused {
  readonly kind: 'refused';
  readonly code: string;
  readonly detail: string;
}

export type PostOutcome =
  | ({ readonly kind: 'answered' } & FormAResponse)
  | { readonly kind: 'accepted'; readonly conversationId: string }
  | Postponed
  | Refused;
/** A page of the log is read; `waitMs` when the gateway wishes not to be asked again before that. */
export type PollOutcome =
  | { readonly kind: 'read'; readonly response: PollResponse; readonly waitMs: number | null }
  | Postponed
  | Refused;

/** A message that is being sent. */
export interface PostRequest {
  readonly visitorId: string;
  readonly sessionId: string;
  /** Sent along for the flow; the same for every attempt. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly conversationId: string | null;
  readonly text: string;
  /** No message: the flow starts. */
  readonly start?: true | undefined;
  readonly files?: readonly { readonly fileId: string }[] | undefined;
  readonly replyTo?: string | undefined;
  readonly idempotencyKey: string;
}

export interface PollRequest {
  readonly sessionId: string;
  readonly conversationId: string;
  readonly after: string | null;
  /** False answers at once. */
  readonly wait: boolean;
  /** The visitor has read everything, and would get an email otherwise. */
  readonly isSeen: boolean;
}

/** A conversation, and the session that it belongs to. */
type OwnPlace = Pick<PollRequest, 'sessionId' | 'conversationId'>;

/** The widget's requests. Every outcome is a value; only an abort throws. */
export interface GatewayClient {
  post(request: PostRequest): Promise<PostOutcome>;
  poll(request: PollRequest, signal: AbortSignal): Promise<PollOutcome>;
  /** Reports that the visitor is typing; a failure is ignored. */
  reportTyping(at: OwnPlace): Promise<void>;
  /** Null if they can't be loaded; a rejection if the gateway has no widget for this page. */
  settings(): Promise<PublishedWidget | Refused | null>;
  /** The headers of a visitor's request. */
  visitorHeaders(sessionId: string): Readonly<Record<string, string>>;
  /** Returns the gateway's rejection of this page; null if there is none. */
  refusal(): Promise<Refused | null>;
}

export interface GatewayClientOptions {
  readonly api: string;
  readonly tenant: string;
  readonly widget: string | undefined;
  readonly token: VisitorToken;
}

/** For what may as well not be had. */
const briefMs = 3_000;

const requestTimeoutMs = visitorLimits.gatewayTimeoutMs + visitorLimits.stepTimeoutMs;

/** A client for Form A. @see spec "Web chat request, Form A", design 2.2-2.6 */
export function gatewayClient(options: GatewayClientOptions): GatewayClient {
  return {
    post: (request) => renewing(options.token, () => post(options, request)),
    poll: (request, signal) => renewing(options.token, () => poll(options, request, signal)),
    reportTyping: (request) => reportTyping(options, request),
    settings: () => askForSettings(options),
    visitorHeaders: (sessionId) => headersOf(options, sessionId),
    refusal: () => askForRefusal(options),
  };
}

/** Requests a new token from the page if the visitor's has expired, and repeats the request. */
async function renewing<T extends PostOutcome | PollOutcome>(
  token: VisitorToken,
  ask: () => Promise<T>,
): Promise<T> {
  const outcome = await ask();
  const hasExpired = outcome.kind === 'refused' && outcome.code === 'visitor_token_expired';
  return hasExpired && (await token.renew()) ? ask() : outcome;
}

async function post(options: GatewayClientOptions, request: PostRequest): Promise<PostOutcome> {
  const form: FormARequest = {
    tenantId: options.tenant,
    conversationId: request.conversationId,
    channel: 'webchat',
    from: { id: request.visitorId },
    content: {
      text: request.text,
      start: request.start,
      attachments: request.files?.map(({ fileId }) => ({ fileId })),
      replyTo: request.replyTo,
    },
    ...(request.metadata && { metadata: request.metadata, user: languageOf(request.metadata) }),
  };
  const call = () =>
    fetch(options.api + messagesPath, {
      method: 'POST',
      credentials: 'omit',
      headers: {
        ...headersOf(options, request.sessionId),
        'content-type': 'application/json',
        [visitorHeaders.idempotencyKeys[0]]: request.idempotencyKey,
      },
      body: JSON.stringify(form),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
  return understand(await settled(call, options.api), ({ status }, body): PostOutcome => {
    const response = readFormAResponse(body);
    return status === 202
      ? { kind: 'accepted', conversationId: response.conversationId }
      : { kind: 'answered', ...response };
  });
}

async function poll(
  options: GatewayClientOptions,
  { sessionId, conversationId, after, wait, isSeen }: PollRequest,
  signal: AbortSignal,
): Promise<PollOutcome> {
  // The address stays the same, and with it the preflight that the browser remembers.
  const path = `/v1/webchat/conversations/${encodeURIComponent(conversationId)}/messages${wait ? (isSeen ? '?seen=1' : '') : '?wait=0'}`;
  const call = () =>
    fetch(options.api + path, {
      credentials: 'omit',
      headers: { ...headersOf(options, sessionId), ...(after && { [visitorHeaders.after]: after }) },
      signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]),
    });
  const answer = await settled(call, options.api, signal);
  signal.throwIfAborted();
  return understand(answer, ({ headers: given }, body): PollOutcome => {
    const waitMs = retryAfterMs(given.get('retry-after'), Date.now());
    return { kind: 'read', response: readPollResponse(body), waitMs };
  });
}

async function reportTyping(options: GatewayClientOptions, { sessionId, ...at }: OwnPlace): Promise<void> {
  const path = `/v1/webchat/conversations/${encodeURIComponent(at.conversationId)}/typing`;
  const own = { ...headersOf(options, sessionId), 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(briefMs);
  const call = { method: 'POST', credentials: 'omit', headers: own, body: '{"on":true}', signal } as const;
  await fetch(options.api + path, call).catch(() => undefined);
}

function languageOf({ language }: Readonly<Record<string, unknown>>): { language?: string } {
  return typeof language === 'string' ? { language: language.slice(0, 35) } : {};
}

async function askForSettings(options: GatewayClientOptions): Promise<PublishedWidget | Refused | null> {
  try {
    const answer = await fetchSettings(options, requestTimeoutMs);
    const body: object = await answer.json();
    if (answer.ok) return readWidgetSettings(body);
    const refusal = refusalOf(answer, body);
    return refusal.kind === 'refused' ? refusal : null;
  } catch {
    return null;
  }
}

/** The only route whose rejections any page may read, and that needs no preflight. @see design 13 */
async function askForRefusal(options: GatewayClientOptions): Promise<Refused | null> {
  try {
    const answer = await fetchSettings(options, briefMs, 'no-store');
    const refusal = answer.ok ? null : refusalOf(answer, await answer.json());
    return refusal?.kind === 'refused' ? refusal : null;
  } catch {
    return null;
  }
}

function fetchSettings(
  { api, tenant, widget }: GatewayClientOptions,
  timeoutMs: number,
  cache: RequestCache = 'default',
): Promise<Response> {
  const query = new URLSearchParams({ tenant, ...(widget && { widget }) });
  const signal = AbortSignal.timeout(timeoutMs);
  return fetch(`${api}/v1/webchat/settings?${query}`, { credentials: 'omit', cache, signal });
}

const refused = 'The gateway refused.';

async function understand<T>(
  answer: Response | Postponed,
  read: (answer: Response, body: unknown) => T,
): Promise<T | Postponed | Refused> {
  if (!(answer instanceof Response)) return answer;
  try {
    const body: unknown = await answer.json();
    if (answer.ok) return read(answer, body);
    return refusalOf(answer, body);
  } catch {
    return answer.ok || answer.status >= 500
      ? { kind: 'retry', reason: 'failing' }
      : { kind: 'refused', code: `status_${answer.status}`, detail: refused };
  }
}

function refusalOf(answer: Response, body: unknown): Postponed | Refused {
  const final = {
    kind: 'refused',
    code: `status_${answer.status}`,
    detail: refused,
    ...readProblem(body),
  } as const;
  // Nobody waits until tomorrow.
  if (final.code === 'test_limit_reached') return final;
  const waitMs = retryAfterMs(answer.headers.get('retry-after'), Date.now());
  const mayRepeat = answer.status >= 500 || answer.status === 429 || answer.status === 409;
  if (waitMs !== null && mayRepeat)
    return { kind: 'wait', ms: waitMs, reason: answer.status === 429 ? 'limited' : 'busy' };
  if (answer.status >= 500 || answer.status === 429) return { kind: 'retry', reason: 'failing' };
  return final;
}
