import * as z from 'zod/mini';
import { limits } from './limits.ts';
import { readLanguage } from './text-identity.ts';

/** The longest address that SMTP takes. @see RFC 5321 4.5.3 */
const emailChars = 254;
const pageChars = 2_000;

/** The form of an address; mail servers decide the rest. Zod's own pattern would add a kilobyte. */
export const emailPattern = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]{2,}$/;

/** `{"email":"ada@example.com","page":"https://shop.example/help","language":"de"}` */
export const emailRequest = z.object({
  /** Where replies are announced. Without it: the verified visitor's own address. */
  email: z.optional(
    z.string().check(z.regex(emailPattern, 'must be an email address'), z.maxLength(emailChars)),
  ),
  /** The page with the chat, on an allowed origin: links in emails lead there. */
  page: z
    .string()
    .check(z.regex(/^https?:\/\/[^\s#]+$/, 'must be the address of a page'), z.maxLength(pageChars)),
  /** The language of the emails, as a BCP 47 tag; anything else is ignored. */
  language: z.optional(
    z.pipe(
      z.string().check(z.maxLength(35)),
      z.transform((given: string) => readLanguage(given)),
    ),
  ),
  /** Also sends the transcript once the address is confirmed. */
  transcript: z.optional(z.boolean()),
});

/** `sent`: a confirmation email, if this address may get one. `confirmed`: nothing more is needed. */
export const emailAnswer = z.object({ status: z.enum(['sent', 'confirmed']) });
export type EmailAnswer = z.infer<typeof emailAnswer>;

/** The longest token of a link: a secret and the tenant's id. */
const tokenChars = 64 + limits.identifierChars;

/** `{"token":"…"}`, as the link in the email has it. */
export const claimRequest = z.object({ token: z.string().check(z.minLength(1), z.maxLength(tokenChars)) });
export const claimAnswer = z.object({ conversationId: z.string() });
export type ClaimAnswer = z.infer<typeof claimAnswer>;

/** The query of a page behind a link in an email. */
export const mailPageQuery = z.object({ token: z.optional(z.string().check(z.maxLength(tokenChars))) });

/** What an email is about. */
const mailKind = z.enum(['confirm', 'reply', 'transcript', 'mention', 'assignment']);

/** An email to send, on the queue of runs; without address and text. */
export const mailTask = z.object({
  kind: z.literal('mail'),
  what: mailKind,
  tenantId: z.string(),
  conversationId: z.string(),
  /** The same for each retry. */
  id: z.string(),
  /** The agent, for emails to agents. */
  userId: z.optional(z.string()),
  /** The API's URL, for links in emails to agents. */
  api: z.optional(z.string()),
  /** When the event happened, epoch milliseconds. */
  sinceMs: z.int(),
});
export type MailTask = Readonly<z.infer<typeof mailTask>>;

/** SES's events: an email bounced, or its recipient complained. @see https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html */
export const mailEvents = ['Bounce', 'Complaint'] as const;

/** The bus's rule for them. */
export const mailEventPattern = { source: ['aws.ses'], detail: { eventType: [...mailEvents] } };

const recipients = z.array(z.object({ emailAddress: z.string() }));

/** `{"source":"aws.ses","detail":{"eventType":"Bounce","bounce":{"bounceType":"Permanent","bouncedRecipients":[{"emailAddress":"a@b.example"}]},"mail":{"tags":{"tenant":["acme"]}}}}` */
export const mailEventRecord = z.object({
  source: z.literal('aws.ses'),
  detail: z.object({
    eventType: z.enum(mailEvents),
    bounce: z.optional(z.object({ bounceType: z.string(), bouncedRecipients: recipients })),
    complaint: z.optional(z.object({ complainedRecipients: recipients })),
    mail: z.object({ tags: z.optional(z.record(z.string(), z.array(z.string()))) }),
  }),
});
export type MailEvent = Readonly<z.infer<typeof mailEventRecord>>['detail'];

/** The numbers of emails, their units in their names. */
export const mailLimits = {
  /** How long an agent's reply stays unread before it is announced. */
  unreadMs: 2 * 60_000,
  /** How long a mention or assignment stays unseen before it is announced. */
  unseenMs: 10 * 60_000,
  /** Emails about a conversation in any 24 hours. */
  perConversation: 3,
  /** Emails to an agent in any 24 hours. */
  perAgent: 5,
  windowMs: 24 * 60 * 60_000,
  /** Links to a conversation, and to confirm an address. */
  linkMs: 7 * 24 * 60 * 60_000,
  /** Some countries require at least 30 days. */
  unsubscribeMs: 90 * 24 * 60 * 60_000,
  /** How long an unconfirmed address gets no second confirmation email. */
  askAgainMs: 30 * 24 * 60 * 60_000,
  /** Confirmation emails in 24 hours to an address that has been confirmed before. */
  confirmationsOfKnown: 3,
  /** Requests for emails in an hour. */
  hourMs: 60 * 60_000,
  requestsPerSession: 6,
  requestsPerAddress: 20,
  requestsPerTenant: 600,
  transcriptMessages: 500,
} as const;
