import * as z from 'zod/mini';
import type { CenterAction } from '../../contract/queue-records.ts';
import { type Choice, webAddress } from '../../contract/vocabulary.ts';
import type { InboundItem } from '../channel.ts';
import { maybe } from '../reading.ts';
import { readContent } from './content.ts';

const id = z.string().check(z.minLength(1), z.maxLength(512));
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));

/**
 * A contact center's message in a handoff:
 * `{"id":"c1","handoffId":"01J…","position":1,"type":"Text","agent":{"id":"a7", "name":"Maria"},"text":"Hello"}`
 * @see handoff.md 4.2
 */
export const handoffMessage = z.object({
  id,
  handoffId: id,
  position: maybe(z.int().check(z.gte(1))),
  type: z.enum(['Text', 'Structured', 'Event', 'Receipt']),
  agent: maybe(z.object({ id, name, picture: maybe(webAddress) })),
  text: maybe(z.string()),
  content: maybe(z.array(z.unknown())),
  /** For a `Receipt`. */
  status: maybe(z.string()),
  events: maybe(
    z.array(
      z.object({
        eventType: z.enum(['Accepted', 'Typing', 'Ended', 'Transferred']),
        /** For `Typing`; false when the agent has stopped. */
        on: maybe(z.boolean()),
        // biome-ignore lint/suspicious/noThenProperty: its name on the wire.
        then: maybe(z.enum(['return', 'close'])),
        stepId: maybe(z.string()),
      }),
    ),
  ),
});
type HandoffMessage = z.infer<typeof handoffMessage>;

/** Whether a body is about a handoff, valid or not. */
export function isOfHandoff(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && 'handoffId' in payload;
}

const quickReply = z.object({
  contentType: z.literal('QuickReply'),
  quickReply: z.object({ text: z.string(), payload: z.string() }),
});

/** The result of parsing it. */
export function agentItem(message: HandoffMessage): Extract<InboundItem, { kind: 'agent' }> {
  const { id: messageId, handoffId, position, type, status, events = [] } = message;
  const typing = type === 'Event' ? events.find(({ eventType }) => eventType === 'Typing') : undefined;
  return {
    kind: 'agent',
    id: messageId,
    handoffId,
    ...(position !== undefined && { position }),
    ...(typing && { typing: typing.on ?? true }),
    hasRead: type === 'Text' || type === 'Structured' || status?.toLowerCase() === 'read',
    actions: type === 'Event' ? eventActions(message) : type === 'Receipt' ? [] : [messageAction(message)],
  };
}

/** Whether an agent's message has nothing to show: no text, or only unsupported content. */
export function saysNothing(message: HandoffMessage): boolean {
  return agentItem(message).actions.some(
    (action) =>
      action.type === 'says' && !/[^\s\p{Cf}]/u.test(action.text) && !action.choices && !action.attachments,
  );
}

function eventActions({ agent, events = [] }: HandoffMessage): CenterAction[] {
  const who = agentOf(agent);
  return events.flatMap(({ eventType, then: how = 'close', stepId }): CenterAction[] => {
    switch (eventType) {
      case 'Accepted':
      case 'Transferred':
        return [{ type: 'takes', ...who }];
      case 'Ended':
        return [{ type: 'ends', ...who, how, ...(stepId !== undefined && { stepId }) }];
      default:
        return [];
    }
  });
}

function messageAction({ agent, text = '', content = [] }: HandoffMessage): CenterAction {
  const choices = content.flatMap((piece): Choice[] => {
    const { data } = quickReply.safeParse(piece);
    return data ? [{ label: data.quickReply.text, value: data.quickReply.payload }] : [];
  });
  const read = content.filter((piece) => !quickReply.safeParse(piece).success).map(readContent);
  const attachments = read.flatMap((piece) => piece?.attachments ?? []);
  const words = [text, ...read.flatMap((piece) => piece?.text ?? [])].filter(Boolean).join('\n');
  return {
    type: 'says',
    ...agentOf(agent),
    text: words,
    ...(choices.length > 0 && { choices }),
    ...(attachments.length > 0 && { attachments }),
  };
}

function agentOf(agent: HandoffMessage['agent']) {
  if (!agent) return {};
  const { picture, ...named } = agent;
  return { agent: { ...named, ...(picture !== undefined && { picture }) } };
}
