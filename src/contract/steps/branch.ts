import * as z from 'zod/mini';
import { expression, name } from './parts.ts';

export const branchStep = z.strictObject({
  kind: z.literal('branch'),
  branches: z.array(z.strictObject({ when: expression, next: name })).check(z.minLength(1)),
  otherwise: name,
});
