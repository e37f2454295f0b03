import { escaped, type OpenApi } from './openapi-types.ts';

/** A document without one thing that it says. */
export interface Mutation {
  readonly kind: 'field' | 'header' | 'parameter' | 'status';
  /** What is taken away. @see RFC 6901 */
  readonly pointer: string;
}

/** Everything of a document that can be taken away alone: fields, headers, parameters, statuses. */
export function mutationsOf(document: OpenApi): readonly Mutation[] {
  const found: Mutation[] = [];
  visit(document, '', (key, node, pointer) => {
    if (key === 'properties') add(found, 'field', node, pointer);
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

/** The document without what a mutation takes away. */
export function mutated(document: OpenApi, { pointer }: Mutation): OpenApi {
  const copy = structuredClone(document);
  const keys = pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = keys.pop() ?? '';
  let above: { required?: string[] } = {};
  let holder: unknown = copy;
  for (const key of keys) {
    above = holder as typeof above;
    holder = (holder as Record<string, unknown>)[key];
  }
  if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete (holder as Record<string, unknown>)[last];
  if (Array.isArray(above.required)) above.required = above.required.filter((name) => name !== last);
  return copy;
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

const reached = new WeakMap<object, ReadonlySet<string>>();

/** The components that an operation refers to, and those that they refer to. */
function reachedFrom(document: OpenApi, operation: object): ReadonlySet<string> {
  const known = reached.get(operation);
  if (known) return known;
  const found = new Set<string>();
  const left: unknown[] = [operation];
  while (left.length > 0) {
    for (const [, area, name] of JSON.stringify(left.pop()).matchAll(
      /"#\/components\/(schemas|responses)\/([^"]+)"/g,
    )) {
      const key = `${area}/${name}`;
      if (found.has(key)) continue;
      found.add(key);
      left.push(document.components[area as 'schemas' | 'responses'][name ?? '']);
    }
  }
  reached.set(operation, found);
  return found;
}
