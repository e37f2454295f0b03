import type { StepOf } from '../../contract/flow.ts';
import { parseExactJson } from '../../contract/text-identity.ts';
import type { HttpClientRequest, HttpClientResponse } from '../../ports/http-client.ts';
import { callOutside, failed, type StepError } from '../call-outside.ts';
import { ExpressionError } from '../errors.ts';
import { boundedJson, textOf } from '../expression-values.ts';
import type { Json, TurnDeps } from '../interfaces.ts';
import { readSecrets } from '../read-secrets.ts';
import { renderTemplate, renderValue } from '../templates.ts';
import { fitsVariables } from '../transition.ts';
import type { Assigned, RunStep, StepContext, StepOutcome } from './step.ts';

/** Calls an external service and maps its response into variables. @see design 4 */
export const runHttp: RunStep<'http'> = async (step, context) => {
  const secrets = await readSecrets(step, context.deps);
  if ('refused' in secrets) return onError(step, failed('bad_request', secrets.refused).error);
  const built = buildRequest(step, context, secrets.values);
  if (!built.ok) return onError(step, failed('bad_request', built.message).error);
  const { retries = 0 } = step;
  const called = await callOutside(context.deps, step, (limits) =>
    sendWithRetries(context.deps, { ...built.request, ...limits }, retries),
  );
  if (called.kind === 'suspended') return called;
  if (called.kind === 'failed') return onError(step, called.error);
  const { status } = called.answer;
  if (status < 200 || status > 299) {
    return onError(step, failed('status', `the service answered ${status}`, status).error);
  }
  return mapResponse(step, context, called.answer);
};

type Built =
  | { readonly ok: true; readonly request: Omit<HttpClientRequest, 'timeoutMs' | 'signal'> }
  | { readonly ok: false; readonly message: string };

/** What a header value may hold: no line breaks, or a visitor could add headers. @see RFC 9110 5.5 */
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Fills the templates of an `http` step; secrets are known to its headers alone. Values are percent-encoded in the URL, so that an answer can't choose
 * another path, query or host.
 * @throws ExpressionError
 */
function buildRequest(
  step: StepOf<'http'>,
  context: StepContext,
  secrets: Readonly<Record<string, string>>,
): Built {
  const evaluate = (expression: string) => context.evaluate(expression);
  const url = renderTemplate(step.url, evaluate, (value) => encodeURIComponent(textOf(value).toWellFormed()));
  if (hasDotSegment(url)) return { ok: false, message: 'a value in the URL is . or ..' };
  const headers: Record<string, string> = { accept: 'application/json' };
  if (step.body !== undefined) headers['content-type'] = 'application/json';
  for (const [name, template] of Object.entries(step.headers ?? {})) {
    const value = renderTemplate(template, (expression) => context.evaluate(expression, { secrets }));
    if (!headerValue.test(value)) return { ok: false, message: `the header ${name} can't carry its value` };
    headers[name.toLowerCase()] = value;
  }
  headers['idempotency-key'] = idempotencyKey(context);
  const body = step.body === undefined ? {} : { body: JSON.stringify(renderBody(step.body, evaluate)) };
  return { ok: true, request: { method: step.method, url, headers, ...body } };
}

/** The same whenever the step is run again, another for each step of each turn. */
function idempotencyKey({ deps, stepId, ordinal, call }: StepContext): string {
  const place = [deps.idempotencySeed, stepId, ordinal, ...(call === undefined ? [] : [call])];
  return encodeURI(place.join('/').toWellFormed());
}

/** Dot segments would be resolved by the URL parser, encoded ones too. @see https://url.spec.whatwg.org/#double-dot-path-segment */
function hasDotSegment(url: string): boolean {
  const [path = ''] = url.split(/[?#]/, 1);
  return path.split(/[/\\]/).some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
}

function renderBody(body: unknown, evaluate: (expression: string) => Json): unknown {
  if (typeof body === 'string') return renderValue(body, evaluate);
  if (Array.isArray(body)) return body.map((item) => renderBody(item, evaluate));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([key, item]) => [key, renderBody(item, evaluate)]));
}

/** Statuses of a service that is not well at the moment. @see RFC 9110 15.6, RFC 6585 4 */
const passing = new Set([429, 502, 503, 504]);

/** Tries again at once, within the time that the step has in all; the Idempotency-Key stays the same. */
async function sendWithRetries(
  { http, clock }: TurnDeps,
  request: HttpClientRequest,
  retries: number,
): Promise<HttpClientResponse> {
  const endMs = clock.nowMs() + request.timeoutMs;
  for (let left = retries; ; left -= 1) {
    const timeoutMs = endMs - clock.nowMs();
    try {
      const response = await http.send({ ...request, timeoutMs });
      if (left <= 0 || !passing.has(response.status) || clock.nowMs() >= endMs) return response;
    } catch (error) {
      if (left <= 0 || request.signal?.aborted || clock.nowMs() >= endMs) throw error;
    }
  }
}

function mapResponse(step: StepOf<'http'>, context: StepContext, answer: HttpClientResponse): StepOutcome {
  try {
    const response = { status: answer.status, body: readBody(answer) };
    const assign: Record<string, Json> = {};
    for (const [name, expression] of Object.entries(step.saveAs ?? {})) {
      assign[name] = context.evaluateStrictly(expression, { response });
    }
    // What a conversation can't hold is too large an answer, not a fault of the flow's.
    if (!fitsVariables({ ...context.state.variables, ...assign })) {
      return onError(step, failed('bad_response', 'the answer is too large to be kept', answer.status).error);
    }
    return { kind: 'next', next: step.next, assign };
  } catch (error) {
    // A response that is not what the flow's author expected is the service's fault, not the flow's.
    if (error instanceof ExpressionError || error instanceof SyntaxError) {
      return onError(step, failed('bad_response', error.message, answer.status).error);
    }
    throw error;
  }
}

/** @throws SyntaxError for a body that is not the JSON it says */
function readBody({ headers, body }: HttpClientResponse): Json {
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(headers['content-type'] ?? '');
  if (!isJson) return body;
  return body.trim() === '' ? null : boundedJson(parseExactJson(body));
}

function onError(step: StepOf<'http'>, error: StepError): StepOutcome {
  const assign: Assigned = { error: { ...error } };
  return { kind: 'next', next: step.onError, by: 'onError', assign };
}
