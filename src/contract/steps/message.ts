import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { attachment } from '../vocabulary.ts';
import { expression, name, template, text } from './parts.ts';

/** What a visitor has uploaded is not a flow's to send. */
const { fileId: _, status: __, ...shape } = attachment.shape;

const button = z.strictObject({ label: text, value: z.optional(template), url: z.optional(template) }).check(
  z.refine(({ value, url }) => (value === undefined) !== (url === undefined), {
    error: 'needs either "value", which is said for the visitor, or "url", which is opened',
  }),
);

const card = {
  title: text,
  text: z.optional(text),
  image: z.optional(template),
  imageText: z.optional(text),
  buttons: z.optional(z.array(button).check(z.minLength(1), z.maxLength(limits.cardButtons))),
};

/** Cards made of a list: the templates see each entry as `item`. */
const cardsFrom = z.strictObject({ from: expression, ...card });

export const messageStep = z.strictObject({
  kind: z.literal('message'),
  text,
  attachments: z.optional(z.array(z.strictObject(shape))),
  cards: z.optional(
    z.union([z.array(z.strictObject(card)).check(z.minLength(1), z.maxLength(limits.cards)), cardsFrom]),
  ),
  next: name,
});
