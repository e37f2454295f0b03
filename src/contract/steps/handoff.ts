import * as z from 'zod/mini';
import { weekHours } from '../opening-hours.ts';
import { minutes, name, template, text } from './parts.ts';

export const handoffStep = z.strictObject({
  kind: z.literal('handoff'),
  reason: template,
  queue: z.optional(z.string()),
  text: z.optional(text),
  hours: z.optional(weekHours),
  /** Where the flow goes on outside of `hours`. */
  onClosed: z.optional(name),
  /** Where it goes on when a human gives the conversation back. */
  next: z.optional(name),
  timeoutMinutes: z.optional(minutes),
  /** Where it goes on when nobody has taken the conversation for `timeoutMinutes`. */
  onTimeout: z.optional(name),
  /** Where it goes on when a human closes the conversation: a survey. */
  afterClose: z.optional(name),
  /** Variables that the humans are shown. */
  share: z.optional(z.array(name).check(z.maxLength(20))),
});
