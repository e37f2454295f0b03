import { limits } from '../../contract/limits.ts';
import type { LogMessage } from '../../contract/poll.ts';
import type { Attachment, Choice, SentTemplate } from '../../contract/vocabulary.ts';
import type { AgentChange } from '../../domain/agent-turn.ts';
import {
  answered,
  type HandoffOwner,
  handoffTimeouts,
  type LiveHandoff,
  taken,
} from '../../domain/handoff.ts';
import { notOwner, textTooLong } from '../../domain/problems.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import { withHistory } from '../../engine/transition.ts';
import {
  type AgentPorts,
  type AgentRequest,
  agentTurn,
  changeAsAgent,
  type Done,
  type Stored,
} from '../turn/change-as-agent.ts';
import { findTurn } from '../turn/committed-turn.ts';
import { sideEntryOf } from '../turn/side-entry-of.ts';
import { handoffSettingsOf } from './handoff-texts.ts';
import { assertOffer, assertWindow, currentHandoff, isOfSame, isSame } from './held-by.ts';
import { holdConversation } from './hold-conversation.ts';
import { type TakePorts, takenNotice } from './take-handoff.ts';

/** An agent's reply. */
export interface AgentReply {
  readonly text: string;
  readonly choices?: readonly Choice[] | undefined;
  readonly attachments?: readonly Attachment[] | undefined;
  /** Can be sent at any time. */
  readonly template?: SentTemplate | undefined;
}

/** The message as it stands in the log, and the conversation behind it. */
export interface Replied extends Done {
  readonly message: LogMessage;
}

/**
 * Sends an agent's message: a turn of its own in the log. Replying to an unassigned conversation assigns it to the agent.
 * @throws `conversation_not_found`, `no_handoff`, `handoff_moved`, `handoff_offered`, `not_owner`, `text_too_long`, `window_closed`
 * @see handoff.md 1.2 row 5, 3.1
 */
export async function replyToVisitor(
  gateway: TakePorts,
  request: AgentRequest & { readonly reply: AgentReply },
): Promise<Replied> {
  const { reply, caller, turnId } = request;
  if (reply.text.length > limits.textChars) throw textTooLong(limits.textChars);
  const settings = await handoffSettingsOf(gateway, request.tenantId);
  const done = await changeAsAgent(gateway, request, async (stored) => {
    const live = currentHandoff(stored, request);
    if (live.state === 'taken' && !isOfSame(live.owner, caller.owner)) throw notOwner(live.owner);
    if (live.state === 'requested') assertOffer(live, caller, gateway.nowMs());
    if (!reply.template) assertWindow(stored, gateway.nowMs());
    if (settings.isAutomatic && !isSame(live.owner, caller.owner))
      await holdConversation(gateway, stored, caller.owner, stored.epoch + 1);
    return replyChange(gateway, stored, {
      request,
      live,
      timeouts: handoffTimeouts(stored.channel, settings),
    });
  });
  const turn = done.turn ?? (await findTurn(gateway, done.stored, turnId));
  const message = turn.replies.at(-1);
  if (!message) throw new Error('a human said nothing');
  return { ...done, message };
}

function replyChange(
  gateway: AgentPorts,
  stored: Stored,
  {
    request,
    live,
    timeouts,
  }: {
    readonly request: AgentRequest & { readonly reply: AgentReply };
    readonly live: LiveHandoff;
    readonly timeouts: ReturnType<typeof handoffTimeouts>;
  },
): AgentChange<FlowState> {
  const nowMs = gateway.nowMs();
  const { caller, center, reply, turnId, correlationId } = request;
  const takes = !isSame(live.owner, caller.owner);
  const epoch = stored.epoch + (takes ? 1 : 0);
  const owned = takes ? taken(live, caller.owner, timeouts, nowMs) : live;
  const before = stored.state as FlowState;
  const state = { ...before, history: withHistory(before.history, { role: 'assistant', text: reply.text }) };
  const turn = agentTurn(gateway, stored, state, {
    turnId,
    correlationId,
    handoffId: live.id,
    ...(center?.refId !== undefined && { center: { accountId: center.accountId, refId: center.refId } }),
    status: 'handoff',
    notices: takes ? [takenNotice(live, owned, epoch, nowMs)] : [],
    says: [agentMessage(caller.owner, reply)],
    ...(takes && { side: [sideEntryOf(gateway, caller.owner, { event: 'taken' })] }),
  });
  const handoff = answered(owned, reply.text, nowMs);
  return { turn, state, held: { epoch, handoff, lastHandoff: stored.lastHandoff } };
}

/** An agent's message. */
export function agentMessage(
  { name, picture }: HandoffOwner,
  { text, choices, attachments, template }: AgentReply,
): Omit<LogMessage, 'id' | 'seq' | 'timestamp'> {
  return {
    author: 'agent',
    agent: { name, ...(picture !== undefined && { picture }) },
    text,
    ...(choices?.length && { choices: [...choices] }),
    ...(attachments?.length && { attachments: [...attachments] }),
    ...(template && { template }),
  };
}
