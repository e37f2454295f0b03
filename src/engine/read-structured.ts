import { isLargeWhole, parseExactJson } from '../contract/exact-json.ts';
import type { AnswerSchema } from '../contract/steps/llm.ts';
import { boundedJson } from './bounded-json.ts';
import { ExpressionError } from './errors.ts';
import type { Json } from './interfaces.ts';

type Read = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly message: string };

/** Reads a model's answer as JSON of a shape; models like to put it between fences. */
export function readStructured(answer: string, schema: AnswerSchema): Read {
  const [, fenced] = /```(?:json)?\s*([\s\S]*?)```/.exec(answer) ?? [];
  try {
    const value = boundedJson(parseExactJson(fenced ?? answer));
    const wrong = findMisfit(value, schema, '');
    return wrong === null ? { ok: true, value } : { ok: false, message: `the model's answer ${wrong}` };
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, message: "the model's answer is not JSON" };
    if (error instanceof ExpressionError) return { ok: false, message: error.message };
    throw error;
  }
}

/** What is wrong with the arguments that a model calls a tool with; null when they fit. */
export function findArgumentFault(given: unknown, schema: AnswerSchema): string | null {
  try {
    const wrong = findMisfit(boundedJson(given), schema, '');
    return wrong === null ? null : `the arguments: ${wrong}`;
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}

/** Where a value is not of its schema, or null. What the model wrote is not quoted: it may be a visitor's. */
function findMisfit(value: Json, schema: AnswerSchema, path: string): string | null {
  const at = path === '' ? '' : `${path}: `;
  if (!isOfType(value, schema.type)) return `${at}is no ${schema.type}`;
  if (schema.enum && !schema.enum.some((allowed) => allowed === value))
    return `${at}is none of the values allowed`;
  if (schema.type === 'number' || schema.type === 'integer') {
    const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
    return Number(value) < minimum || Number(value) > maximum ? `${at}is out of range` : null;
  }
  if (typeof value === 'string')
    return value.length > (schema.maxLength ?? value.length) ? `${at}is too long` : null;
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? firstOf(value.map((item: Json, n) => findMisfit(item, items, `${path}[${n}]`))) : null;
  }
  return typeof value === 'object' && value !== null
    ? findMisfitIn(value as { readonly [key: string]: Json }, schema, path)
    : null;
}

function findMisfitIn(
  value: { readonly [key: string]: Json },
  schema: AnswerSchema,
  path: string,
): string | null {
  const { properties = {}, required = [] } = schema;
  const below = (key: string) => (path === '' ? key : `${path}.${key}`);
  const missing = required.find((key) => !Object.hasOwn(value, key));
  if (missing !== undefined) return `${below(missing)} is missing`;
  return firstOf(
    Object.entries(properties).map(([key, property]) =>
      Object.hasOwn(value, key) ? findMisfit(value[key] ?? null, property, below(key)) : null,
    ),
  );
}

const firstOf = (found: readonly (string | null)[]) => found.find((each) => each !== null) ?? null;

function isOfType(value: Json, type: AnswerSchema['type']): boolean {
  switch (type) {
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value) || isLargeWhole(value);
    case 'number':
      return typeof value === 'number' || isLargeWhole(value);
    default:
      return typeof value === type;
  }
}
