import * as z from 'zod/mini';
import { text } from './parts.ts';

export const endStep = z.strictObject({ kind: z.literal('end'), text: z.optional(text) });
