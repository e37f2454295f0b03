import type { ConversationStatus } from '../contract/vocabulary.ts';
import { type Held, handoffOf, requestedHandoff } from './handoff.ts';
import { ended, heard, reopened } from './handoff-changes.ts';
import type { Notice } from './notices.ts';

type Before = Held & Parameters<typeof handoffOf>[0];

/** What of a turn the humans' side goes by. */
interface FlowTurn {
  readonly committedAtMs: number;
  readonly inbound: { readonly text: string } | null;
  readonly notices: readonly Notice[];
  readonly status: ConversationStatus;
}

/** What a turn of a visitor's message, or of the flow's own, leaves of the humans. @see handoff.md 1.2 */
export function heldAfter(before: Before, turn: FlowTurn): Held {
  const nowMs = turn.committedAtMs;
  const { epoch, lastHandoff } = before;
  const live = handoffOf(before);
  const said = turn.inbound?.text ?? '';
  const request = turn.notices.find((notice) => notice.kind === 'handoff');
  if (request?.asked) {
    const { asked, handoff } = request;
    const begun =
      asked.reopened && lastHandoff?.before
        ? reopened(lastHandoff.before, nowMs)
        : requestedHandoff(asked, handoff, { channel: before.channel, nowMs });
    const opened = asked.reopened ? heard(begun, said, nowMs) : { ...begun, lastText: said };
    return { epoch: asked.epoch, handoff: opened, lastHandoff };
  }
  if (turn.status === 'handoff') return { epoch, handoff: live && heard(live, said, nowMs), lastHandoff };
  if (live) return { epoch: epoch + 1, handoff: null, lastHandoff: ended(live, 'expired', nowMs) };
  return { epoch, handoff: null, lastHandoff };
}
