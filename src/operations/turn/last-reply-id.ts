import type { FlowState } from '../../engine/interfaces.ts';

/** The id of the last reply that a turn that has not ended has made. */
export function lastReplyId(state: FlowState | null): string | undefined {
  return state?.progress?.effects
    .flatMap((effect) => (effect.kind === 'reply' ? [effect.reply.id] : []))
    .at(-1);
}
