import * as z from 'zod/mini';
import { expression, name, template, timeoutMs } from './parts.ts';

export const httpStep = z.strictObject({
  kind: z.literal('http'),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  url: template,
  /** Templates; `secrets.NAME` is known here and nowhere else. */
  headers: z.optional(z.record(z.string(), template)),
  /** JSON; every string in it is a template. */
  body: z.optional(z.unknown()),
  timeoutMs,
  /** How often a call without an answer, or one of 429, 502, 503, 504, is made again within `timeoutMs`. */
  retries: z.optional(z.int().check(z.gte(0), z.lte(3))),
  /** Variable name to expression over `response` (`status`, `body`). */
  saveAs: z.optional(z.record(name, expression)),
  /** Whether it is left to the queue; by default when it may take longer than 2 s. */
  background: z.optional(z.boolean()),
  next: name,
  onError: name,
});
