import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { language } from '../steps/parts.ts';
import { actor, listQuery, pageOf } from './lists.ts';

/** `POST /texts`, and PUT of one: `{"name":"Where is it","text":"Hello {{ user.firstName | there }}","language":"en"}`. */
export const savedReplyBody = z.strictObject({
  /** What it is found by. */
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.identifierChars)),
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.textChars)),
  /** Of the text; left out where it is for everybody. */
  language: z.optional(language),
});
export type SavedReplyBody = z.infer<typeof savedReplyBody>;

/** A reply that humans have saved for each other. @see console.md 5 "Saved replies" */
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

/** `GET /texts`: in no order that means anything. */
export const savedRepliesQuery = z.strictObject(listQuery);
export const savedRepliesPage = pageOf(savedReply);
