import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FlowResources } from '../../../../contract/admin/flows.ts';
import type { FlowProblem, ProblemText } from '../../../../engine/problems.ts';
import type { EngineClient } from '../../flows/view/engine-client.ts';
import type { EngineResults } from '../../flows/view/engine-jobs.ts';
import { type FlowDocument, type Path, stepOf } from '../document/document.ts';
import { isSame } from '../saving/merge-drafts.ts';
import type { FlowStore } from '../store/flow-store.ts';
import type { ScriptWarnings } from './script-warnings.ts';

/** A problem of the flow, and where it is shown. */
export interface PlacedProblem extends ProblemPlace, ProblemText {}

/** The problems in the flow's order and by card, and the warnings. */
export interface FlowProblems {
  readonly all: readonly PlacedProblem[];
  readonly byCard: ReadonlyMap<string, readonly PlacedProblem[]>;
  readonly warnings: readonly PlacedProblem[];
}

/** The problems of the flow, looked for after each change. */
export interface EditorProblems {
  readonly state: StoreApi<FlowProblems>;
  readonly stop: () => void;
}

export const noProblems: FlowProblems = { all: [], byCard: new Map(), warnings: [] };

const pauseMs = 150;

/** Has the engine look over the flow in a worker, a moment after each change; of several answers the last counts. */
export function findProblems(
  store: FlowStore,
  { flowId, resources }: { readonly flowId: string; readonly resources: FlowResources | null },
  { ask: askEngine }: Pick<EngineClient, 'ask'>,
  scripts: Pick<ScriptWarnings, 'state'>,
): EditorProblems {
  const surroundings = resources && {
    queues: resources.queues,
    secrets: resources.secrets,
    flowIds: new Set([flowId, ...resources.flows]),
  };
  let found: { readonly of: FlowDocument; readonly raw: EngineResults['check'] } | null = null;
  const state = createStore(() => noProblems);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: FlowDocument | null = null;
  const show = () => {
    if (!found) return;
    const { of, raw } = found;
    const unscripted = scripts.state
      .getState()
      .filter(({ path }) => stepOf(store.document, path.slice('steps.'.length)));
    const next = sorted(of, { ...raw, warnings: [...raw.warnings, ...unscripted] }, store.fresh);
    const { all, warnings } = state.getState();
    // Mostly typing changes no problem: then nothing renders.
    if (!isSame([all, warnings], [next.all, next.warnings])) state.setState(next, true);
  };
  const ask = async () => {
    timer = undefined;
    const of = store.document;
    last = of;
    // The draft's own id and number are not in it: as the service checks it.
    const raw = await askEngine<'check'>({
      do: 'check',
      definition: { ...of.definition, id: flowId, version: 1 },
      ...(surroundings && { surroundings }),
    });
    // Answers come in order; each is shown, also while the author keeps typing.
    found = { of, raw };
    show();
  };
  let { fresh } = store;
  const stopListening = store.state.subscribe(() => {
    if (store.fresh !== fresh) {
      fresh = store.fresh;
      show();
    }
    if (store.document !== last && timer === undefined) timer = setTimeout(() => void ask(), pauseMs);
  });
  const stopHearing = scripts.state.subscribe(show);
  void ask();
  return {
    state,
    stop: () => {
      clearTimeout(timer);
      stopListening();
      stopHearing();
    },
  };
}

/** Hides the problems of a step that is being filled in for the first time. */
function sorted(
  { definition }: FlowDocument,
  raw: EngineResults['check'],
  fresh: string | null,
): FlowProblems {
  const place = ({ path, ...text }: FlowProblem) => ({ ...text, ...placeOf(definition, path) });
  const all = raw.problems.map(place).filter(({ card }) => card !== fresh);
  const warnings = raw.warnings.map(place).filter(({ card }) => card !== fresh);
  const byCard = new Map<string, PlacedProblem[]>();
  for (const problem of all) byCard.set(problem.card, [...(byCard.get(problem.card) ?? []), problem]);
  return { all, byCard, warnings };
}

/** Where a problem is shown: at a card, and at a field. */
interface ProblemPlace {
  /** The card's ID: a step, `$start`, `$words.0`, `$failure`; `$flow` for problems of none. */
  readonly card: string;
  /** From the document's root. */
  readonly path: Path;
}

/**
 * Returns the card and the field of a problem's path.
 * @param path as the engine writes it: keys joined by dots, of which a key itself may have some
 */
export function placeOf(definition: unknown, path: string): ProblemPlace {
  const keys = keysOf(definition, path);
  const at = ['definition', ...keys];
  const [field, key] = keys;
  if (field === 'steps' && key !== undefined) return { card: String(key), path: at };
  if (field === 'start') return { card: '$start', path: at };
  if (field === 'onError') return { card: '$failure', path: at };
  if (field === 'triggers' && key !== undefined) return { card: `$words.${key}`, path: at };
  return { card: '$flow', path: at };
}

/** Takes a path apart along the value itself: the longest key that is there is the one meant. */
function keysOf(value: unknown, path: string): (string | number)[] {
  if (path === '') return [];
  if (Array.isArray(value)) {
    const [head = '', ...rest] = path.split('.');
    return [Number(head), ...keysOf(value[Number(head)], rest.join('.'))];
  }
  const isNested = typeof value === 'object' && value !== null;
  const own = isNested ? Object.keys(value).filter((key) => path === key || path.startsWith(`${key}.`)) : [];
  const key = own.sort((a, b) => b.length - a.length)[0] ?? path.split('.')[0] ?? '';
  const next = isNested && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
  return [key, ...keysOf(next, path.slice(key.length + 1))];
}

/** Returns the problems at a path, or anywhere below it if `isWhole`. */
export function problemsAt(
  problems: readonly PlacedProblem[],
  path: Path,
  { isWhole = false }: { readonly isWhole?: boolean } = {},
): readonly PlacedProblem[] {
  return problems.filter(
    (problem) =>
      (isWhole ? problem.path.length >= path.length : problem.path.length === path.length) &&
      path.every((key, n) => String(problem.path[n]) === String(key)),
  );
}
