import * as z from 'zod/mini';
import { formBResponse } from '../contract/forms.ts';
import { headers } from '../contract/headers.ts';
import { pollResponse } from '../contract/poll.ts';
import { problem } from '../contract/problem-body.ts';

/** The target of a visit, and its clients. */
export interface Visit {
  /** `{base_url}` of the spec, without a slash at its end. */
  readonly baseUrl: string;
  /** The tenant of the test conversation; null only checks that each function refuses invalid requests. */
  readonly tenant: { readonly tenantId: string; readonly widgetId: string } | null;
  /** One of the handshake's tokens; null: the handshake is to be refused. */
  readonly verifyToken: string | null;
  readonly fetch: typeof fetch;
  readonly newUuid: () => string;
  readonly nowMs: () => number;
}

/** One thing that a visit looked at. */
export interface VisitedStep {
  readonly step: 'settings' | 'message' | 'poll' | 'handshake' | 'session' | 'no route';
  readonly ms: number;
  /** What was wrong; null if nothing. */
  readonly fault: string | null;
}

const timeoutMs = 10_000;
const nobody = { tenantId: 'nobody-of-this-name', widgetId: 'none' };
const ownProblem = z.pick(problem, { code: true });

/**
 * Visits a gateway by its public address as a visitor and a provider do, so that each function behind the API runs once:
 * the widget's settings, a message and its answer, the log, the chat app's handshake, the session's preflight, and an
 * address that does not exist. Each step is judged; none throws.
 */
export async function visitGateway(visit: Visit): Promise<readonly VisitedStep[]> {
  const steps: VisitedStep[] = [];
  let conversationId = '';
  const session = visit.newUuid();
  const take = async (step: VisitedStep['step'], look: () => Promise<string | null>) => {
    const startedAtMs = visit.nowMs();
    const issue = await look().catch((error: unknown) =>
      error instanceof Error ? error.message : String(error),
    );
    steps.push({ step, ms: visit.nowMs() - startedAtMs, fault: issue });
  };
  await take('settings', () => readSettings(visit));
  await take('message', async () => {
    const answer = await postMessage(visit, session);
    conversationId = answer.conversationId;
    return answer.fault;
  });
  await take('poll', () => readLog(visit, session, conversationId));
  await take('handshake', () => shakeHands(visit));
  await take('session', async () => {
    const response = await ask(visit, '/v1/auth/session', { method: 'OPTIONS' });
    return response.status === 204 ? null : unlike('204', response);
  });
  await take('no route', async () => expectProblem(await ask(visit, '/v1/no-such-route', {}), 404, null));
  return steps;
}

async function readSettings(visit: Visit): Promise<string | null> {
  const { tenantId, widgetId } = visit.tenant ?? nobody;
  const query = new URLSearchParams({ tenant: tenantId, widget: widgetId });
  const response = await ask(visit, `/v1/webchat/settings?${query}`, {});
  if (visit.tenant === null) return expectProblem(response, 404, 'tenant_not_found');
  return response.status === 200 ? null : unlike('200', response);
}

async function postMessage(visit: Visit, session: string) {
  const { tenantId, widgetId } = visit.tenant ?? nobody;
  const response = await ask(visit, '/v1/webchat/messages', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [headers.tenantId]: tenantId,
      [headers.widgetId]: widgetId,
      [headers.sessionId]: session,
      [headers.idempotencyKeys[0]]: visit.newUuid(),
    },
    body: JSON.stringify({ text: 'Is anybody there?', attachments: [], user: { id: session } }),
  });
  if (visit.tenant === null)
    return { conversationId: 'none', fault: await expectProblem(response, 404, 'tenant_not_found') };
  if (response.status !== 200) return { conversationId: '', fault: await unlike('200', response) };
  const { conversationId, replies } = formBResponse.parse(await response.json());
  return { conversationId, fault: replies.length > 0 ? null : 'the message was answered without a reply' };
}

/** Checks that message and replies are in the log, in order. */
async function readLog(visit: Visit, session: string, conversationId: string): Promise<string | null> {
  const { tenantId } = visit.tenant ?? nobody;
  if (conversationId === '') return 'there is no conversation to read';
  const response = await ask(visit, `/v1/webchat/conversations/${conversationId}/messages?wait=0`, {
    headers: { [headers.tenantId]: tenantId, [headers.sessionId]: session },
  });
  if (visit.tenant === null) return expectProblem(response, 404, null);
  if (response.status !== 200) return unlike('200', response);
  const { messages } = pollResponse.parse(await response.json());
  const authors = messages.map(({ author }) => author);
  return authors[0] === 'user' && authors.includes('bot')
    ? null
    : `the log holds ${authors.join(', ') || 'nothing'}`;
}

async function shakeHands(visit: Visit): Promise<string | null> {
  const challenge = visit.newUuid();
  const query = new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.verify_token': visit.verifyToken ?? 'not-the-token',
    'hub.challenge': challenge,
  });
  const response = await ask(visit, `/v1/webhooks/chatapp-a?${query}`, {});
  if (visit.verifyToken === null) return expectProblem(response, 403, null);
  return response.status === 200 && (await response.text()) === challenge
    ? null
    : unlike('the challenge', response);
}

async function ask({ baseUrl, fetch }: Visit, path: string, init: RequestInit): Promise<Response> {
  return fetch(baseUrl + path, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
}

/** A refusal in words of ours: one of API Gateway's own would not have run a function. */
async function expectProblem(
  response: Response,
  status: number,
  code: string | null,
): Promise<string | null> {
  const parsed = ownProblem.safeParse(
    await response
      .clone()
      .json()
      .catch(() => null),
  ).data;
  if (response.status === status && parsed && (code === null || parsed.code === code)) return null;
  return unlike(`${status} ${code ?? 'with a code'}`, response);
}

async function unlike(expected: string, response: Response): Promise<string> {
  const parsed = ownProblem.safeParse(
    await response
      .clone()
      .json()
      .catch(() => null),
  ).data;
  const reference = response.headers.get(headers.correlationId);
  return `expected ${expected}, got ${response.status} ${parsed?.code ?? ''} (${reference ?? 'not answered by a function'})`;
}
