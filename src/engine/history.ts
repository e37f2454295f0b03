import type { CanonicalMessage } from '../contract/canonical-message.ts';
import type { FlowDefinition } from '../contract/flow.ts';
import type { LlmMessage } from '../ports/llm-client.ts';

const maxMessages = 20;
const maxChars = 8_000;

/** Adds what was said and forgets the oldest. */
export function withSaid(
  history: readonly LlmMessage[],
  ...said: readonly LlmMessage[]
): readonly LlmMessage[] {
  const kept = history.slice(-maxMessages);
  for (const { role, text } of said)
    if (text !== '') kept.push({ role, text: text.slice(0, maxChars).toWellFormed() });
  while (kept.length > maxMessages) kept.shift();
  let chars = 0;
  for (const { text } of kept) chars += text.length;
  while (kept.length > 1 && chars > maxChars) chars -= kept.shift()?.text.length ?? 0;
  return kept;
}

const known = new WeakMap<FlowDefinition, boolean>();

/**
 * Whether something in the flow may read the history: a model, here or in a flow that it calls. Of any other flow the log
 * has it, and the conversation's item stays small however long people talk.
 */
export function readsHistory(flow: FlowDefinition): boolean {
  const told = known.get(flow);
  if (told !== undefined) return told;
  const reads = Object.values(flow.steps).some(({ kind }) => kind === 'llm' || kind === 'call');
  known.set(flow, reads);
  return reads;
}

/** What the user said, in words. */
export function saidBy(message: CanonicalMessage): LlmMessage {
  const text = message.text?.trim() || message.attachments.map(({ type }) => `[${type}]`).join(' ');
  return { role: 'user', text };
}

/** As models want it: the user begins, the two take turns, and the user has the last word. */
export function alternating(history: readonly LlmMessage[]): readonly LlmMessage[] {
  const merged: LlmMessage[] = [];
  for (const said of history) {
    const last = merged.at(-1);
    if (last?.role === said.role) {
      merged[merged.length - 1] = { role: said.role, text: `${last.text}\n${said.text}` };
    } else if (last || said.role === 'user') {
      merged.push(said);
    }
  }
  if (merged.at(-1)?.role === 'assistant') merged.pop();
  return merged;
}
