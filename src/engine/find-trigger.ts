import type { CanonicalMessage } from '../contract/canonical-message.ts';
import type { FlowDefinition, Trigger } from '../contract/flow.ts';
import { foldText, looseForms } from './fold-text.ts';
import { normalizeTyped } from './typed-text.ts';

type Triggers = NonNullable<FlowDefinition['triggers']>;

/** The trigger whose keyword a message is. */
export function findTrigger(flow: FlowDefinition, message: Pick<CanonicalMessage, 'text'>): Trigger | null {
  const { triggers } = flow;
  if (!triggers?.length) return null;
  const said = message.text ?? '';
  const { spelled, folded, loose } = keywordsOf(triggers);
  const found = spelled.get(spell(said)) ?? folded.get(foldText(said));
  if (found) return found;
  const meant = new Set(looseForms(said).flatMap((form) => [...(loose.get(form) ?? [])]));
  const [trigger = null] = meant;
  return meant.size === 1 ? trigger : null;
}

const spell = (word: string) => normalizeTyped(word).toLowerCase();

interface Keywords {
  /** Of two triggers that share a word, the first; what only folds alike is told apart. */
  readonly spelled: ReadonlyMap<string, Trigger>;
  readonly folded: ReadonlyMap<string, Trigger>;
  /** Without punctuation and emoji, words of several triggers may be alike. */
  readonly loose: ReadonlyMap<string, ReadonlySet<Trigger>>;
}

const known = new WeakMap<Triggers, Keywords>();

function keywordsOf(triggers: Triggers): Keywords {
  const found = known.get(triggers);
  if (found) return found;
  const spelled = new Map<string, Trigger>();
  const folded = new Map<string, Trigger>();
  const loose = new Map<string, Set<Trigger>>();
  for (const trigger of triggers)
    for (const word of trigger.words) {
      setFirst(spelled, spell(word), trigger);
      setFirst(folded, foldText(word), trigger);
      for (const form of looseForms(word)) loose.set(form, (loose.get(form) ?? new Set()).add(trigger));
    }
  const keywords = { spelled, folded, loose };
  known.set(triggers, keywords);
  return keywords;
}

function setFirst(map: Map<string, Trigger>, key: string, trigger: Trigger): void {
  if (key !== '' && !map.has(key)) map.set(key, trigger);
}
