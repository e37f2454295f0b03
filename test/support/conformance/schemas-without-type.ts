import { escaped } from './openapi-types.ts';

const places = new Set(['schema', 'items', 'additionalProperties', 'payload']);
const maps = new Set(['properties', 'schemas']);
const choices = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const typed = ['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'];

/** Where a document has a schema that takes anything without saying so. */
export function schemasWithoutType(node: unknown, pointer = ''): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, member]): readonly string[] => {
    const at = `${pointer}/${escaped(key)}`;
    if (key === 'example' || key === 'examples') return [];
    const schemas = places.has(key)
      ? [[at, member] as const]
      : maps.has(key) || choices.has(key)
        ? Object.entries(member ?? {}).map(([name, schema]) => [`${at}/${escaped(name)}`, schema] as const)
        : [];
    const untyped = schemas.filter(([, schema]) => isSchema(schema) && !typed.some((word) => word in schema));
    return [...untyped.map(([where]) => where), ...schemasWithoutType(member, at)];
  });
}

const isSchema = (schema: unknown): schema is object => typeof schema === 'object' && schema !== null;
