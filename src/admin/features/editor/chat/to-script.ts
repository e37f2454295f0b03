import type { Action, FlowScript, Setting } from '../../../../engine/flow-script.ts';
import type { ChatTurn } from './play-turn.ts';

/**
 * A chat as a scripted conversation without what is expected; null when it began in the middle. What
 * services have really answered is in it.
 */
export function toScript(turns: readonly ChatTurn[], title: string): FlowScript | null {
  const steps: Action[] = [];
  for (const { action, setting } of turns) {
    if ('begin' in action) return null;
    if (setting && steps.length > 0) steps.push({ set: setting });
    steps.push(action);
  }
  const first: Setting = turns[0]?.setting ?? {};
  const http = turns.flatMap((turn) => turn.http);
  const llm = turns.flatMap((turn) => turn.llm);
  return { title, ...first, ...(http.length > 0 && { http }), ...(llm.length > 0 && { llm }), steps };
}
