import * as z from 'zod/mini';
import { tenant } from '../directory.ts';
import { handoffSettings } from '../handoff-settings.ts';
import { lastChange, pageOf } from './lists.ts';

/** A new tenant can't refer to resources of its own. */
const { default_widget: _widget, escalation: _escalation, ...ofNew } = tenant.shape;

/** `POST /tenants`: active at once, unless it is created as `suspended`. */
export const newTenant = z.strictObject({
  ...ofNew,
  status: z._default(tenant.shape.status, 'active'),
});
export type NewTenant = z.infer<typeof newTenant>;

const { id: _id, status: _status, name, ...optional } = tenant.shape;

/** `PATCH /tenants/{tenantId}`: what is left out stays; null takes away what a tenant may be without. */
export const tenantPatch = z.strictObject({
  name: z.optional(name),
  default_widget: z.nullish(optional.default_widget),
  limit_per_minute: z.nullish(optional.limit_per_minute),
  time_zone: z.nullish(optional.time_zone),
  country: z.nullish(optional.country),
  flow_secrets: z.nullish(optional.flow_secrets),
  llm_tokens_per_day: z.nullish(optional.llm_tokens_per_day),
  uploads: z.nullish(optional.uploads),
  uploads_per_hour: z.nullish(optional.uploads_per_hour),
  retention_days: z.nullish(optional.retention_days),
  features: z.nullish(optional.features),
  queues: z.nullish(optional.queues),
  handoff: z.nullish(optional.handoff),
  escalation: z.nullish(optional.escalation),
  search: z.nullish(optional.search),
  failure_text: z.nullish(optional.failure_text),
});
export type TenantPatch = z.infer<typeof tenantPatch>;

/** A tenant as its file holds it, and who changed it last; both null: the command line. */
export const tenantView = z.object({ tenant, ...lastChange });
export type TenantView = z.infer<typeof tenantView>;
export const tenantsPage = pageOf(tenantView);

const { queues, handoff } = tenant.shape;

/**
 * `PUT /handoff-settings`: how a tenant's people answer visitors. What is left out is as if it had never been set:
 * `{"queues":["billing"],"handoff":{"reclaim_minutes":5,"texts":{"missed":"Nobody is there now."}}}`.
 */
export const handoffSettingsBody = z.strictObject({ queues, handoff });
export type HandoffSettingsBody = z.infer<typeof handoffSettingsBody>;

/** `GET /handoff-settings`, and who changed the tenant last; both null: the command line. */
export const handoffSettingsView = z.object({
  /** Besides `default`, which is always one. */
  queues: z.array(z.string()),
  handoff: handoffSettings,
  /** Live flows that name a queue in a step. */
  usedBy: z.array(z.object({ queue: z.string(), flow: z.string() })),
  ...lastChange,
});
export type HandoffSettingsView = z.infer<typeof handoffSettingsView>;
