import type { CanonicalMessage } from '../contract/canonical-message.ts';
import type { FlowDefinition, Trigger } from '../contract/flow.ts';
import { foldText } from './fold-text.ts';

/** The trigger whose word a message is. */
export function findTrigger(flow: FlowDefinition, message: Pick<CanonicalMessage, 'text'>): Trigger | null {
  const said = foldText(message.text ?? '');
  if (said === '') return null;
  return flow.triggers?.find(({ words }) => words.some((word) => foldText(word) === said)) ?? null;
}
