import type { AgentAlert } from '../../domain/visitor-mail.ts';

/** The agents to be emailed unless they have their inbox open within ten minutes; none where the tenant wants no such emails. */
export function agentAlerts(
  { baseUrl }: { readonly baseUrl?: string | undefined },
  { email_agents: isOn }: { readonly email_agents?: boolean | undefined },
  userIds: readonly string[],
  what: AgentAlert['what'],
  sinceMs: number,
): readonly AgentAlert[] {
  if (isOn === false || baseUrl === undefined) return [];
  return userIds.map((userId) => ({ userId, what, api: baseUrl, sinceMs }));
}
