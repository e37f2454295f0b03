import { type ExampleId, exampleIds } from './examples.ts';

/** What a new flow is made of. */
export type Source =
  | { readonly kind: 'blank' | 'file' }
  | { readonly kind: 'example'; readonly id: ExampleId }
  | { readonly kind: 'copy'; readonly id: string };

/** Reads what the address says: `file`, `example:order`, `copy:support`; anything else is a blank flow. */
export function sourceOf(text: string | null): Source {
  const [kind, id] = text?.split(':') ?? [];
  const example = exampleIds.find((known) => known === id);
  if (kind === 'example' && example) return { kind, id: example };
  if (kind === 'copy' && id) return { kind, id };
  return { kind: kind === 'file' ? 'file' : 'blank' };
}
