import type { FormARequest, FormAResponse } from '../contract/forms.ts';
import { headers } from '../contract/headers.ts';
import { limits } from '../contract/limits.ts';
import type { PollResponse } from '../contract/poll.ts';
import type { WidgetSettings } from '../contract/widget-settings.ts';
import { retryAfterMs } from './backoff.ts';
import { readFormAResponse, readPollResponse, readProblem, readWidgetSettings } from './read-answers.ts';

/** Why a request has to be made again. `wait` is the gateway's own wish and must not be shortened. */
export type Postponed =
  | { readonly kind: 'retry'; readonly reason: 'offline' | 'unreadable' | 'failing' }
  | { readonly kind: 'wait'; readonly ms: number };

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
export type PollOutcome = { readonly kind: 'read'; readonly response: PollResponse } | Postponed | Refused;

/** A text on its way to the gateway. */
export interface PostRequest {
  readonly visitorId: string;
  readonly conversationId: string | null;
  readonly text: string;
  readonly idempotencyKey: string;
}

export interface PollRequest {
  readonly visitorId: string;
  readonly conversationId: string;
  readonly after: string | null;
  /** False answers at once. */
  readonly wait: boolean;
}

/** The two calls that the widget makes; every outcome is a value, nothing is thrown but for an abort. */
export interface GatewayClient {
  post(request: PostRequest): Promise<PostOutcome>;
  poll(request: PollRequest, signal: AbortSignal): Promise<PollOutcome>;
  /** Null when they are not to be had. */
  settings(): Promise<WidgetSettings | null>;
}

export interface GatewayClientOptions {
  readonly api: string;
  readonly tenant: string;
  readonly widget: string | undefined;
}

/** So long the launcher may stay away. */
const settingsTimeoutMs = 3_000;
const messagesPath = '/v1/webchat/messages';

/** Speaks Form A with the gateway. @see spec "Web chat request, Form A", design 2.2-2.6 */
export function gatewayClient({ api, tenant, widget }: GatewayClientOptions): GatewayClient {
  const common = { [headers.tenantId]: tenant, ...(widget && { [headers.widgetId]: widget }) };
  const send = (path: string, init: RequestInit) => fetch(api + path, { ...init, credentials: 'omit' });

  return {
    settings: () =>
      askForSettings(
        `${api}/v1/webchat/settings?${new URLSearchParams({ tenant, ...(widget && { widget }) })}`,
      ),

    async post({ visitorId, conversationId, text, idempotencyKey }) {
      const form: FormARequest = {
        tenantId: tenant,
        conversationId,
        channel: 'webchat',
        from: { id: visitorId },
        content: { text },
      };
      const call = send(messagesPath, {
        method: 'POST',
        headers: {
          ...common,
          'content-type': 'application/json',
          [headers.sessionId]: visitorId,
          [headers.idempotencyKeys[0]]: idempotencyKey,
        },
        body: JSON.stringify(form),
        signal: AbortSignal.timeout(limits.gatewayTimeoutMs + limits.stepTimeoutMs),
      });
      return understand(await settled(call, api), (status, body): PostOutcome => {
        const response = readFormAResponse(body);
        return status === 202
          ? { kind: 'accepted', conversationId: response.conversationId }
          : { kind: 'answered', ...response };
      });
    },

    async poll({ visitorId, conversationId, after, wait }, signal) {
      const query = new URLSearchParams({ ...(after && { after }), ...(!wait && { wait: '0' }) });
      const call = send(`/v1/webchat/conversations/${encodeURIComponent(conversationId)}/messages?${query}`, {
        headers: { ...common, [headers.sessionId]: visitorId },
        signal: AbortSignal.any([
          signal,
          AbortSignal.timeout(limits.gatewayTimeoutMs + limits.stepTimeoutMs),
        ]),
      });
      const answer = await settled(call, api);
      signal.throwIfAborted();
      return understand(
        answer,
        (_status, body): PollOutcome => ({
          kind: 'read',
          response: readPollResponse(body),
        }),
      );
    },
  };
}

async function askForSettings(url: string): Promise<WidgetSettings | null> {
  try {
    const answer = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(settingsTimeoutMs) });
    return answer.ok ? readWidgetSettings(await answer.json()) : null;
  } catch {
    return null;
  }
}

/** The response, or what is to be made of not getting one. */
async function settled(call: Promise<Response>, api: string): Promise<Response | Postponed> {
  try {
    return await call;
  } catch {
    return { kind: 'retry', reason: (await isReachable(api)) ? 'unreadable' : 'offline' };
  }
}

/**
 * A browser does not say whether nobody answered or the answer is not for this page. Asked without wanting to read it,
 * it tells the two apart.
 */
async function isReachable(api: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(limits.stepTimeoutMs);
    await fetch(api + messagesPath, { mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal });
    return true;
  } catch {
    return false;
  }
}

async function understand<T>(
  answer: Response | Postponed,
  read: (status: number, body: unknown) => T,
): Promise<T | Postponed | Refused> {
  if (!(answer instanceof Response)) return answer;
  try {
    const body: unknown = await answer.json();
    if (answer.ok) return read(answer.status, body);
    return refusalOf(answer, body);
  } catch {
    return answer.ok || answer.status >= 500
      ? { kind: 'retry', reason: 'failing' }
      : { kind: 'refused', code: `status_${answer.status}`, detail: 'The gateway refused the request.' };
  }
}

function refusalOf(answer: Response, body: unknown): Postponed | Refused {
  const waitMs = retryAfterMs(answer.headers.get('retry-after'), Date.now());
  const mayRepeat = answer.status >= 500 || answer.status === 429 || answer.status === 409;
  if (waitMs !== null && mayRepeat) return { kind: 'wait', ms: waitMs };
  if (answer.status >= 500 || answer.status === 429) return { kind: 'retry', reason: 'failing' };
  return {
    kind: 'refused',
    code: `status_${answer.status}`,
    detail: 'The gateway refused.',
    ...readProblem(body),
  };
}
