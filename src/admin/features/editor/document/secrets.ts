import { type FlowDocument, isObject, stepsOf } from './document.ts';

/** A secret of the tenant that a flow names, and the steps that send it. */
export interface SecretUse {
  readonly name: string;
  readonly sentBy: readonly string[];
}

/** The secrets that the headers of a flow's calls name, in the order of its steps. */
export function secretsOf(document: FlowDocument): readonly SecretUse[] {
  const found = new Map<string, Set<string>>();
  for (const [id, { headers }] of Object.entries(stepsOf(document))) {
    const templates = isObject(headers) ? Object.values(headers) : [];
    for (const name of templates.flatMap(namesIn)) found.set(name, (found.get(name) ?? new Set()).add(id));
  }
  return [...found].map(([name, steps]) => ({ name, sentBy: [...steps] }));
}

const namesIn = (template: unknown): string[] =>
  typeof template === 'string'
    ? [...template.matchAll(/\bsecrets\.([A-Za-z_]\w*)/g)].flatMap(([, name]) => name ?? [])
    : [];
