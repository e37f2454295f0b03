import * as z from 'zod/mini';
import { tenant } from '../directory.ts';
import { handoffSettings } from '../handoff-settings.ts';
import { actor } from './lists.ts';

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
  by: z.nullable(actor),
  at: z.nullable(z.string()),
});
export type HandoffSettingsView = z.infer<typeof handoffSettingsView>;
