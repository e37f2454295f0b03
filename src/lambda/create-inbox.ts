import { type InboxRoutesPorts, inboxPreloads, inboxRoutes } from './admin/inbox-routes.ts';
import { type AdminHandler, serveAdmin } from './admin/serve-admin.ts';
import * as ports from './ports.ts';

/**
 * Creates the function of the handoff routes: the only part of the admin API that commits and publishes turns and
 * continues flows.
 * @throws Error when a setting is missing
 * @see handoff.md 2.1
 */
export function createInbox(
  env: ports.Environment,
  replace: ports.Replacements<InboxRoutesPorts> = {},
): AdminHandler {
  const admin = ports.portsOf<InboxRoutesPorts>(env, ports.agentPorts, replace);
  return serveAdmin(env, admin, inboxRoutes, inboxPreloads);
}
