import { escaped, type OpenApi } from './openapi-types.ts';

/** A document without one thing that it says. */
export interface Mutation {
  readonly kind: 'event' | 'field' | 'header' | 'parameter' | 'status';
  /** What is taken away. @see RFC 6901 */
  readonly pointer: string;
}

/** Everything of a document that can be taken away alone: events, fields, headers, parameters, statuses. */
export function mutationsOf(document: object): readonly Mutation[] {
  const found: Mutation[] = [];
  visit(document, '', (key, node, pointer) => {
    if (key === 'properties') add(found, 'field', node, pointer);
    if (pointer === '/components/messages') add(found, 'event', node, pointer);
    if (key === 'headers') add(found, 'header', node, pointer);
    if (key === 'parameters') add(found, 'parameter', node, pointer);
    if (key === 'responses' && pointer.startsWith('/paths/')) add(found, 'status', node, pointer);
  });
  return found;
}

function add(found: Mutation[], kind: Mutation['kind'], node: object, pointer: string): void {
  for (const key of Object.keys(node)) found.push({ kind, pointer: `${pointer}/${escaped(key)}` });
}

/** Where names of fields are keys, they are no keywords. */
function visit(
  node: unknown,
  pointer: string,
  meet: (key: string, node: object, pointer: string) => void,
  areNames = false,
): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, member] of Object.entries(node)) {
    if (typeof member !== 'object' || member === null || key === 'example' || key === 'examples') continue;
    const at = `${pointer}/${escaped(key)}`;
    const isKeyword = !areNames && !Array.isArray(node);
    if (isKeyword) meet(key, member, at);
    visit(member, at, meet, isKeyword && key === 'properties');
  }
}

/** The document without what a mutation takes away; it shares with it all that stays. */
export function mutated<Document extends object>(document: Document, { pointer }: Mutation): Document {
  const keys = pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return without(document, keys) as Document;
}

function without(node: unknown, [key = '', ...deeper]: readonly string[]): unknown {
  if (Array.isArray(node))
    return deeper.length === 0
      ? node.filter((_, n) => n !== Number(key))
      : node.map((member, n) => (n === Number(key) ? without(member, deeper) : member));
  const { [key]: member, ...others } = node as Record<string, unknown>;
  if (deeper.length === 0) return others;
  const changed = { ...others, [key]: without(member, deeper) };
  // What is not described any more is not asked for, either.
  const isField = key === 'properties' && deeper.length === 1 && Array.isArray(others.required);
  return isField
    ? { ...changed, required: (others.required as string[]).filter((name) => name !== deeper[0]) }
    : changed;
}

/** As much of a document as one route needs. */
export function ofRoute(document: OpenApi, route: string): OpenApi {
  const [word = '', path = ''] = route.split(' ');
  const method = word.toLowerCase();
  const operation = document.paths[path]?.[method];
  if (!operation) return { ...document, paths: {} };
  const names = reachedFrom(document, operation);
  const reached = <Member>(area: string, members: Readonly<Record<string, Member>>) =>
    Object.fromEntries(Object.entries(members).filter(([name]) => names.has(`${area}/${name}`)));
  const { schemas, responses } = document.components;
  return {
    paths: { [path]: { [method]: operation } },
    components: { schemas: reached('schemas', schemas), responses: reached('responses', responses) },
  };
}

/** The routes that speak of what a mutation takes away, by name or by reference. */
export function touchedRoutes(document: OpenApi, { pointer }: Mutation): readonly string[] {
  const [, area = '', first = '', second = ''] = pointer.split('/').map((key) => key.replaceAll('~1', '/'));
  if (area === 'paths') return [`${second.toUpperCase()} ${first}`];
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => reachedFrom(document, operation).has(`${first}/${second}`))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
}

/** The components that an operation refers to, and those that they refer to. */
function reachedFrom({ components }: OpenApi, operation: object): ReadonlySet<string> {
  const found = new Set<string>();
  const left: unknown[] = [operation];
  while (left.length > 0) {
    for (const [, area, name] of JSON.stringify(left.pop()).matchAll(
      /"#\/components\/(schemas|responses)\/([^"]+)"/g,
    )) {
      const key = `${area}/${name}`;
      if (found.has(key)) continue;
      found.add(key);
      left.push(components[area as 'schemas' | 'responses'][name ?? ''] ?? null);
    }
  }
  return found;
}
