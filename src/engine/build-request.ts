import type { StepOf } from '../contract/flow.ts';
import type { HttpClientRequest } from '../ports/http-client.ts';
import type { Json } from './interfaces.ts';
import type { StepContext } from './steps/step.ts';
import { renderTemplate, renderValue } from './templates.ts';
import { textOf } from './text-of.ts';

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
export function buildRequest(
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
