import * as z from 'zod/mini';
import { problemCodes } from './problem.ts';

export const problemCode = z.enum(problemCodes);

/** RFC 9457 problem details, as every error of the gateway is answered. @see design 2.6 */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: problemCode,
  correlationId: z.string(),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** 403 of the admin API: the least role that may. */
  leastRole: z.optional(z.string()),
  /** 412: what is stored now, with its ETag. */
  current: z.optional(z.unknown()),
  currentEtag: z.optional(z.string()),
  /** 409 `in_use`: what would break. */
  usedBy: z.optional(z.array(z.object({ kind: z.string(), id: z.string() }))),
  /** 422 of a publication: the problems. */
  validation: z.optional(z.unknown()),
});
export type Problem = z.infer<typeof problem>;

/** API Gateway's own 401, before any function runs: `{"message":"Unauthorized"}`. */
export const unauthorized = z.object({ message: z.string() });
