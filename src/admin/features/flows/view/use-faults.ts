import { useEffect, useMemo, useState } from 'react';
import type { Draft } from '../../../../contract/admin/flows.ts';
import type { FlowProblem } from '../../../../engine/problems.ts';
import { EngineClient } from './engine-client.ts';

/** The problems of a draft, by step. */
export interface Faults {
  readonly byStep: ReadonlyMap<string, readonly FlowProblem[]>;
  /** Those that are in no step. */
  readonly ofFlow: readonly FlowProblem[];
}

const none: readonly FlowProblem[] = [];

/**
 * What is wrong with a draft, by the engine, in a worker of its own that is loaded where there is something to find.
 * @param isAny whether the list of flows tells of any
 */
export function useFaults(
  { definition, flowId }: Pick<Draft, 'definition' | 'flowId'>,
  isAny: boolean,
): Faults {
  const [found, setFound] = useState<{ of: Draft['definition']; faults: readonly FlowProblem[] } | null>(
    null,
  );
  useEffect(() => {
    if (!isAny) return;
    const engine = new EngineClient();
    // The draft's own id and number are not in it: as the service checks it.
    void engine
      .ask<'check'>({ do: 'check', definition: { ...definition, id: flowId, version: 1 } })
      .then(({ faults }) => setFound({ of: definition, faults }));
    return () => engine.stop();
  }, [definition, flowId, isAny]);
  const faults = isAny && found?.of === definition ? found.faults : none;
  return useMemo(() => sorted(faults), [faults]);
}

function sorted(faults: readonly FlowProblem[]): Faults {
  const stepOf = ({ path }: FlowProblem) => /^steps\.([^.]+)/.exec(path)?.[1];
  const byStep = new Map<string, FlowProblem[]>();
  for (const fault of faults) {
    const step = stepOf(fault);
    if (step !== undefined) byStep.set(step, [...(byStep.get(step) ?? []), fault]);
  }
  return { byStep, ofFlow: faults.filter((fault) => stepOf(fault) === undefined) };
}
