import { limits } from '../../contract/limits.ts';
import type { LogMessage } from '../../contract/poll.ts';
import type { Attachment, Choice, SentTemplate } from '../../contract/vocabulary.ts';
import { type AgentChange, type AgentTurnParts, agentTurn, sideEntryOf } from '../../domain/agent-turn.ts';
import type { CommittedTurn } from '../../domain/conversation.ts';
import {
  answered,
  type HandoffOwner,
  handoffTimeouts,
  type LiveHandoff,
  taken,
} from '../../domain/handoff.ts';
import {
  assertOffer,
  assertWindow,
  currentHandoff,
  isOfSame,
  isSame,
} from '../../domain/handoff-preconditions.ts';
import { notOwner, textTooLong } from '../../domain/problems.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import { withHistory } from '../../engine/transition.ts';
import {
  type AgentPorts,
  type AgentRequest,
  commitForAgent,
  type Done,
  loadForAgent,
  type Stored,
} from '../turn/change-as-agent.ts';
import { findTurn } from '../turn/find-turn.ts';
import { handoffSettingsOf } from './handoff-texts.ts';
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
  let loaded = await loadForAgent(gateway, request);
  for (;;) {
    const { stored } = loaded;
    if (loaded.repeated) return repliedIn(loaded, await findTurn(gateway, stored, turnId));
    const nowMs = gateway.nowMs();
    const live = currentHandoff(stored, request);
    if (live.state === 'taken' && !isOfSame(live.owner, caller.owner)) throw notOwner(live.owner);
    if (live.state === 'requested') assertOffer(live, caller, nowMs);
    if (!reply.template) assertWindow(stored, nowMs);
    const held = isSame(live.owner, caller.owner)
      ? { live }
      : await takeForReply(gateway, stored, live, caller.owner);
    const change = replyChange(gateway, stored, request, held);
    const done = await commitForAgent(gateway, request, loaded, change);
    if (done) return repliedIn(done, change.turn);
    loaded = await loadForAgent(gateway, request, loaded);
  }
}

const repliedIn = (done: Done, { replies }: CommittedTurn): Replied => {
  const message = replies.at(-1);
  if (!message) throw new Error('the turn has no message');
  return { ...done, message };
};

/** The handoff as the agent takes it with the reply. */
async function takeForReply(gateway: TakePorts, stored: Stored, before: LiveHandoff, owner: HandoffOwner) {
  const settings = await handoffSettingsOf(gateway, stored.tenantId);
  const epoch = stored.epoch + 1;
  if (settings.isAutomatic) await holdConversation(gateway, stored, owner, epoch);
  const nowMs = gateway.nowMs();
  const live = taken(before, owner, handoffTimeouts(stored.channel, settings), nowMs);
  const notices = [takenNotice(before, live, epoch, nowMs)];
  return { live, taking: { notices, side: [sideEntryOf(gateway, owner, { event: 'taken' })] } };
}

function replyChange(
  gateway: AgentPorts,
  stored: Stored,
  { caller, center, reply, turnId, correlationId }: AgentRequest & { readonly reply: AgentReply },
  {
    live,
    taking,
  }: { readonly live: LiveHandoff; readonly taking?: Pick<AgentTurnParts, 'notices' | 'side'> },
): AgentChange<FlowState> {
  const message = agentMessage(caller.owner, reply);
  const before = stored.state as FlowState;
  const state = { ...before, history: withHistory(before.history, { role: 'assistant', text: reply.text }) };
  const turn = agentTurn(gateway, stored, state, {
    turnId,
    correlationId,
    handoffId: live.id,
    ...(center?.refId !== undefined && { center: { accountId: center.accountId, refId: center.refId } }),
    status: 'handoff',
    notices: [],
    ...taking,
    says: [message],
  });
  const handoff = answered(live, reply.text, gateway.nowMs());
  const epoch = stored.epoch + (taking ? 1 : 0);
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
