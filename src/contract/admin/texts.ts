import * as z from 'zod/mini';
import { cannedNames, unfilled } from '../directory.ts';
import { fileId, fileName } from '../files.ts';
import { limits } from '../limits.ts';
import { language } from '../steps/parts.ts';
import { actor, listQuery, pageOf } from './lists.ts';

/** A part of a template that its sender fills: `{{1}}`, or `{{order}}`; by its name or number. */
const placeholders = z.array(z.string());

/**
 * A message that the provider has approved, as an account may send it outside of the 24 hours.
 * @see handoff.md 3.5, the Cloud API's "Message templates"
 */
export const messageTemplate = z.object({
  name: z.string(),
  language: z.string(),
  /** The provider's word: `APPROVED`, `PAUSED`, `PENDING`, … */
  status: z.string(),
  category: z.string(),
  /** Whether its parameters are named or numbered. */
  parameters: z.enum(['named', 'positional']),
  header: z.nullable(
    z.object({
      kind: z.enum(['text', 'image', 'video', 'document', 'location']),
      text: z.optional(z.string()),
      placeholders,
    }),
  ),
  body: z.object({ text: z.string(), placeholders }),
  footer: z.nullable(z.string()),
  buttons: z.array(
    z.object({
      kind: z.enum(['url', 'quick_reply', 'phone', 'copy_code', 'other']),
      text: z.string(),
      url: z.optional(z.string()),
      /** Must be given a value; a quick reply may be. */
      placeholder: z.boolean(),
    }),
  ),
  /** Why it can't be sent; null when it can. */
  unsendable: z.nullable(z.enum(['status', 'authentication', 'unsupported'])),
});
export type MessageTemplate = z.infer<typeof messageTemplate>;

/** `GET /channels/{channel}/{accountId}/templates?search=order&renew=1` */
export const templatesQuery = z.strictObject({
  ...listQuery,
  /** Part of the name. */
  search: z.optional(z.string().check(z.maxLength(limits.identifierChars))),
  /** `1`: only those that can be sent. */
  sendable: z.optional(z.enum(['0', '1'])),
  /** `1`: the provider is asked now, whenever it was asked last. */
  renew: z.optional(z.enum(['0', '1'])),
});

export const templatesPage = z.object({
  items: z.array(messageTemplate),
  cursor: z.nullable(z.string()),
  /** When the provider listed them. */
  readAt: z.string(),
  /** Why the provider can't be reached, as a code. The list is then the last known one. */
  trouble: z.nullable(z.string()),
});
export type TemplatesPage = z.infer<typeof templatesPage>;

const value = z.string().check(z.maxLength(limits.templateValueChars));

/**
 * A template with what fills it: `{"name":"order_update","language":"en","body":{"order":"A-17"}}`.
 * @see handoff.md 2.1
 */
export const templateUse = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(limits.templateNameChars)),
  language: z.string().check(z.minLength(2), z.maxLength(20)),
  header: z.optional(
    z.strictObject({
      /** The value of its placeholder. */
      text: z.optional(value),
      /** The URL of its picture, video or document: https, fetched by the provider. */
      link: z.optional(z.string().check(z.maxLength(2048))),
      /** Or an upload for the conversation, in its place. */
      fileId: z.optional(fileId),
      /** The document's file name. */
      filename: z.optional(fileName.check(z.minLength(1))),
    }),
  ),
  /** In the order of the numbers, or by name. */
  body: z.optional(
    z.union([z.array(value).check(z.maxLength(limits.templateValues)), z.record(z.string(), value)]),
  ),
  buttons: z.optional(
    z
      .array(
        z.strictObject({
          /** Place among the template's buttons; the first is 0. */
          index: z.int().check(z.gte(0), z.lt(limits.templateButtons)),
          /** The end of the URL, the code to copy, or the reply's payload. */
          value,
        }),
      )
      .check(z.maxLength(limits.templateButtons)),
  ),
});
export type TemplateUse = z.infer<typeof templateUse>;

/** `POST /texts`, and PUT of one: `{"name":"Where is it","text":"Hello {{ user.firstName | there }}","language":"en"}`. */
export const savedReplyBody = z.strictObject({
  /** The name under which agents find it. */
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.identifierChars)),
  /** Other placeholders than those of the visitor and the agent are refused: nothing would fill them. */
  text: z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(limits.textChars),
    z.refine(
      (text) => unfilled(text).every((name) => cannedNames.some((known) => known === name)),
      `may hold these placeholders only: ${cannedNames.join(', ')}`,
    ),
  ),
  /** The text's language; absent for all languages. */
  language: z.optional(language),
});
export type SavedReplyBody = z.infer<typeof savedReplyBody>;

/** A saved reply. @see console.md 5 "Saved replies" */
export const savedReply = z.object({
  id: z.string(),
  name: z.string(),
  text: z.string(),
  language: z.nullable(z.string()),
  by: z.nullable(actor),
  at: z.string(),
  /** For `If-Match`. */
  etag: z.string(),
});
export type SavedReply = z.infer<typeof savedReply>;

export const savedRepliesPage = pageOf(savedReply);
