import { limits } from '../../contract/limits.ts';
import type { ServiceMessage, ServiceMessageAnswer } from '../../contract/service/messages.ts';
import { agentTurn, windowEndsAtMs } from '../../domain/agent-turn.ts';
import { TemporarilyUnavailableError } from '../../domain/errors.ts';
import type { HandoffOwner } from '../../domain/handoff.ts';
import { assertWindow } from '../../domain/handoff-preconditions.ts';
import { invalidTemplate, textTooLong } from '../../domain/problems.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import { withHistory } from '../../engine/transition.ts';
import { type AgentReply, agentMessage } from '../handoff/reply-to-visitor.ts';
import { type TemplatePorts, templateReply } from '../templates/read-templates.ts';
import { changeAsAgent, type Stored } from '../turn/change-as-agent.ts';
import { findTurn } from '../turn/find-turn.ts';
import { type VisitorPorts, visitorOf } from './visitor-of.ts';

const noUpload = {
  path: 'template.header.fileId',
  message: 'files are uploaded for a conversation that one has: give the https address of one',
};

/** A message that a system sends on its own. */
export interface SendRequest {
  readonly tenantId: string;
  readonly message: ServiceMessage;
  /** The agent in whose name it is sent; null: the tenant's name, like the flow. */
  readonly agent: HandoffOwner | null;
  /** The same for each repeat. */
  turnIdIn(conversationId: string): string;
  readonly correlationId: string;
  /** Set if it was tried before, and may have been sent, since this time (epoch milliseconds). */
  readonly triedSinceMs?: number | undefined;
}

/**
 * Sends a message in a conversation, or to a channel's user who may never have written: a text inside the window,
 * a template at any time. It doesn't affect the flow or an agent's handoff.
 * @throws `conversation_not_found`, `channel_not_found`, `text_too_long`, `window_closed`, `invalid_template`
 * @see handoff.md 5
 */
export async function sendMessage(
  ports: VisitorPorts & TemplatePorts,
  { tenantId, message, agent, turnIdIn, correlationId, triedSinceMs }: SendRequest,
): Promise<ServiceMessageAnswer> {
  const { to, text = '', choices, template } = message;
  if (text.length > limits.textChars) throw textTooLong(limits.textChars);
  const isNamed = 'conversationId' in to;
  const place = isNamed
    ? await ports.conversations.find(tenantId, to.conversationId)
    : { tenantId, channel: to.channel, accountId: to.accountId };
  if (template?.header?.fileId !== undefined) throw invalidTemplate([noUpload]);
  // A missing one is reported below, as for a text.
  const reply: AgentReply =
    template && place ? await templateReply(ports, place, template) : { text, choices };
  const visitor = isNamed ? null : await visitorOf(ports, tenantId, to, reply.template !== undefined);
  const conversationId = visitor?.conversationId ?? (isNamed ? to.conversationId : '');
  const turnId = turnIdIn(conversationId);
  const named = { tenantId, conversationId, turnId, triedSinceMs };
  const done = await changeAsAgent(
    ports,
    named,
    (stored) => {
      if (!reply.template) assertWindow(stored, ports.nowMs());
      return changeBeside(ports, stored, { reply, agent, turnId, correlationId });
    },
    visitor?.begin,
  );
  const turn = done.turn ?? (await findTurn(ports, done.stored, turnId));
  const sent = turn.replies.at(-1);
  if (!sent) throw new Error('the turn has no message');
  const windowEnds = windowEndsAtMs(done.stored);
  return {
    conversationId,
    message: sent,
    delivery: done.stored.channel === 'webchat' ? 'stored' : 'queued',
    ...(windowEnds !== null && { windowEndsAt: new Date(windowEnds).toISOString() }),
  };
}

function changeBeside(
  ports: VisitorPorts,
  stored: Stored,
  {
    reply,
    agent,
    turnId,
    correlationId,
  }: Pick<SendRequest, 'agent' | 'correlationId'> & { readonly reply: AgentReply; readonly turnId: string },
) {
  const { state } = stored;
  // Its first message has been promised an answer, and is about to run.
  if (!state) throw new TemporarilyUnavailableError();
  const { agent: _, ...content } = agentMessage(agent ?? { kind: 'service', id: '', name: '' }, reply);
  const turn = agentTurn(ports, stored, state, {
    turnId,
    correlationId,
    status: state.status,
    notices: [],
    says: [agent ? agentMessage(agent, reply) : { ...content, author: 'bot' }],
  });
  const hear = (history: FlowState['history']) =>
    withHistory(history, { role: 'assistant', text: reply.text });
  return { turn, hear, beside: true as const };
}
