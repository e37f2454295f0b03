import * as z from 'zod/mini';

/** Where a local stack describes itself, so that the operator's command line finds its parts. */
export const localStackPath = '/local-stack.json';

/** What a local stack tells of itself. @see design 8 */
export const localStack = z.object({
  /** Settings of SDK clients and names of resources, as the functions get them. */
  env: z.record(z.string(), z.string()),
  turnsDeadLetterUrl: z.string(),
  continuationsDeadLetterUrl: z.string(),
  outboundDeadLetterUrl: z.string(),
  /** Values for `${NAME}` in the files of the demo tenants. */
  placeholders: z.record(z.string(), z.string()),
});
export type LocalStack = z.infer<typeof localStack>;
