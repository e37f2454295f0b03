import type { StepOf } from '../../contract/flow.ts';
import { parseExactJson } from '../../contract/text-identity.ts';
import type { HttpClientRequest, HttpClientResponse } from '../../ports/http-client.ts';
import { callOutside, failed, type StepError } from '../call-outside.ts';
import {
  type FlowSurroundings,
  findAssignProblems,
  findBodyProblems,
  findTemplateProblems,
} from '../check-text.ts';
import { ExpressionError } from '../errors.ts';
import { boundedJson, textOf } from '../expression-values.ts';
import type { Json, TurnDeps } from '../interfaces.ts';
import { type FlowProblem, problem } from '../problems.ts';
import { renderTemplate, renderValue } from '../templates.ts';
import { fitsItem } from '../transition.ts';
import {
  type Assigned,
  type AssignedBy,
  type CheckStep,
  type HandlesOf,
  nowhere,
  type RunStep,
  type StandIns,
  type StepContext,
  type StepDocument,
  type StepOutcome,
} from './step.ts';

/** Calls an external service and maps its response into variables. @see design 4 */
export const run: RunStep<'http'> = async (step, context) => {
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

/** Names of the secrets that a step sends. */
function secretNames({ headers = {} }: StepOf<'http'>): string[] {
  const named = Object.values(headers).flatMap((template) => [
    ...template.matchAll(/\bsecrets\.([A-Za-z_]\w*)/g),
  ]);
  return [...new Set(named.map(([, name = '']) => name))];
}

/** The host that a step's URL names, with its port: it stands there literally, or the flow is not valid. */
function hostOf({ url }: StepOf<'http'>): string {
  return /^https?:\/\/([^\s/\\?#@{}]+)/i.exec(url)?.[1]?.toLowerCase() ?? '';
}

/** The secrets that a step may send to its host, or why it may not: each is bound to the hosts it is meant for. */
async function readSecrets(
  step: StepOf<'http'>,
  { secrets }: Pick<TurnDeps, 'secrets'>,
): Promise<{ readonly values: Readonly<Record<string, string>> } | { readonly refused: string }> {
  const values: Record<string, string> = {};
  for (const name of secretNames(step)) {
    const secret = (await secrets?.read(name)) ?? null;
    if (!secret) return { refused: `there is no secret ${name}` };
    if (!secret.hosts.includes(hostOf(step)))
      return { refused: `the secret ${name} may not be sent to ${hostOf(step)}` };
    values[name] = secret.value;
  }
  return { values };
}

type Built =
  | { readonly ok: true; readonly request: Omit<HttpClientRequest, 'timeoutMs' | 'signal'> }
  | { readonly ok: false; readonly message: string };

/** The characters of a header value: no line breaks, or a visitor could inject headers. @see RFC 9110 5.5 */
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
    // A response too large for the conversation is the service's error, not the flow's.
    if (!fitsItem({ ...context.state.variables, ...assign })) {
      return onError(step, failed('bad_response', 'the answer is too large to be kept', answer.status).error);
    }
    return { kind: 'next', next: step.next, assign };
  } catch (error) {
    // An unexpected response is the service's error, not the flow's.
    if (error instanceof ExpressionError || error instanceof SyntaxError) {
      return onError(step, failed('bad_response', error.message, answer.status).error);
    }
    throw error;
  }
}

/** Parses a response body. @throws SyntaxError if its content type is JSON and it isn't */
function readBody({ headers, body }: HttpClientResponse): Json {
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(headers['content-type'] ?? '');
  if (!isJson) return body;
  return body.trim() === '' ? null : boundedJson(parseExactJson(body));
}

function onError(step: StepOf<'http'>, error: StepError): StepOutcome {
  const assign: Assigned = { error: { ...error } };
  return { kind: 'next', next: step.onError, by: 'onError', assign };
}

/** A literal scheme, host and slash: a visitor's text must not choose the host. */
const literalOrigin = /^https?:\/\/[^\s/\\?#@{}]+(?:[/?#]|$)/i;
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
/** Set by the engine or the connection. */
const reservedHeaders = new Set([
  'idempotency-key',
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
]);

/** Returns the problems of a call: its URL, headers, body and mapping. */
export const check: CheckStep<'http'> = (step, path, { types, surroundings }) => {
  const withSecrets = new Map([...types, ['secrets', 'map']]);
  return [
    ...findUrlProblems(step, `${path}.url`, surroundings),
    ...findTemplateProblems(`${path}.url`, step.url, types),
    ...Object.entries(step.headers ?? {}).flatMap(([name, template]) => [
      ...findHeaderProblems(`${path}.headers.${name}`, name),
      ...findTemplateProblems(`${path}.headers.${name}`, template, withSecrets),
    ]),
    ...findSecretProblems(step, path, surroundings),
    ...findBodyProblems(`${path}.body`, step.body, types),
    ...findAssignProblems(`${path}.saveAs`, step.saveAs, new Map([...types, ['response', 'map']])),
    ...(step.method === 'GET' && step.body !== undefined ? [problem(`${path}.body`, 'bodyOfGet')] : []),
  ];
};

function findUrlProblems(
  { url }: StepOf<'http'>,
  path: string,
  { refusedAddress }: FlowSurroundings,
): FlowProblem[] {
  if (!literalOrigin.test(url)) return [problem(path, 'openHost')];
  const [written = ''] = url.split('{{', 1);
  const refused = refusedAddress?.(written) ?? null;
  return refused === null ? [] : [{ path, message: `will fail: ${refused}` }];
}

/** A secret goes to the hosts that it is meant for, and nowhere else. */
function findSecretProblems(
  step: StepOf<'http'>,
  path: string,
  { secrets }: FlowSurroundings,
): FlowProblem[] {
  if (!secrets) return [];
  const host = hostOf(step);
  return secretNames(step).flatMap((name) => {
    const secret = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
    if (secret?.hosts.includes(host)) return [];
    const at = `${path}.headers`;
    return [
      secret ? problem(at, 'secretElsewhere', { id: name, host }) : problem(at, 'noSecret', { id: name }),
    ];
  });
}

function findHeaderProblems(path: string, name: string): FlowProblem[] {
  if (!headerName.test(name)) return [{ path, message: 'is not a header name' }];
  if (reservedHeaders.has(name.toLowerCase()))
    return [{ path, message: "this header is not the flow's to set" }];
  return [];
}

/** Lists the handles of the step, in the order in which a reader meets them. */
export const handles: HandlesOf<'http'> = ({ next, onError }) => [
  { key: 'next', to: next },
  { key: 'onError', to: onError, gives: ['error'] },
];

/** Lists the variables that the step assigns, with their types. */
export const assigned: AssignedBy<'http'> = ({ saveAs = {} }) =>
  Object.keys(saveAs).map((name) => [name, 'dyn']);

/** Stands in for required fields that are missing or wrong. */
export const standIns: StandIns<'http'> = {
  method: 'GET',
  url: 'https://stand-in.invalid/',
  next: nowhere,
  onError: nowhere,
};

/** Describes the kind in the reference. */
export const document: StepDocument<'http'> = {
  about:
    'Calls a service over HTTPS and saves parts of its response. Every call has an `Idempotency-Key` that stays the same if the step is run again. That happens only when the process died or could not store the result, so the service must treat the same key as the same call.',
  fields: {
    method: '`GET`, `POST`, `PUT`, `PATCH` or `DELETE`.',
    url: 'A template; scheme and host must be literal. Values are percent-encoded.',
    headers:
      'Header names and templates. Only headers may use `{{ secrets.NAME }}`: a secret of the tenant, sent only to the hosts that `flow_secrets` in `tenant.json` lists for it.',
    body: 'JSON; every string in it is a template. A template that is a single expression keeps the type of its value.',
    timeoutMs: 'The timeout of all attempts together. Default and maximum: 5,000.',
    retries: 'How often (0 to 3) to retry a call that got no response, or 429, 502, 503 or 504.',
    saveAs:
      'Variables, each with an expression over `response` (`status`, `body`). A response that lacks a value used here, or is too large (64 KB with all variables), takes `onError`.',
    background:
      'Whether a worker runs the step while the visitor waits for the reply. With `true`, the request is answered with 202 at once. By default, a worker runs steps whose `timeoutMs` is over 2,000, and the request waits up to 3 s for them. With `false`, the request runs the step itself, unless its `timeoutMs` exceeds what is left of the 3 s: a call that the request cut off would have to be repeated.',
    next: 'The next step after a response of 200 to 299.',
    onError:
      'The next step otherwise. The variable `error` then holds `code` (`deadline`: no response in time; `status`: a response other than 200 to 299; `bad_request`; `bad_response`; else `failed`), `message` and `status`.',
  },
};
