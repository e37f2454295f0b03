import * as z from 'zod/mini';
import { attachment } from '../vocabulary.ts';
import { name, text } from './parts.ts';

/** What a visitor has uploaded is not a flow's to send. */
const { fileId: _, status: __, ...shape } = attachment.shape;

export const messageStep = z.strictObject({
  kind: z.literal('message'),
  text,
  attachments: z.optional(z.array(z.strictObject(shape))),
  next: name,
});
