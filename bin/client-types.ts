import openapiTypescript, { astToString, type SchemaObject } from 'openapi-typescript';
import ts from 'typescript';
import { openApiDocument } from '../src/reference/openapi.ts';
import { anyValue } from '../src/reference/schemas.ts';

interface Described {
  readonly parameters: readonly { readonly name: string }[];
}

/** What `npm run documents` writes for the client, by its path below `src/client/generated`. */
export async function clientTypes(): Promise<Readonly<Record<string, string>>> {
  const document = openApiDocument('0.0.0');
  const nodes = await openapiTypescript(JSON.stringify(document, withoutKeys), {
    // What has a default may be left out of a request; what is always answered is required by its schema.
    defaultNonNullable: false,
    transform: (schema, { path = '' }) =>
      isAnything(schema, path) ? ts.factory.createKeywordTypeNode(ts.SyntaxKind.UnknownKeyword) : undefined,
  });
  return {
    'api.ts': `// Made by \`npm run documents\` of the OpenAPI document.\n${astToString(nodes)}`,
    'keyed-operations.ts': keyedOperations(document.paths as Record<string, Record<string, Described>>),
  };
}

/** Where a key is needed the client gives it: no caller has to. */
function withoutKeys(_name: string, value: unknown): unknown {
  const isKey =
    typeof value === 'object' && value !== null && 'name' in value && value.name === 'idempotency-key';
  return isKey ? { ...value, required: false } : value;
}

/** Anything, also where it is told by what it holds: a type can't be made of itself alone. */
function isAnything(
  { description, anyOf = [] }: SchemaObject & { anyOf?: unknown[] },
  path: string,
): boolean {
  return description === anyValue || (anyOf.length > 0 && JSON.stringify(anyOf).includes(`"${path}"`));
}

/** Which operations take an idempotency key: a client gives them one. */
function keyedOperations(paths: Readonly<Record<string, Readonly<Record<string, Described>>>>): string {
  const keyed = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { parameters }]) => parameters.some(({ name }) => name === 'idempotency-key'))
      .map(([method]) => `  '${method.toUpperCase()} ${path}',`),
  );
  return `// Made by \`npm run documents\` of the OpenAPI document.
/** Which operations take an idempotency key. */
export const keyedOperations: ReadonlySet<string> = new Set([
${keyed.join('\n')}
]);
`;
}
