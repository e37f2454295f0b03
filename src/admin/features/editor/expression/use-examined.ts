import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Examined, TextSort } from '../../../../engine/examine-text.ts';
import { useFaults } from '../inspector/use-field.ts';
import { useEditor } from '../store/editor-context.ts';
import type { Complete } from './completion-source.ts';

const unseen: Examined = { mistakes: [], share: 0 };
const noSamples = {};

/** What the engine says of a text, a moment after it was changed, and what it offers in it. */
export function useExamined({
  value,
  sort,
  stepId,
  extra,
}: {
  readonly value: string;
  readonly sort: TextSort;
  readonly stepId: string | null;
  readonly extra: readonly string[];
}): Examined & { readonly complete: Complete; readonly samples: { readonly [name: string]: unknown } } {
  const { engine, samples: cell } = useEditor();
  const all = useSyncExternalStore(cell.subscribe, cell.read);
  const samples = (stepId !== null && all[stepId]) || noSamples;
  const faults = useFaults();
  const [found, setFound] = useState<{ readonly of: string; readonly examined: Examined } | null>(null);
  const speaks = sort === 'expression' ? value.trim() !== '' : value.includes('{{');
  // Once faults are found anew, the flow around it is another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is found speaks for the flow.
  useEffect(() => {
    if (!speaks) return;
    let isOld = false;
    void engine
      .ask<'examine'>({ do: 'examine', text: value, sort, stepId, extra, samples })
      .then((examined) => !isOld && setFound({ of: value, examined }));
    return () => {
      isOld = true;
    };
  }, [engine, value, sort, stepId, extra, samples, speaks, faults]);
  const complete = useMemo<Complete>(
    () => (text, at) => engine.ask<'complete'>({ do: 'complete', at, text, sort, stepId, extra, samples }),
    [engine, sort, stepId, extra, samples],
  );
  const examined = speaks && found?.of === value ? found.examined : unseen;
  return { ...examined, complete, samples };
}
