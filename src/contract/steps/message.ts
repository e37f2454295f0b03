import * as z from 'zod/mini';
import { attachment } from '../vocabulary.ts';
import { name, text } from './parts.ts';

export const messageStep = z.strictObject({
  kind: z.literal('message'),
  text,
  attachments: z.optional(z.array(z.strictObject(attachment.shape))),
  next: name,
});
