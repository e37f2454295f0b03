import * as z from 'zod/mini';
import { expression, name } from './parts.ts';

export const callStep = z.strictObject({
  kind: z.literal('call'),
  /** Id of a flow of the same tenant; its published version is run as a part of this one. */
  flow: name,
  /** Its variable to an expression over this flow's. */
  input: z.optional(z.record(name, expression)),
  /** Variable of this flow to an expression over `result`, which holds the other's variables when it has ended. */
  saveAs: z.optional(z.record(name, expression)),
  next: name,
});
