import type { CanonicalMessage } from '../contract/canonical-message.ts';
import type { FlowDefinition, Trigger } from '../contract/flow.ts';
import { foldText } from './fold-text.ts';

type Triggers = NonNullable<FlowDefinition['triggers']>;

/** The trigger whose word a message is. */
export function findTrigger(flow: FlowDefinition, message: Pick<CanonicalMessage, 'text'>): Trigger | null {
  const { triggers } = flow;
  if (!triggers?.length) return null;
  const said = foldText(message.text ?? '');
  return (said !== '' && byWord(triggers).get(said)) || null;
}

const known = new WeakMap<Triggers, ReadonlyMap<string, Trigger>>();

/** A flow's triggers by their folded words: of two that share one, the first. */
function byWord(triggers: Triggers): ReadonlyMap<string, Trigger> {
  const found = known.get(triggers);
  if (found) return found;
  const words = new Map<string, Trigger>();
  for (const trigger of triggers.toReversed())
    for (const word of trigger.words) words.set(foldText(word), trigger);
  known.set(triggers, words);
  return words;
}
