import type { FlowDocument, Path } from '../document/document.ts';
import type { FlowStore } from '../store/flow-store.ts';
import { type FaultPlace, placeOf } from './place-of.ts';

/** Something wrong with the flow, and where it is shown. */
export interface PlacedFault extends FaultPlace {
  readonly message: string;
}

/** All that is wrong, in the flow's order, and by card. */
export interface Faults {
  readonly all: readonly PlacedFault[];
  readonly byCard: ReadonlyMap<string, readonly PlacedFault[]>;
}

/** Faults for whoever shows them, found anew after each change. */
export interface EditorFaults {
  readonly subscribe: (listener: () => void) => () => void;
  readonly read: () => Faults;
  readonly stop: () => void;
}

export const noFaults: Faults = { all: [], byCard: new Map() };

const pauseMs = 150;

/** The part of a worker that is used, so that a test can stand in for it. */
export interface FaultWorker {
  onmessage: ((event: MessageEvent<readonly { path: string; message: string }[]>) => void) | null;
  postMessage: (definition: unknown) => void;
  terminate: () => void;
}

/** Has the engine look over the flow in a worker, a moment after each change; of several answers the last counts. */
export function findFaults(store: FlowStore, flowId: string, worker: FaultWorker): EditorFaults {
  const listeners = new Set<() => void>();
  const asked: FlowDocument[] = [];
  let found: {
    readonly of: FlowDocument;
    readonly raw: readonly { path: string; message: string }[];
  } | null = null;
  let shown = noFaults;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: FlowDocument | null = null;
  const show = () => {
    shown = found ? sorted(found.of, found.raw, store.fresh) : noFaults;
    for (const listener of listeners) listener();
  };
  const ask = () => {
    timer = undefined;
    last = store.document;
    asked.push(last);
    // The draft's own id and number are not in it: as the service checks it.
    worker.postMessage({ ...last.definition, id: flowId, version: 1 });
  };
  worker.onmessage = ({ data }) => {
    const of = asked.shift();
    // The worker answers in order.
    if (of === undefined || asked.length > 0) return;
    found = { of, raw: data };
    show();
  };
  let { fresh } = store;
  const stopListening = store.subscribe(() => {
    if (store.fresh !== fresh) {
      fresh = store.fresh;
      show();
    }
    if (store.document !== last && timer === undefined) timer = setTimeout(ask, pauseMs);
  });
  ask();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => shown,
    stop: () => {
      clearTimeout(timer);
      stopListening();
      worker.terminate();
    },
  };
}

/** A step that is being typed in for the first time has no faults yet. */
function sorted(
  { definition }: FlowDocument,
  raw: readonly { path: string; message: string }[],
  fresh: string | null,
): Faults {
  const all = raw
    .map(({ path, message }) => ({ ...placeOf(definition, path), message }))
    .filter(({ card }) => card !== fresh);
  const byCard = new Map<string, PlacedFault[]>();
  for (const fault of all) byCard.set(fault.card, [...(byCard.get(fault.card) ?? []), fault]);
  return { all, byCard };
}

/** The faults at a field: at its very place, or anywhere in it where it shows no smaller ones. */
export function faultsAt(
  faults: readonly PlacedFault[],
  path: Path,
  { isWhole = false }: { readonly isWhole?: boolean } = {},
): readonly PlacedFault[] {
  return faults.filter(
    (fault) =>
      (isWhole ? fault.path.length >= path.length : fault.path.length === path.length) &&
      path.every((key, n) => String(fault.path[n]) === String(key)),
  );
}
