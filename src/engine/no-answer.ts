import type { CanonicalMessage } from '../contract/canonical-message.ts';
import type { StepOf } from '../contract/flow.ts';
import type { NoAnswerReason } from './no-answer-texts.ts';
import { readFile } from './read-file.ts';
import type { StepContext } from './steps/step.ts';

type Question = StepOf<'question'>;

/** Why a message is no answer to the question that waits: none of these costs an attempt. */
export type NoAnswer =
  /** A button of an earlier question, pressed before its visitor can have read the one that waits: a double tap. */
  | { readonly kind: 'repeated-press' }
  /** A button of another message than those that ask. */
  | { readonly kind: 'other-press' }
  /** Nothing that can be read, or nothing of what is asked for; `why` tells the visitor. */
  | { readonly kind: 'no-content'; readonly why?: NoAnswerReason };

/** A second tap comes so soon after the first, at most. */
const doubleTapMs = 3_000;

/** Whether the message answers nothing, whatever the question asks for; null when it is to be read. */
export function noAnswer(question: Question, context: StepContext, offersChoices: boolean): NoAnswer | null {
  return otherPress(context) ?? withoutContent(question, context, offersChoices);
}

function otherPress({ message: { replyTo, receivedAt }, state: { asked } }: StepContext): NoAnswer | null {
  if (replyTo === undefined || !asked || (replyTo >= asked.from && replyTo <= asked.to)) return null;
  const isSecondTap = replyTo < asked.from && Date.parse(receivedAt) - timeOf(asked.from) <= doubleTapMs;
  return { kind: isSecondTap ? 'repeated-press' : 'other-press' };
}

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const timeChars = 10;

/** The time in a ULID, epoch milliseconds. */
const timeOf = (id: string) =>
  [...id.slice(0, timeChars)].reduce((ms, digit) => ms * digits.length + digits.indexOf(digit), 0);

/** A cart or a filled form is content without words; a flow reads it in the metadata. */
const carried = ['order', 'flowReply'] as const;

/** Whether a message holds something besides its text. */
export function hasContent({
  attachments,
  metadata,
}: Pick<CanonicalMessage, 'attachments' | 'metadata'>): boolean {
  return attachments.length > 0 || carried.some((name) => metadata[name] !== undefined);
}

function withoutContent(
  { validate }: Question,
  { message }: StepContext,
  offersChoices: boolean,
): NoAnswer | null {
  const { text = '', attachments, metadata } = message;
  if (text.trim() !== '') return null;
  if (validate?.type === 'file') {
    // A sticker is a picture where pictures are asked for.
    const isFile =
      readFile(validate, attachments) !== null ||
      attachments.some(({ type }) => type !== 'sticker' && type !== 'location' && type !== 'contact');
    return isFile ? null : { kind: 'no-content', why: 'unreadable' };
  }
  const isFull = hasContent(message);
  if (!validate && !offersChoices && isFull) return null;
  // WhatsApp says that the visitor has opened the chat.
  if (metadata.type === 'request_welcome') return { kind: 'no-content' };
  return { kind: 'no-content', why: isFull ? 'needsText' : 'unreadable' };
}
