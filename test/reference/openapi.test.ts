import { execFileSync } from 'node:child_process';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { problemCodes } from '../../src/contract/problem.ts';
import { operations as documented } from '../../src/contract/routes/table.ts';
import { routes } from '../../src/contract/routes.ts';
import { openApiDocument } from '../../src/reference/openapi.ts';
import { brokenRules } from '../support/conformance/broken-rules.ts';
import { Schemas } from '../support/conformance/create-checker.ts';
import { escaped, type OpenApi } from '../support/conformance/openapi-types.ts';
import { schemasWithoutType } from '../support/conformance/schemas-without-type.ts';

const document = openApiDocument('1.2.3') as unknown as OpenApi;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

/** Each answer once, with where it stands. */
const answers = [
  ...operations.flatMap(({ method, path, operation }) =>
    Object.entries(operation.responses)
      .filter(([, { $ref }]) => $ref === undefined)
      .map(([status, answer]) => ({
        ...answer,
        name: `${operation.operationId} ${status}`,
        pointer: `/paths/${escaped(path)}/${method.toLowerCase()}/responses/${status}`,
      })),
  ),
  ...Object.entries(document.components.responses).map(([name, answer]) => ({
    ...answer,
    name,
    pointer: `/components/responses/${name}`,
  })),
];

describe('the OpenAPI document', () => {
  it('is valid by an independent validator', async () => {
    const { valid, errors } = await new Validator().validate({ ...openApiDocument('1.2.3') });
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it('has each route except for preflights, and no other', () => {
    const described = operations.map(({ method, path }) => `${method} ${path}`);
    const asked = routes.filter(({ method }) => method !== 'OPTIONS');
    expect(described.toSorted()).toEqual(asked.map(({ method, path }) => `${method} ${path}`).toSorted());
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
  });

  it('has no broken reference', () => {
    const refers = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, path = '']) => path,
    );
    expect(refers.length).toBeGreaterThan(300);
    for (const path of new Set(refers)) {
      const found = path
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document);
      expect(found, path).toBeTypeOf('object');
    }
  });

  it('says of every operation what all of its kind have in common', () => {
    expect(brokenRules(document)).toEqual([]);
  });

  it('describes every operation in a sentence besides its summary', () => {
    const silent = operations.filter(({ operation }) => !/^.{15,}[.]$/s.test(operation.description ?? ''));
    expect(silent.map(({ operation }) => operation.operationId)).toEqual([]);
  });

  it('says of every list what it holds', () => {
    const silent: string[] = [];
    JSON.stringify(document, function (this: object, key, value) {
      const types = [Object(value).type].flat();
      if (types.includes('array') && !('items' in Object(value))) silent.push(key);
      return value;
    });
    expect(silent).toEqual([]);
  });

  it('has no schema without a type', () => {
    expect(schemasWithoutType(document)).toEqual([]);
  });

  it('says of every problem when it is answered, except for unknown paths', () => {
    const told = Object.values(document.components.responses)
      .map(({ description }) => description)
      .join('\n');
    const untold = problemCodes.filter((code) => !told.includes(`\`${code}\``));
    expect(untold).toEqual(['route_not_found', 'method_not_allowed']);
  });

  it.each(Object.entries(documented).filter(([, { examples }]) => examples))(
    'gives examples of %s that the gateway accepts',
    (_operation, { body, examples = {} }) => {
      if (!body) throw new Error('examples of no body');
      for (const example of Object.values(examples)) expect(z.safeParse(body, example).error).toBeUndefined();
    },
  );

  const examples = answers.flatMap(({ name, pointer, content = {} }) =>
    Object.entries(content).flatMap(([type, { example, examples: several = {} }]) => {
      const all = Object.values(several).map((one) => (one as { value: unknown }).value);
      const schema = `${pointer}/content/${escaped(type)}/schema`;
      return [{ name: `${name} as ${type}`, schema, values: example === undefined ? all : [example] }];
    }),
  );

  it('gives an example of every answer, with every field as its schema says and no other', () => {
    const schemas = new Schemas(document, false);
    const wrong = examples.flatMap(({ name, schema, values }) => [
      ...(values.length === 0 ? [`${name} has no example`] : []),
      ...values.flatMap((value) => schemas.breaches(schema, value).map((breach) => `${name}: ${breach}`)),
    ]);
    expect(wrong).toEqual([]);
    expect(examples.length).toBeGreaterThan(160);
    expect(schemas.breaches(examples[0]?.schema ?? '', { nothing: 'of it' })).not.toEqual([]);
  });

  it('gives an example of each code of a refusal', () => {
    for (const { content = {} } of Object.values(document.components.responses)) {
      const { schema, examples: told = {} } = content['application/problem+json'] ?? {};
      const { code } = (schema?.properties ?? {}) as { code?: { enum: readonly string[] } };
      const codes = Object.values(told).map((one) => (one as { value: { code: string } }).value.code);
      expect(codes).toEqual(code?.enum);
    }
  });

  it('is printed by its command as JSON', () => {
    const printed = execFileSync('node', ['bin/openapi.ts'], { encoding: 'utf8', maxBuffer: 10_000_000 });
    expect(JSON.parse(printed)).toMatchObject({ openapi: '3.1.0' });
  });
});
