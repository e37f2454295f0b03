import * as z from 'zod/mini';

/** Stable words of `problem.code`. @see design 2.6 */
export const problemCodes = [
  'invalid_body',
  'invalid_header',
  'invalid_parameter',
  'missing_tenant',
  'missing_header',
  'invalid_signature',
  'invalid_visitor_token',
  'visitor_token_expired',
  'invalid_credentials',
  'address_not_allowed',
  'origin_not_allowed',
  'tenant_not_found',
  'widget_not_found',
  'conversation_not_found',
  'route_not_found',
  'method_not_allowed',
  'idempotency_conflict',
  'request_in_progress',
  'body_too_large',
  'unsupported_media_type',
  'rate_limited',
  'too_many_waiting',
  'too_many_new_sessions',
  'missing_tenant_claim',
  'invalid_role',
  'invalid_token',
  'not_allowed',
  'other_tenant',
  'precondition_required',
  'precondition_failed',
  'channel_not_found',
  'channel_incomplete',
  'credential_taken',
  'secret_not_found',
  'flow_not_found',
  'version_not_found',
  'user_not_found',
  'own_account',
  'role_above_own',
  'last_admin',
  'user_busy',
  'user_disabled',
  'access_ended',
  'message_not_found',
  'already_exists',
  'in_use',
  'not_valid',
  'canary_running',
  'no_canary',
  'engine_failure',
  'internal_error',
  'temporarily_unavailable',
] as const;
export const problemCode = z.enum(problemCodes);
export type ProblemCode = z.infer<typeof problemCode>;

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
  /** 422 of a publication: what speaks against it. */
  validation: z.optional(z.unknown()),
});
export type Problem = z.infer<typeof problem>;
