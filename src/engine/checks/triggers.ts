import type { FlowDefinition } from '../../contract/flow.ts';
import { foldText } from '../fold-text.ts';
import type { FlowFault } from './fault.ts';

/** Trigger words that nobody can say, or that lead two ways. */
export function findTriggerFaults({ triggers = [] }: FlowDefinition): FlowFault[] {
  const seen = new Set<string>();
  return triggers.flatMap(({ words }, t) =>
    words.flatMap((word, w) => {
      const path = `triggers.${t}.words.${w}`;
      const folded = foldText(word);
      if (folded === '') return [{ path, message: 'is empty' }];
      if (seen.has(folded)) return [{ path, message: `${word} is a trigger already` }];
      seen.add(folded);
      return [];
    }),
  );
}
