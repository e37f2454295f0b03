import * as z from 'zod/mini';

/** An hour of a tenant is to be counted anew. */
export const rollUpTask = z.object({ kind: z.literal('roll-up'), tenantId: z.string(), slotMs: z.int() });
/** The last two days of a tenant are to be counted, whatever is marked. */
export const recountTask = z.object({ kind: z.literal('recount'), tenantId: z.string() });
export type RunTask = z.infer<typeof rollUpTask> | z.infer<typeof recountTask>;
