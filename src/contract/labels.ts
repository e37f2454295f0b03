import * as z from 'zod/mini';
import { limits } from './limits.ts';
import { identifier } from './vocabulary.ts';

/** The colors of labels: names, so that each theme shows its own shade. */
export const labelColors = [
  ...['gray', 'red', 'pink', 'grape', 'violet', 'indigo', 'blue'],
  ...['cyan', 'teal', 'green', 'lime', 'yellow', 'orange'],
] as const;
const labelColor = z.enum(labelColors);

/** Invisible characters: names that differ only in them look alike. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Returns the form in which two label names that look alike are equal. */
export const foldedLabel = (name: string): string =>
  name.normalize('NFKC').replaceAll(unseen, '').replaceAll(/\s+/g, ' ').trim().toLowerCase().normalize('NFC');

const isUnique = (values: readonly string[]) => new Set(values).size === values.length;

/** A label of a tenant's conversations; its ID stays when it is renamed. */
export const label = z.strictObject({
  id: identifier.check(z.maxLength(limits.labelIdChars)),
  name: z.string().check(
    z.trim(),
    z.maxLength(limits.labelNameChars),
    z.refine((name) => foldedLabel(name) !== '', 'needs a visible character'),
  ),
  color: labelColor,
});
export type Label = z.infer<typeof label>;

/** `[{"id":"billing","name":"Billing","color":"blue"}]` */
export const labelList = z.array(label).check(
  z.maxLength(limits.labelsPerTenant),
  z.refine((labels) => isUnique(labels.map(({ id }) => id)), 'uses an ID twice'),
  z.refine((labels) => isUnique(labels.map(({ name }) => foldedLabel(name))), 'has two labels of one name'),
);

/** From least to most urgent. */
export const priorities = ['none', 'low', 'high', 'urgent'] as const;
export const priority = z.enum(priorities);
export type Priority = z.infer<typeof priority>;

/** A change of a conversation's labels, priority and snooze; absent parts are unchanged. */
export const triageChange = z.object({
  /** With the names at the time. */
  added: z.optional(z.array(z.object({ id: z.string(), name: z.string() }))),
  removed: z.optional(z.array(z.object({ id: z.string(), name: z.string() }))),
  priority: z.optional(priority),
  /** Null: the snooze has ended. */
  snoozedUntil: z.optional(z.nullable(z.string())),
});
export type TriageChange = Readonly<z.infer<typeof triageChange>>;
