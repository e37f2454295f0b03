import * as z from 'zod/mini';
import { accountChannels } from './channels.ts';
import { fileId, fileName, fileStatus } from './files.ts';
import { limits } from './limits.ts';

/** `source` of every event of ours. @see design 3 */
export const eventSource = 'messaging.gateway';

/** Channels of a canonical message. @see spec "CanonicalMessage" */
export const channelNames = ['webchat', ...accountChannels] as const;
export const channelName = z.enum(channelNames);
export type ChannelName = z.infer<typeof channelName>;

/** Whether a tenant is active. */
export const tenantStatus = z.enum(['active', 'suspended']);

/** @see spec "States and transitions" */
export const conversationStatus = z.enum(['active', 'completed', 'handoff']);
export type ConversationStatus = z.infer<typeof conversationStatus>;

/** The author of a logged message: the visitor, the flow, or an agent. @see design 2.5 */
export const author = z.enum(['user', 'bot', 'agent']);

/** The agent who wrote a message, as the visitor sees them. @see handoff.md 2.2 */
export const agentName = z.object({ name: z.string(), picture: z.optional(z.string()) });

/**
 * An identifier that a caller chooses: no control characters, no key separators of ours (`#`), no lone surrogates.
 */
export const identifier = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(limits.identifierChars),
    z.regex(/^[A-Za-z0-9._:@+=/-]+$/, 'may hold letters, digits and . _ : @ + = / - only'),
  );

/** A crockford base32 ULID, upper case. @see design 2.5 */
export const messageId = z
  .string()
  .check(z.regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, 'must be a message id (ULID)'));

/** A visitor's session. */
export const sessionUuid = z.guid();

/** One answer that a question offers. */
export const choice = z.object({ label: z.string(), value: z.string() });
export type Choice = z.infer<typeof choice>;

/**
 * The answer that a question expects, so that a page can show a suitable keyboard or picker, or what it measures, so
 * that it can show faces or a scale. The answer is always text.
 */
export const answerInput = z.enum([
  ...['number', 'email', 'phone', 'date', 'time'],
  ...['csat', 'nps', 'resolved'],
] as const);
export type AnswerInput = z.infer<typeof answerInput>;

/** Inboxes and pages make links of it: never `javascript:`, `file:`, `data:`. */
export const webAddress = z.string().check(
  z.maxLength(2048),
  z.refine(isWebAddress, {
    error: 'must be an address that begins with https:// or http://',
    params: { code: 'badAddress' },
  }),
);

function isWebAddress(address: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}\\]+$/iu.test(address) && URL.canParse(address);
}

/**
 * A bot's text in which a value holds what would be read as marks: the same text with these escaped by backslashes.
 * Clients that render Markdown show this instead of `text`; others show `text`.
 */
export const markdown = z.optional(z.string());

/** A card's button: `value` is sent as the visitor's message, `url` is opened. */
const cardButton = z.object({
  label: z.string(),
  value: z.optional(z.string()),
  url: z.optional(webAddress),
});

/** A picture with words and buttons; several side by side are a carousel. */
export const card = z.object({
  title: z.string(),
  text: z.optional(z.string()),
  markdown,
  image: z.optional(webAddress),
  /** The alternative text. */
  imageText: z.optional(z.string()),
  buttons: z.optional(z.array(cardButton)),
});
export type Card = z.infer<typeof card>;

/** @see design 2.7 */
export const attachment = z.object({
  type: z.enum(['image', 'audio', 'video', 'document', 'sticker', 'location', 'contact']),
  url: z.optional(webAddress),
  /** An upload, or a file of a chat app: see `status`; its URL is signed for each reader. */
  fileId: z.optional(fileId),
  /** For an attachment with a `fileId`: it can be read only if `available`. */
  status: z.optional(fileStatus),
  mediaId: z.optional(z.string().check(z.maxLength(512))),
  mimeType: z.optional(z.string().check(z.maxLength(255))),
  filename: z.optional(fileName),
  sizeBytes: z.optional(z.number().check(z.nonnegative())),
  sha256: z.optional(z.string().check(z.maxLength(88))),
  caption: z.optional(z.string().check(z.maxLength(4096))),
  latitude: z.optional(z.number().check(z.gte(-90), z.lte(90))),
  longitude: z.optional(z.number().check(z.gte(-180), z.lte(180))),
  name: z.optional(z.string().check(z.maxLength(1024))),
});
export type Attachment = z.infer<typeof attachment>;

/** What a message shows, whoever wrote it. */
export const messageContent = {
  text: z.string(),
  markdown,
  choices: z.optional(z.array(choice)),
  attachments: z.optional(z.array(attachment)),
  cards: z.optional(z.array(card)),
};

const filledPlaceholder = z.object({
  /** For a template with named parameters. */
  name: z.optional(z.string()),
  text: z.string(),
});

/** The approved provider template of a message. A header file is the message's attachment. @see handoff.md 3.6 */
export const sentTemplate = z.object({
  name: z.string(),
  language: z.string(),
  header: z.optional(filledPlaceholder),
  body: z.optional(z.array(filledPlaceholder)),
  buttons: z.optional(
    z.array(
      z.object({ index: z.int(), kind: z.enum(['url', 'quick_reply', 'copy_code']), value: z.string() }),
    ),
  ),
});
export type SentTemplate = z.infer<typeof sentTemplate>;

/** The conversation's position in its flow. @see spec "Web chat response, Form B" */
export const flowPosition = z.object({ id: z.string(), version: z.int(), stepId: z.string() });
export type FlowPosition = z.infer<typeof flowPosition>;

/** @see design 2.5 */
export const handoff = z.object({
  reason: z.string(),
  queue: z.nullable(z.string()),
  requestedAt: z.string(),
  id: z.optional(z.string()),
  /** Whether the conversation waits for an agent or is with one. */
  state: z.optional(z.enum(['waiting', 'with_agent'])),
});
export type Handoff = z.infer<typeof handoff>;
