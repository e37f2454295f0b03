import { useQuery } from '@tanstack/react-query';
import type { DraftContent } from '../../../../contract/admin/flows.ts';
import { isObject, ownValue } from '../../editor/document/document.ts';
import { readOutline, stepsInOrder } from '../../editor/document/outline.ts';
import { comparedVersionQuery } from '../queries.ts';

type Json = Readonly<Record<string, unknown>>;

/** A field that differs; `undefined` stands for a field that is not there. */
export interface Difference {
  /** Keys joined by dots. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface FlowComparison {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly { readonly id: string; readonly differences: readonly Difference[] }[];
  /** The differences outside of steps. */
  readonly flow: readonly Difference[];
  readonly conversationsDiffer: boolean;
  readonly isSame: boolean;
}

type Content = Pick<DraftContent, 'definition' | 'conversations'>;

/** Fields of the draft only: the publication sets the version. */
const notCompared = new Set(['id', 'version', 'steps', '$schema']);

/** Compares two versions of a flow, step by step in the order of reading the later one. Positions are ignored. */
export function compareFlows(from: Content, to: Content): FlowComparison {
  const before = stepsOf(from);
  const after = stepsOf(to);
  const added = [...after.keys()].filter((id) => !before.has(id));
  const removed = [...before.keys()].filter((id) => !after.has(id));
  const changed = [...after]
    .filter(([id]) => before.has(id))
    .map(([id, step]) => ({ id, differences: differencesOf('', before.get(id), step) }))
    .filter(({ differences }) => differences.length > 0);
  const flow = differencesOf('', fieldsOf(from), fieldsOf(to));
  const conversationsDiffer = differencesOf('', from.conversations, to.conversations).length > 0;
  const isSame = [added, removed, changed, flow].every((list) => list.length === 0) && !conversationsDiffer;
  return { added, removed, changed, flow, conversationsDiffer, isSame };
}

const stepsOf = ({ definition }: Content) =>
  new Map(stepsInOrder(readOutline(definition)).map(({ id, step }) => [id, step]));

/** All but the steps; of those what can't be read as one. */
function fieldsOf({ definition }: Content): Json {
  const { steps } = definition;
  const unread = Object.entries(isObject(steps) ? steps : {}).filter(([, step]) => !isObject(step));
  return {
    ...Object.fromEntries(Object.entries(definition).filter(([key]) => !notCompared.has(key))),
    ...(unread.length > 0 && { steps: Object.fromEntries(unread) }),
  };
}

function differencesOf(path: string, before: unknown, after: unknown): Difference[] {
  if (Object.is(before, after)) return [];
  const keys = keysOf(before, after);
  if (keys === null) return [{ path, before, after }];
  return keys.flatMap((key) =>
    differencesOf(
      path === '' ? key : `${path}.${key}`,
      ownValue(before as Json, key),
      ownValue(after as Json, key),
    ),
  );
}

/** The keys of two objects, or the places of two lists; null when they are not of one kind. */
function keysOf(before: unknown, after: unknown): string[] | null {
  const areLists = Array.isArray(before) && Array.isArray(after);
  if (!areLists && !(isObject(before) && isObject(after))) return null;
  return [...new Set([...Object.keys(before), ...Object.keys(after)])];
}

/** One side of a comparison: `draft`, or the number of a version. */
export const useComparedVersion = (flowId: string, side: string) =>
  useQuery(comparedVersionQuery(flowId, side));
