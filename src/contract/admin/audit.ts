import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { roleNames } from '../roles.ts';
import { actor, listQuery, pageOf } from './lists.ts';

/** `?who=…&action=flow.publish&resource=flow:support&from=…&to=…` @see design 9 "Audit" */
export const auditQuery = z.strictObject({
  ...listQuery,
  /** A user's id. */
  who: z.optional(z.string().check(z.minLength(1), z.maxLength(limits.identifierChars))),
  /** `flow.publish`, or what several begin with: `flow.`. */
  action: z.optional(z.string().check(z.minLength(1), z.maxLength(limits.identifierChars))),
  /** `flow:support` */
  resource: z.optional(z.string().check(z.minLength(1), z.maxLength(limits.resourceChars))),
  from: z.optional(z.iso.datetime({ offset: true })),
  to: z.optional(z.iso.datetime({ offset: true })),
});
export type AuditQuery = z.infer<typeof auditQuery>;

/**
 * An audit entry. It is written before the change, as `begun`, and updated with the outcome. If it stays `begun`,
 * the writer crashed: the change may have been made or not.
 */
export const auditEntry = z.object({
  id: z.string(),
  /** ISO 8601 UTC. */
  at: z.string(),
  /** A user, or a system: its id is that of its service key, and of the person there behind a colon. */
  who: z.object({ ...actor.shape, role: z.enum([...roleNames, 'service']), tenantId: z.string() }),
  /** `flow.publish` */
  action: z.string(),
  resource: z.object({ kind: z.string(), id: z.string() }),
  outcome: z.enum(['begun', 'done', 'failed']),
  /** The values before and after the change, by keys joined with dots; never a secret. */
  changes: z.array(z.object({ path: z.string(), before: z.unknown(), after: z.unknown() })),
  /** For a publication. */
  note: z.optional(z.string()),
  sourceIp: z.string(),
  correlationId: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** The response of `GET /v1/admin/audit`, latest first. */
export const auditPage = pageOf(auditEntry);
