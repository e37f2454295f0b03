import * as z from 'zod/mini';
import { expression, name } from './parts.ts';

export const setStep = z.strictObject({
  kind: z.literal('set'),
  assign: z.record(name, expression),
  next: name,
});
