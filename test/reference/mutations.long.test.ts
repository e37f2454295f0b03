import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BusEvent } from '../../src/local/aws/event-bus.ts';
import { asyncApiDocument } from '../../src/reference/asyncapi.ts';
import { openApiDocument } from '../../src/reference/openapi.ts';
import { brokenRules } from '../support/conformance/broken-rules.ts';
import { createChecker } from '../support/conformance/create-checker.ts';
import { createEventChecker } from '../support/conformance/event-breaches.ts';
import type { Exchange } from '../support/conformance/exchange.ts';
import {
  type Mutation,
  mutated,
  mutationsOf,
  ofRoute,
  touchedRoutes,
} from '../support/conformance/mutations.ts';
import type { OpenApi } from '../support/conformance/openapi-types.ts';
import { recorded } from '../support/conformance/record.ts';

const document = openApiDocument('0.0.0') as unknown as OpenApi;
const busDocument = asyncApiDocument('0.0.0');
const busMessages: Readonly<Record<string, { readonly name: string }>> = busDocument.components.messages;
const seed = Number(process.env.MUTATION_SEED ?? Date.now() % 1_000_000);
/** How many are tried; `MUTATIONS=all` tries all of them. */
const sample =
  process.env.MUTATIONS === 'all' ? Number.POSITIVE_INFINITY : Number(process.env.MUTATIONS ?? 100);
/** Where the suite speaks to whole stacks, and asks for all that there is. */
const speaking = ['test/lambda', 'test/journeys'];
let folder: string;
let exchanges: ReadonlyMap<string, readonly Exchange[]>;
let events: readonly BusEvent[];

beforeAll(() => {
  folder = process.env.RECORDED_EXCHANGES ?? mkdtempSync(join(tmpdir(), 'exchanges-'));
  if (!process.env.RECORDED_EXCHANGES) {
    // Whether they are green is not the matter here, but what they have said to the gateway.
    const args = ['vitest', 'run', '--project', 'daily', '--project', 'thorough', ...speaking];
    spawnSync('npx', args, { env: { ...process.env, RECORD_EXCHANGES: folder }, stdio: 'ignore' });
  }
  exchanges = Map.groupBy(recorded(folder, 'exchanges'), ({ route }) => route);
  events = recorded(folder, 'events');
}, 3_600_000);
afterAll(() => {
  if (!process.env.RECORDED_EXCHANGES) rmSync(folder, { recursive: true });
});

/** Whether the suite would be red with what is left of the document. */
function isFound(mutation: Mutation): boolean {
  const rest = mutated(document, mutation);
  if (brokenRules(rest).length > 0) return true;
  return touchedRoutes(document, mutation).some((route) => {
    const check = createChecker(ofRoute(rest, route));
    return (exchanges.get(route) ?? []).some((exchange) => check(exchange).length > 0);
  });
}

/** As many as asked for, the same for a seed. */
function pick<T>(from: readonly T[], count: number): readonly T[] {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  const left = [...from];
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(Math.floor(next() * left.length), 1),
  ).flat();
}

const namesOf = (mutations: readonly Mutation[]) =>
  mutations.map(({ kind, pointer }) => `${kind} ${pointer}`);

describe(`a part removed from the document (seed ${seed}, ${sample} of it)`, () => {
  it('is missed by no exchange in the complete document', () => {
    const check = createChecker(document);
    expect([...exchanges.values()].flat().flatMap(check)).toEqual([]);
  });

  it('is missed by the suite', () => {
    const all = mutationsOf(document);
    const survivors = pick(all, Math.min(sample, all.length)).filter((mutation) => !isFound(mutation));
    expect(namesOf(survivors)).toEqual([]);
  });
});

describe('a part removed from the events’ document', () => {
  it('is missed by no event in the complete document', () => {
    expect(events.flatMap(createEventChecker(busDocument))).toEqual([]);
  });

  it('is missed by the suite', () => {
    const survivors = mutationsOf(busDocument).filter((mutation) => {
      const check = createEventChecker(mutated(busDocument, mutation));
      const [, , area, name = ''] = mutation.pointer.split('/');
      const only = area === 'messages' ? busMessages[name]?.name : undefined;
      return !events.some(
        (event) => (only ?? event['detail-type']) === event['detail-type'] && check(event).length > 0,
      );
    });
    expect(namesOf(survivors)).toEqual([]);
  });
});
