import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FlowProblem } from '../../../../engine/problems.ts';
import type { FlowDocument } from '../document/document.ts';
import type { FlowStore } from '../store/flow-store.ts';

/** Steps that no scripted conversation of the draft comes to; none of a draft without any. */
export interface ScriptWarnings {
  readonly state: StoreApi<readonly FlowProblem[]>;
  readonly stop: () => void;
}

const none: readonly FlowProblem[] = [];
const pauseMs = 1_000;

/**
 * Runs the tests again when typing pauses.
 * @param play returns the unreached parts; called only if there are tests, and a failure counts as none
 */
export function findUnscripted(
  store: Pick<FlowStore, 'document' | 'state'>,
  play: (document: FlowDocument) => Promise<readonly FlowProblem[]>,
): ScriptWarnings {
  const state = createStore(() => none);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: FlowDocument | null = null;
  let isRunning = false;
  let isStopped = false;
  const isAnother = (of: FlowDocument) =>
    last?.definition !== of.definition || last.conversations !== of.conversations;
  const run = async () => {
    const of = store.document;
    if (isRunning || !isAnother(of)) return;
    last = of;
    isRunning = true;
    const next = of.conversations.length === 0 ? none : await play(of).catch(() => none);
    isRunning = false;
    // Many conversations may take longer than the pause: they are never played twice at once.
    if (isStopped) return;
    if (isAnother(store.document)) later();
    if (next.length > 0 || state.getState().length > 0) state.setState(next, true);
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), pauseMs);
  };
  const stopListening = store.state.subscribe(later);
  later();
  return {
    state,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      stopListening();
    },
  };
}
