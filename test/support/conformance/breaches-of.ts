import { openApiDocument } from '../../../src/reference/openapi.ts';
import { type Checker, createChecker } from './create-checker.ts';
import { exchangeOf } from './exchange.ts';
import type { OpenApi } from './openapi-types.ts';
import { record } from './record.ts';

let checker: Checker | undefined;

/** In what a request that was taken, or its answer, is other than the reference of the API says. */
export function breachesOf(event: unknown, result: unknown): readonly string[] {
  const exchange = exchangeOf(event, result);
  if (!exchange) return [];
  record(exchange);
  checker ??= createChecker(openApiDocument('0.0.0') as unknown as OpenApi);
  return checker(exchange);
}
