import * as z from 'zod/mini';

/** An optional field of a provider: `null` counts as absent. @see design 2.7 */
export function maybe<T extends z.ZodMiniType>(schema: T): z.ZodMiniOptional<T> {
  const absentIfNull = z.transform((value: unknown): unknown => value ?? undefined);
  const read: z.ZodMiniType = z.optional(schema);
  // The output type is the optional's; only the input also accepts null.
  return z.pipe(absentIfNull, read) as unknown as z.ZodMiniOptional<T>;
}

/** An optional field that counts as absent if it is malformed, so that the message is not lost. */
export function spare<T extends z.ZodMiniType>(schema: T): z.ZodMiniOptional<T> {
  return z.catch(maybe(schema), undefined) as unknown as z.ZodMiniOptional<T>;
}
