import * as z from 'zod/mini';

/** What a provider may leave out: `null` is as good as nothing there. @see design 2.7 */
export function maybe<T extends z.ZodMiniType>(schema: T): z.ZodMiniOptional<T> {
  const absentIfNull = z.transform((value: unknown): unknown => value ?? undefined);
  const read: z.ZodMiniType = z.optional(schema);
  // What comes out is the optional's; only what goes in is wider.
  return z.pipe(absentIfNull, read) as unknown as z.ZodMiniOptional<T>;
}
