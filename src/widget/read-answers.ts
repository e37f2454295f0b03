import type { FormAResponse } from '../contract/forms.ts';
import type { LogMessage, PollResponse, VisitorHandoff } from '../contract/poll.ts';
import type { AnswerInput, Attachment, Card, Choice, ConversationStatus } from '../contract/vocabulary.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the answer to a message. By hand: the contract's schemas would be two fifths of the widget; a test holds both to
 * the same shapes.
 * @throws TypeError when it is not one
 */
export function readFormAResponse(body: unknown): FormAResponse {
  const { conversationId, status, replies, message, after, next } = fields(body);
  return {
    conversationId: text(conversationId),
    status: statusOf(status),
    replies: list(replies).map((reply) => {
      return { ...partsOf(fields(reply)), ...placeOf(reply) };
    }),
    ...(message !== undefined && { message: placeOf(message) }),
    ...(after !== undefined && { after: text(after) }),
    ...nextOf(next),
  };
}

/**
 * Reads a page of the log.
 * @throws TypeError when it is not one
 */
export function readPollResponse(body: unknown): PollResponse {
  const { conversationId, status, messages, after, next, handoff, emailConfirmed } = fields(body);
  return {
    conversationId: text(conversationId),
    status: statusOf(status),
    messages: readMessages(messages),
    after: after === null ? null : text(after),
    ...nextOf(next),
    ...(handoff !== undefined && { handoff: handoff === null ? null : handoffOf(handoff) }),
    ...(emailConfirmed === true && { emailConfirmed }),
  };
}

/**
 * Reads messages of a log.
 * @throws TypeError when they are none
 */
export const readMessages = (messages: unknown): LogMessage[] => list(messages).map(messageOf);

/** The code and the sentence of a problem; what a proxy answered has none. */
export function readProblem(body: unknown): { readonly code?: string; readonly detail?: string } {
  const { code, detail } = typeof body === 'object' && body !== null ? (body as Fields) : {};
  return { ...(typeof code === 'string' && { code }), ...(typeof detail === 'string' && { detail }) };
}

/** A gateway of the last release does not say where the log has its answers. */
function placeOf(value: unknown): { id?: string; seq?: number; timestamp?: string } {
  const { id, seq, timestamp } = fields(value);
  return id === undefined ? {} : { id: text(id), seq: numbered(seq), timestamp: text(timestamp) };
}

function numbered(seq: unknown): number {
  if (!Number.isInteger(seq)) throw new TypeError('no sequence number');
  return Number(seq);
}

function messageOf(value: unknown): LogMessage {
  const message = fields(value);
  const { id, seq, author, timestamp, agent } = message;
  if (author !== 'user' && author !== 'bot' && author !== 'agent') throw new TypeError('no author');
  return {
    id: text(id),
    seq: numbered(seq),
    author,
    ...partsOf(message),
    timestamp: text(timestamp),
    ...(agent !== undefined && { agent: nameOf(agent) }),
  };
}

/** The common fields of a flow's messages and the log's. */
function partsOf({ text: words, markdown, choices, attachments, cards, input }: Fields) {
  return {
    text: text(words),
    ...textsOf({ markdown }),
    ...(choices !== undefined && { choices: list(choices).map(choiceOf) }),
    ...(attachments !== undefined && { attachments: list(attachments).map(attachmentOf) }),
    ...(cards !== undefined && { cards: list(cards).map(cardOf) }),
    // A later release may send an unknown type.
    ...(input !== undefined && { input: input as AnswerInput }),
  };
}

/** Unknown handoff states count as waiting for an agent. */
function handoffOf(value: unknown): VisitorHandoff {
  const { id, state, position, agent, typing, unattended, tag } = fields(value);
  return {
    id: text(id),
    state: state === 'with_agent' || state === 'delayed' ? state : 'waiting',
    position: typeof position === 'number' ? position : null,
    agent: typeof agent === 'object' && agent !== null ? nameOf(agent) : null,
    typing: typing === true,
    ...(unattended === true && { unattended }),
    tag: text(tag),
  };
}

function nameOf(agent: unknown): { readonly name: string } {
  const { name } = fields(agent);
  return { name: text(name) };
}

function choiceOf(value: unknown): Choice {
  const choice = fields(value);
  return { label: text(choice.label), value: text(choice.value) };
}

/** Values that aren't texts are ignored. */
function cardOf(value: unknown): Card {
  const { title, text: words, markdown, image, imageText, buttons = [] } = fields(value);
  return {
    title: text(title),
    ...textsOf({ text: words, markdown, image, imageText }),
    buttons: list(buttons).map((button) => {
      const { label, value: buttonValue, url } = fields(button);
      return { label: text(label), ...textsOf({ value: buttonValue, url }) };
    }),
  };
}

const textsOf = (given: Fields): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

/** Only what is shown; anything of another type than expected is left out. */
function attachmentOf(value: unknown): Attachment {
  const { type, url, filename, caption, name, latitude, longitude } = fields(value);
  const numbers = Object.entries({ latitude, longitude }).filter(([, part]) => typeof part === 'number');
  return {
    type: text(type) as Attachment['type'],
    ...textsOf({ url, filename, caption, name }),
    ...Object.fromEntries(numbers),
  };
}

/** A gateway of the last release does not say it in every answer. */
const nextOf = (next: unknown) => (next === undefined ? {} : { next: next === null ? null : text(next) });

function statusOf(value: unknown): ConversationStatus {
  if (value !== 'active' && value !== 'completed' && value !== 'handoff') throw new TypeError('no status');
  return value;
}

function fields(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) throw new TypeError('no object');
  return value as Fields;
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError('no list');
  return value;
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('no text');
  return value;
}
