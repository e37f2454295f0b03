import { execFileSync } from 'node:child_process';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { problemCodes } from '../../src/contract/problem.ts';
import { routes } from '../../src/contract/routes.ts';
import { openApiDocument } from '../../src/reference/openapi.ts';
import { references } from '../../src/reference/references.ts';
import { brokenRules } from '../support/conformance/broken-rules.ts';
import type { OpenApi } from '../support/conformance/openapi-types.ts';
import { schemasWithoutType } from '../support/conformance/schemas-without-type.ts';

interface Document {
  readonly paths: Record<
    string,
    Record<string, { readonly operationId: string; readonly responses: object }>
  >;
  readonly components: { readonly responses: Record<string, { readonly description: string }> };
}

const document = openApiDocument('1.2.3') as unknown as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

describe('the OpenAPI document', () => {
  it('is one, as an independent validator sees it', async () => {
    const { valid, errors } = await new Validator().validate({ ...openApiDocument('1.2.3') });
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it('has each route but a browser’s own questions, and no other', () => {
    const described = operations.map(({ method, path }) => `${method} ${path}`);
    const asked = routes.filter(({ method }) => method !== 'OPTIONS');
    expect(described.toSorted()).toEqual(asked.map(({ method, path }) => `${method} ${path}`).toSorted());
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
  });

  it('refers to nothing that it has not', () => {
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

  it('says of every operation what holds for all of its kind', () => {
    expect(brokenRules(document as unknown as OpenApi)).toEqual([]);
  });

  it('has no schema without a type', () => {
    expect(schemasWithoutType(document)).toEqual([]);
  });

  it('says of every problem when it is answered, but of paths that are not there', () => {
    const told = Object.values(document.components.responses)
      .map(({ description }) => description)
      .join('\n');
    const untold = problemCodes.filter((code) => !told.includes(`\`${code}\``));
    expect(untold).toEqual(['route_not_found', 'method_not_allowed']);
  });

  it.each(Object.entries(references).filter(([, { examples }]) => examples))(
    'gives examples of %s that the gateway takes',
    (_operation, { body, examples = {} }) => {
      if (!body) throw new Error('examples of no body');
      for (const example of Object.values(examples)) expect(z.safeParse(body, example).error).toBeUndefined();
    },
  );

  it('is printed by its command as JSON', () => {
    const printed = execFileSync('node', ['bin/openapi.ts'], { encoding: 'utf8', maxBuffer: 10_000_000 });
    expect(JSON.parse(printed)).toMatchObject({ openapi: '3.1.0' });
  });
});
