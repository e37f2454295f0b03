import * as z from 'zod/mini';
import { minutes, name } from './parts.ts';

export const waitStep = z.strictObject({
  kind: z.literal('wait'),
  minutes,
  /** Where the flow goes when the visitor writes before the time is up; `next` without it. */
  onReply: z.optional(name),
  next: name,
});
