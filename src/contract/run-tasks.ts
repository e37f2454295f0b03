import * as z from 'zod/mini';

/** How far the count of a great hour has come. */
const countPage = z.object({
  /** From one on. */
  n: z.int(),
  /** On whose clocks the hour is one. */
  zone: z.string(),
  startedAtMs: z.int(),
  /** As they were then. */
  marks: z.array(z.object({ tenantId: z.string(), slotMs: z.int(), count: z.int(), atMs: z.int() })),
  after: z.nullable(z.object({ partition: z.int(), pk: z.string(), sk: z.string() })),
});
export type CountPage = Readonly<z.infer<typeof countPage>>;

/** An hour of a tenant is to be counted anew; `byNight`: whatever is marked. */
export const rollUpTask = z.object({
  kind: z.literal('roll-up'),
  tenantId: z.string(),
  slotMs: z.int(),
  byNight: z.optional(z.literal(true)),
  page: z.optional(countPage),
});
export type RollUpTask = Readonly<z.infer<typeof rollUpTask>>;
/** The last two days of a tenant are to be counted, whatever is marked; the hours from one on. */
export const recountTask = z.object({
  kind: z.literal('recount'),
  tenantId: z.string(),
  fromMs: z.optional(z.int()),
});
export type RecountTask = Readonly<z.infer<typeof recountTask>>;
export type RunTask = RollUpTask | RecountTask;
