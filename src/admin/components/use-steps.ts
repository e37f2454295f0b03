import { useEffect, useState } from 'react';
import { draft as draftSchema } from '../../contract/admin/flows.ts';
import { readOutline } from '../features/flows/view/read-outline.ts';
import { textsOf } from '../features/flows/view/texts-of.ts';
import { useLanguage } from '../locales/use-language.ts';
import { useConsole } from './console-context.ts';

/** A step of some flow, with what it says. */
export interface FoundStep {
  readonly flowId: string;
  readonly stepId: string;
  readonly text: string | null;
}

const atOnce = 4;

/** The steps of these flows, as they come; nothing is asked for until they are wanted. */
export function useSteps(flowIds: readonly string[], isWanted: boolean): readonly FoundStep[] {
  const { call } = useConsole();
  const language = useLanguage();
  const [found, setFound] = useState<readonly FoundStep[]>([]);
  const ids = flowIds.join(' ');
  useEffect(() => {
    if (!isWanted) return;
    const left = ids.split(' ').filter(Boolean);
    let isOver = false;
    const lane = async () => {
      for (let id = left.shift(); id !== undefined && !isOver; id = left.shift()) {
        // A flow that is gone, or can't be read now, has no steps to go to.
        const path = { flowId: id };
        const asked = call('GET', '/v1/admin/flows/{flowId}/draft', draftSchema, { path });
        const answer = await asked.catch(() => null);
        if (answer === null || isOver) continue;
        const { reached, unreached } = readOutline(answer.body.definition);
        const steps = [...reached, ...unreached].map((one) => ({
          flowId: answer.body.flowId,
          stepId: one.id,
          text: textsOf(one.step.text, language)[0]?.text ?? null,
        }));
        setFound((before) => [...before, ...steps]);
      }
    };
    setFound([]);
    for (let n = 0; n < atOnce; n += 1) void lane();
    return () => {
      isOver = true;
    };
  }, [call, ids, isWanted, language]);
  return found;
}
