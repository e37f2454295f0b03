import * as z from 'zod/mini';
import { minutes, name, template, text } from './parts.ts';

const range = z
  .string()
  .check(
    z.regex(
      /^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/,
      'must be opening hours, for example 09:00-18:00',
    ),
  );
const ranges = z.optional(z.array(range));

/** Opening hours on the tenant's clock; a day that is left out is closed. */
export const weekHours = z.strictObject({
  monday: ranges,
  tuesday: ranges,
  wednesday: ranges,
  thursday: ranges,
  friday: ranges,
  saturday: ranges,
  sunday: ranges,
});

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
