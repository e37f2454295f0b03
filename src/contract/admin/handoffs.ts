import * as z from 'zod/mini';
import { handoffOwner } from '../events.ts';
import { fileId } from '../files.ts';
import { priority, triageChange } from '../labels.ts';
import { limits } from '../limits.ts';
import { logMessage } from '../poll.ts';
import { messageUpdate, readMessage } from '../queue-records.ts';
import { text as stepText } from '../steps/parts.ts';
import { channelName, choice, identifier, messageId } from '../vocabulary.ts';
import { listQuery, pageOf } from './lists.ts';
import { templateUse } from './texts.ts';

/** A handoff in a list, from the conversation's item. @see handoff.md 2.1 */
export const handoffRow = z.object({
  conversationId: z.string(),
  handoffId: z.string(),
  /** The conversation's version: the highest is the latest. */
  version: z.int(),
  epoch: z.int(),
  state: z.enum(['requested', 'taken']),
  queue: z.string(),
  reason: z.string(),
  owner: z.nullable(handoffOwner),
  /** The queue has assigned it to its owner; absent if they took it. */
  assigned: z.optional(z.literal('automatic')),
  /** Reserved for the assigned agent until then. */
  offer: z.nullable(z.object({ userId: z.string(), until: z.string() })),
  visitor: z.object({
    id: z.string(),
    name: z.nullable(z.string()),
    channel: channelName,
    language: z.nullable(z.string()),
    verified: z.boolean(),
  }),
  requestedAt: z.string(),
  /** The visitor's first unanswered message. */
  waitingSince: z.nullable(z.string()),
  deadlineAt: z.string(),
  /** Until when a chat app takes free text. */
  windowEndsAt: z.optional(z.string()),
  /** Agents mentioned in notes, with the author and time of the latest note for each. */
  mentions: z.optional(z.array(z.object({ userId: z.string(), by: z.string(), at: z.string() }))),
  /** IDs of the tenant's labels; absent: none. */
  labels: z.optional(z.array(z.string())),
  /** Absent: `none`. */
  priority: z.optional(priority),
  /** Until then it is in the list of snoozed conversations only, unless its visitor writes. */
  snoozedUntil: z.optional(z.string()),
  lastText: z.string(),
  lastSeq: z.int(),
});
export type HandoffRow = z.infer<typeof handoffRow>;

/** A handoff as its own page shows it. */
export const handoffView = z.extend(handoffRow, {
  /** Variables that the flow's step names. */
  share: z.record(z.string(), z.unknown()),
  /** The default step after a return to the bot; null if the flow has none. */
  next: z.nullable(z.string()),
  /** Steps of the run's version that it may be given back to, with what the visitor reads there first. */
  steps: z.array(z.object({ id: z.string(), kind: z.string(), text: z.optional(stepText) })),
  /** The first step of the survey after closing; null if the flow has none. */
  afterClose: z.nullable(z.string()),
  /** The account of a chat app that it runs on; null on web chat. */
  accountId: z.nullable(z.string()),
  /** Other contact data of the visitor, if known. */
  contact: z.object({ email: z.optional(z.string()), phone: z.optional(z.string()) }),
});
export type HandoffView = z.infer<typeof handoffView>;

/** `GET /handoffs?state=waiting&queue=billing`: the oldest first. */
export const handoffsQuery = z.strictObject({
  ...listQuery,
  /** Unassigned handoffs, those of the caller, all assigned ones, or snoozed ones, the first to come back first. */
  state: z.optional(z.enum(['waiting', 'mine', 'taken', 'snoozed'])),
  /** For unassigned conversations: their queue; default: all queues. */
  queue: z.optional(identifier),
  /** Only those with this label, or priority: a page may be short. */
  label: z.optional(identifier),
  priority: z.optional(priority),
});
export const handoffsPage = pageOf(handoffRow);

/** An agent of the tenant. */
export const teammate = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether they are available: seen in the last 90 seconds. */
  here: z.boolean(),
  /** Conversations that they have. */
  open: z.int(),
});
export type Teammate = z.infer<typeof teammate>;

/** The response of `GET /handoffs/colleagues`: agents who can take over a conversation, available ones first. */
export const teammatesAnswer = z.object({ items: z.array(teammate) });

const text = z.string().check(z.trim(), z.minLength(1));

/** `POST …/handoff/take` */
export const takeBody = z.strictObject({ takeOver: z.optional(z.boolean()) });

/** The content: a text, or an approved provider template. */
export const messageFields = {
  text: z.optional(text),
  choices: z.optional(z.array(choice).check(z.minLength(1), z.maxLength(limits.replyChoices))),
  template: z.optional(templateUse),
};

/** Exactly one of them. */
export const hasOneContent = z.refine<{ readonly text?: string | undefined; readonly template?: unknown }>(
  ({ text: written, template }) => (written === undefined) !== (template === undefined),
  'needs either "text" or "template"',
);

/** `POST …/handoff/reply` */
export const replyBody = z
  .strictObject({
    ...messageFields,
    /** A reply that was saved, with what fills it besides what is known of the visitor. */
    canned: z.optional(
      z.strictObject({
        id: z.string().check(z.minLength(1), z.maxLength(limits.identifierChars)),
        variables: z.optional(z.record(z.string(), z.string())),
      }),
    ),
    /** Ids of uploads; a text may go with them. */
    files: z.optional(z.array(fileId).check(z.minLength(1), z.maxLength(limits.attachments))),
    /** Place of the last message that the writer has seen. */
    seenSeq: z.optional(z.int().check(z.gte(0))),
  })
  .check(
    z.refine(
      ({ text: written, canned, template, files }) =>
        [written, canned, template].filter((one) => one !== undefined).length <= 1 &&
        (template === undefined || files === undefined) &&
        [written, canned, template, files].some((one) => one !== undefined),
      'needs one of "text", "canned" and "template", or "files" with a text or without',
    ),
  );

export type ReplyBody = z.infer<typeof replyBody>;

/** `POST …/handoff/note` */
export const noteBody = z.strictObject({
  text,
  /** Ids of the agents who are mentioned. */
  mention: z.optional(
    z.array(z.string().check(z.maxLength(limits.identifierChars))).check(z.maxLength(limits.mentions)),
  ),
});

/** Internal notes and events of a conversation. */
export const sideEntry = z.object({
  id: z.string(),
  /** Null: the visitor, or the schedule. */
  by: z.nullable(handoffOwner),
  /** The event; a note has none. */
  event: z.optional(
    z.enum([
      'taken',
      'assigned',
      'returned',
      'closed',
      'expired',
      'visitor',
      'owner_away',
      'owner_gone',
      'moved',
    ]),
  ),
  /** For an assignment: the agent's name, or the queue. */
  to: z.optional(z.string()),
  text: z.string(),
  /** What the visitor later did to a message. */
  update: z.optional(messageUpdate),
  mention: z.optional(z.array(z.string())),
  /** A change of labels, priority or snooze. */
  triage: z.optional(triageChange),
  at: z.string(),
});

/** `GET /inbox`: what has changed since `cursor`; waits for it. */
export const inboxQuery = z.strictObject({
  cursor: z.optional(z.string().check(z.maxLength(limits.inboxCursorChars))),
  /** The conversation that is looked at, and the last message of it that is shown. */
  watch: z.optional(identifier),
  after: z.optional(messageId),
  /** `1`: the visitor is shown as writing; it is answered when that is no longer so, or without it when it becomes so. */
  typing: z.optional(z.enum(['0', '1'])),
  /** `1`: the caller is away; visitors who wait for them are offered to other agents. */
  away: z.optional(z.enum(['0', '1'])),
  /** `0` answers at once. */
  wait: z.optional(z.enum(['0', '1'])),
});

/** @see handoff.md 2.1 */
export const inboxAnswer = z.object({
  /** For the next request. */
  cursor: z.string(),
  /** Too many changes, or too old a cursor: the client must reload the list. */
  reset: z.optional(z.literal(true)),
  /** Changed conversations, in any order and possibly repeated. The highest `version` of each is the latest. */
  rows: z.array(z.object({ conversationId: z.string(), version: z.int(), handoff: z.nullable(handoffRow) })),
  watched: z.optional(
    z.object({
      messages: z.array(readMessage),
      side: z.array(sideEntry),
      /** Whether the visitor is typing. */
      typing: z.boolean(),
    }),
  ),
  queues: z.array(
    z.object({
      name: z.string(),
      /** A hundred at most. */
      waiting: z.int(),
      /** Since when the first has waited. */
      oldest: z.nullable(z.string()),
      /** Within how many seconds a visitor should be answered. */
      targetSeconds: z.int(),
    }),
  ),
});
export type InboxAnswer = z.infer<typeof inboxAnswer>;

/** `POST …/handoff/typing`; `seen`: the agent has seen the visitor's messages. */
export const typingBody = z.strictObject({ on: z.boolean(), seen: z.optional(z.literal(true)) });

/** `POST …/handoff/assign` */
export const assignBody = z.strictObject({
  to: z.union([
    z.strictObject({ user: z.string().check(z.minLength(1), z.maxLength(limits.identifierChars)) }),
    z.strictObject({ queue: identifier }),
  ]),
  /** For those who get it. */
  note: z.optional(text),
});

/** `POST …/handoff/return` */
export const returnBody = z.strictObject({
  /** The step to continue at; default: the connection of the handoff step. */
  stepId: z.optional(z.string().check(z.minLength(1), z.maxLength(limits.identifierChars))),
  /** A new run, on the published version. */
  run: z.optional(z.literal('published')),
  variables: z.optional(z.record(z.string(), z.json())),
});

/** `POST …/handoff/close` */
export const closeBody = z.strictObject({
  text: z.optional(text),
  disposition: z.optional(z.string().check(z.minLength(1), z.maxLength(limits.identifierChars))),
  /** The flow continues at the step's `afterClose`. */
  survey: z.optional(z.boolean()),
});

/** The state after the request; null if no agent has the conversation any more. */
export const handoffAnswer = z.object({ handoff: z.nullable(handoffView) });

/** Further fields of the response to a reply. */
export const replyAnswer = z.object({
  message: logMessage,
  handoff: z.nullable(handoffView),
  /** Messages that came behind what the writer had seen. */
  missed: z.int(),
  /** `stored`: the visitor's widget reads it; `queued`: it is sent through a provider. */
  delivery: z.enum(['stored', 'queued']),
  /** Until when a chat app takes free text. */
  windowEndsAt: z.optional(z.string()),
});
export type ReplyAnswer = z.infer<typeof replyAnswer>;
