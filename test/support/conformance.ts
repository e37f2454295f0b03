import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import * as z from 'zod/mini';
import { problem } from '../../src/contract/problem.ts';
import { type Route, routes } from '../../src/contract/routes.ts';
import { references } from '../../src/reference/references.ts';
import { problemsOf } from '../../src/reference/refusals.ts';

// Schemas that zod has made are valid; to look at each would take as long as all the rest.
const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  validateSchema: false,
  formats: { date: /^\d{4}-\d{2}-\d{2}$/ },
});
const validators = new Map<z.ZodMiniType, ValidateFunction>();

/** As strict as can be: what the schema does not name must not be there. */
function validatorOf(schema: z.ZodMiniType): ValidateFunction {
  const known = validators.get(schema);
  if (known) return known;
  const made = ajv.compile(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }));
  validators.set(schema, made);
  return made;
}

interface Answer {
  readonly statusCode?: number;
  readonly body?: string;
}

/** In what an answer of a function is other than the reference of the API says; empty where it is not. */
export function breachesOf(event: unknown, result: unknown): readonly string[] {
  const { routeKey } = (event ?? {}) as { readonly routeKey?: string };
  const route = routes.find(({ method, path }) => `${method} ${path}` === routeKey);
  const { statusCode, body = '' } = (result ?? {}) as Answer;
  if (!route || !(route.operation in references) || statusCode === undefined) return [];
  const breach = route && breachOf(route, statusCode, body);
  return breach === null ? [] : [`${routeKey} ${statusCode}: ${breach}`];
}

function breachOf(route: Route, status: number, body: string): string | null {
  const reference = references[route.operation as keyof typeof references];
  const answer = reference.answers[status];
  if (!answer) return refusalBreach(route, status, body);
  if (answer.contentType !== undefined) return null;
  if (answer.alsoAs !== undefined && !body.startsWith('{')) return null;
  if (!answer.body) return body === '' ? null : 'the reference says of no body';
  const validate = validatorOf(answer.body);
  return validate(JSON.parse(body)) ? null : `${ajv.errorsText(validate.errors)} ${keysOf(validate)}`;
}

/** Which names ajv means that should not be there. */
const keysOf = ({ errors }: ValidateFunction) =>
  (errors ?? []).map(({ params }) => params.additionalProperty ?? '').join(' ');

function refusalBreach(route: Route, status: number, body: string): string | null {
  const validate = validatorOf(problem);
  const told = JSON.parse(body || 'null') as { readonly code?: string } | null;
  if (!validate(told)) return `is no problem of ours: ${ajv.errorsText(validate.errors)}`;
  const reference = references[route.operation as keyof typeof references];
  const isDescribed = problemsOf(route, reference).some(
    (one) => one.code === told?.code && one.status === status,
  );
  return isDescribed ? null : `the reference does not say that this operation answers ${told?.code}`;
}
