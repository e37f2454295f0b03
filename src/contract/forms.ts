import * as z from 'zod/mini';
import { fileId } from './files.ts';
import { limits } from './limits.ts';
import { nextRead } from './poll.ts';
import { publicLink } from './public-address.ts';
import { readLanguage } from './text-identity.ts';
import {
  type Attachment,
  answerInput,
  attachment,
  author,
  conversationStatus,
  flowPosition,
  handoff,
  identifier,
  messageContent,
  messageId,
} from './vocabulary.ts';

const uuid = z.guid();
const shortText = z.string().check(z.maxLength(255));

/** A visitor's uploaded file. The gateway knows its properties. @see design 14 */
const caption = z.optional(z.string().check(z.maxLength(limits.textChars)));
const uploaded = z.object({ fileId, caption });

/** `{"fileId":"6fXn…"}`, or what lies somewhere else: `{"type":"image","url":"https://…"}` */
const sentAttachment = z.pipe(
  z
    .object({
      ...attachment.shape,
      type: z.optional(attachment.shape.type),
      /** A stranger's word: agents open it. */
      url: z.optional(publicLink),
    })
    .check(
      z.refine(({ type, fileId: id }) => type !== undefined || id !== undefined, {
        path: ['type'],
        error: 'is missing, and so is fileId',
      }),
    ),
  z.transform(
    ({ status: _, type = 'document', ...sent }): Attachment =>
      sent.fileId === undefined
        ? { type, ...sent }
        : asUploaded({ fileId: sent.fileId, caption: sent.caption }),
  ),
);

/** Other fields of the caller are ignored. */
function asUploaded({ fileId: id, caption: text }: z.infer<typeof uploaded>): Attachment {
  return { type: 'document', fileId: id, ...(text !== undefined && { caption: text }) };
}

/**
 * Id of the message whose choice or card button was pressed: a press on a message of an earlier question is no answer to
 * the one that waits.
 */
const replyTo = z.optional(messageId);

const claimedUser = {
  firstName: z.optional(shortText),
  email: z.optional(shortText),
  /** A tag that is none is as if it had not been sent. */
  language: z.optional(
    z.pipe(
      z.nullable(z.string()),
      z.transform((given: string | null) => readLanguage(given)),
    ),
  ),
};

/** Data for the flow, sent with a message; small enough for expressions. @see design 2.1, 4 */
const metadata = z.record(z.string(), z.unknown()).check(
  z.refine((sent) => new TextEncoder().encode(JSON.stringify(sent)).length <= limits.metadataBytes, {
    error: `is larger than ${limits.metadataBytes} bytes`,
  }),
  z.refine((sent) => countValues(sent) <= limits.metadataNodes, {
    error: `holds more than ${limits.metadataNodes} values, or a list of more than ${limits.metadataListItems}`,
  }),
);

/** The values in a value, itself counted; endlessly many when a list in it is too long. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  if (Array.isArray(value) && value.length > limits.metadataListItems) return Number.POSITIVE_INFINITY;
  return Object.values(value).reduce((sum: number, item) => sum + countValues(item), 1);
}

/**
 * Form A, the widget's.
 * `{"tenantId":"acme","conversationId":null,"channel":"webchat","from":{"id":"0b0e…"},"content":{"text":"hi"}}`
 * @see spec "Web chat request, Form A"
 */
export const formARequest = z
  .object({
    tenantId: identifier,
    conversationId: z.nullable(z.string().check(z.minLength(1), z.maxLength(limits.identifierChars))),
    channel: z.literal('webchat'),
    from: z.object({ id: uuid }),
    content: z
      .object({
        text: z.string().check(z.trim(), z.maxLength(limits.textChars)),
        attachments: z.optional(z.array(uploaded).check(z.maxLength(limits.attachments))),
        replyTo,
        /** Begins a run without a message: the visitor has opened the chat. @see design 2.5 */
        start: z.optional(z.literal(true)),
      })
      .check(
        z.refine(({ text, attachments = [], start }) => start || text !== '' || attachments.length > 0, {
          path: ['text'],
          error: 'may be empty only when there are attachments',
        }),
        z.refine(({ text, attachments = [], start }) => !start || (text === '' && attachments.length === 0), {
          path: ['start'],
          error: 'begins a conversation without a message',
        }),
      ),
    /** The page's own, unverified data about its visitor. */
    user: z.optional(z.object(claimedUser)),
    metadata: z.optional(metadata),
  })
  .check(
    z.refine(({ conversationId, content }) => !content.start || conversationId === null, {
      path: ['content', 'start'],
      error: 'begins a conversation: conversationId must be null',
    }),
  );
export type FormARequest = z.infer<typeof formARequest>;

/**
 * Form B, a REST client's.
 * `{"text":"hi","attachments":[],"user":{"id":"42","firstName":"Ada"},"metadata":{"page":"/pricing"}}`
 * @see spec "Web chat request, Form B"
 */
export const formBRequest = z
  .object({
    text: z.string().check(z.trim(), z.maxLength(limits.textChars)),
    attachments: z.array(sentAttachment).check(z.maxLength(limits.attachments)),
    user: z.object({
      id: z.string().check(z.minLength(1), z.maxLength(limits.identifierChars)),
      ...claimedUser,
    }),
    metadata: z.optional(metadata),
    replyTo,
  })
  .check(
    z.refine((form) => form.text !== '' || form.attachments.length > 0, {
      path: ['text'],
      error: 'may be empty only when there are attachments',
    }),
  );
export type FormBRequest = z.infer<typeof formBRequest>;

/** The message's position in the log: polls start after it. Not in a 202. */
const logged = { id: z.optional(z.string()), seq: z.optional(z.int()), timestamp: z.optional(z.string()) };

/** @see spec "Web chat response, Form A", design 2.5 */
export const formAResponse = z.object({
  conversationId: z.string(),
  status: conversationStatus,
  replies: z.array(
    z.object({
      ...messageContent,
      input: z.optional(answerInput),
      ...logged,
    }),
  ),
  /** The visitor's own message, as the log has it; none of what began without one. */
  message: z.optional(z.object(logged)),
  /** Only in a 202: the id to long-poll after. */
  after: z.optional(z.string()),
  next: z.optional(nextRead),
});
export type FormAResponse = z.infer<typeof formAResponse>;

/** @see spec "Web chat response, Form B (status 200)" */
export const formBResponse = z.object({
  messageId: z.string(),
  conversationId: z.string(),
  replies: z.array(
    z.object({
      id: z.string(),
      ...messageContent,
      author,
      timestamp: z.optional(z.string()),
      input: z.optional(answerInput),
    }),
  ),
  flow: flowPosition,
  handoff: z.nullable(handoff),
  next: z.optional(nextRead),
});
export type FormBResponse = z.infer<typeof formBResponse>;

/** The 202 of Form B. @see design 2.5 */
export const formBPending = z.object({
  messageId: z.string(),
  conversationId: z.string(),
  status: z.literal('pending'),
  after: z.string(),
  next: z.optional(nextRead),
});
export type FormBPending = z.infer<typeof formBPending>;
