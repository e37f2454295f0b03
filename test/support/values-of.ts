import fc, { type Arbitrary } from 'fast-check';
import * as z from 'zod/mini';

type JsonSchema = { readonly [keyword: string]: unknown };

/** What stands in for the values of a field by its name, or of objects by `name.object`, wherever it is: of what JSON Schema can't say of it. */
export type Known = Readonly<Record<string, Arbitrary<unknown>>>;

/** Words of every sort that people write, and what breaks where a text is cut, joined or escaped. */
const words = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => text.trim() === text),
  fc.constantFrom('Grüße', 'مرحبا', '👩🏽‍🔧', '"quoted"', '{{name}}', '<b>', 'a\\b', '0', 'null'),
);

/**
 * Values that a schema takes, with nothing left out that may be said: each has every field, and in each list at least
 * one entry of each kind that it may have.
 */
export function fullValuesOf<Schema extends z.ZodMiniType>(
  schema: Schema,
  known: Known = {},
): Arbitrary<z.input<Schema>> {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const definitions = $defs as Readonly<Record<string, JsonSchema>>;
  return valuesOf(root as JsonSchema, { definitions, known, depth: 0 }).filter(
    (value): value is z.input<Schema> => z.safeParse(schema, value).success,
  ) as Arbitrary<z.input<Schema>>;
}

interface Place {
  readonly definitions: Readonly<Record<string, JsonSchema>>;
  readonly known: Known;
  readonly depth: number;
}

function valuesOf(schema: JsonSchema, place: Place): Arbitrary<unknown> {
  if (typeof schema.$ref === 'string') return referred(schema.$ref, place);
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const choices = choicesOf(schema);
  if (choices.length > 0) return fc.oneof(...choices.map((one) => valuesOf(one, place)));
  switch (schema.type) {
    case 'object':
      return objectsOf(schema, place);
    case 'array':
      return listsOf(schema, place);
    case 'string':
      return textsOf(schema);
    case 'integer':
    case 'number':
      return numbersOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.constantFrom('anything', 1, true, ['a'], { a: { b: null } });
  }
}

const choicesOf = ({ anyOf, oneOf }: JsonSchema) => (anyOf ?? oneOf ?? []) as readonly JsonSchema[];

function referred($ref: string, place: Place): Arbitrary<unknown> {
  const found = place.definitions[$ref.split('/').at(-1) ?? ''];
  if (!found) throw new Error(`nothing is at ${$ref}`);
  // What holds itself ends somewhere.
  if (place.depth > 3) return fc.constantFrom('deep', 0, null);
  return valuesOf(found, { ...place, depth: place.depth + 1 });
}

function objectsOf({ properties, additionalProperties }: JsonSchema, place: Place): Arbitrary<unknown> {
  const fields = Object.entries((properties ?? {}) as Readonly<Record<string, JsonSchema>>);
  if (fields.length === 0 && typeof additionalProperties === 'object' && additionalProperties !== null)
    return fc.dictionary(
      fc.stringMatching(/^[a-z]{3,8}$/),
      valuesOf(additionalProperties as JsonSchema, place),
      {
        minKeys: 1,
        maxKeys: 2,
        noNullPrototype: true,
      },
    );
  const knownOf = (name: string, { type }: JsonSchema) =>
    place.known[type === 'object' ? `${name}.object` : name];
  return fc.record(
    Object.fromEntries(fields.map(([name, field]) => [name, knownOf(name, field) ?? valuesOf(field, place)])),
    { noNullPrototype: true },
  );
}

/** One of each kind first, then as it comes. */
function listsOf({ items, minItems = 1, maxItems = 3 }: JsonSchema, place: Place): Arbitrary<unknown> {
  const kinds = choicesOf(items as JsonSchema);
  if (kinds.length > 0) return fc.tuple(...kinds.map((kind) => valuesOf(kind, place)));
  return fc.array(valuesOf(items as JsonSchema, place), {
    minLength: Math.max(1, Number(minItems)),
    maxLength: Math.max(1, Math.min(3, Number(maxItems))),
  });
}

function textsOf({ pattern, format, minLength = 1, maxLength = 40 }: JsonSchema): Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'date-time') return fc.constant('2026-11-22T09:30:00.000Z');
  if (format === 'date') return fc.constant('2026-11-22');
  const fits = (text: string) => text.length >= Number(minLength) && text.length <= Number(maxLength);
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern)).filter(fits);
  return words.filter(fits);
}

function numbersOf({ type, minimum, maximum, exclusiveMinimum }: JsonSchema): Arbitrary<number> {
  const min = Number(minimum ?? exclusiveMinimum ?? 0);
  const max = Math.max(min, Math.min(Number(maximum ?? 1_000_000), 1_000_000));
  if (type === 'integer') return fc.integer({ min, max });
  return fc.integer({ min: min + 1, max: Math.floor(max) });
}
