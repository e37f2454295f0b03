import type { AgentAlert } from '../../domain/visitor-mail.ts';

/** Returns the agents to email unless they open their inbox within ten minutes; none if the tenant has turned that off. */
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
