import { channels } from '../../channels/registry.ts';
import type { ChannelAccount } from '../../contract/directory.ts';
import { limits } from '../../contract/limits.ts';
import { isWindowClosed } from '../../domain/agent-turn.ts';
import { HttpClientError } from '../../domain/errors.ts';
import type { LiveHandoff } from '../../domain/handoff.ts';
import { AccountIncompleteError } from '../../domain/problems.ts';
import { accountSecrets } from '../../domain/tenant-folder.ts';
import type { SendPacing } from '../../ports/deliveries.ts';
import type { TenantSecrets } from '../../ports/directory.ts';
import type { Typing } from '../../ports/handoff.ts';
import type { HttpClient } from '../../ports/http-client.ts';
import type { AgentPorts, Stored } from '../turn/change-as-agent.ts';

/** What showing attention uses. */
export type AttentionPorts = Pick<AgentPorts, 'directory' | 'log' | 'nowMs' | 'pause'> & {
  readonly pacing: SendPacing;
  readonly typing: Typing;
  readonly sendingSecrets: TenantSecrets;
  readonly http: HttpClient;
};

/**
 * Shows a chat app visitor that an agent has read their message or is typing: once per message, and again while
 * the agent keeps typing. It uses the account's send rate like any send, but is tried once and delays nothing; if
 * it would have to wait, it is dropped.
 * @see handoff.md 3
 */
export async function showAttention(
  ports: AttentionPorts,
  stored: Stored,
  live: LiveHandoff,
  { isTyping }: { readonly isTyping: boolean },
): Promise<void> {
  const { tenantId, conversationId, channel, accountId, lastInboundId } = stored;
  if (channel === 'webchat' || accountId === undefined || lastInboundId === undefined) return;
  // A day later the provider takes neither.
  if (!('showRead' in channels[channel]) || isWindowClosed(stored, ports.nowMs())) return;
  const typed = isTyping ? `${lastInboundId} ${live.counts.agent}` : null;
  if (!(await ports.typing.claimShown(stored, { read: lastInboundId, typed }))) return;
  const trouble = await call(ports, { tenantId, channel, accountId }, lastInboundId, isTyping);
  if (trouble === null) return;
  ports.log.info('a chat app is not shown what a human does', {
    ...{ tenantId, conversationId, channel, accountId, isTyping },
    reason: trouble,
  });
}

/** Why it is not shown; null when it is. */
async function call(
  { directory, sendingSecrets, http, pacing, pause, nowMs }: AttentionPorts,
  {
    tenantId,
    channel,
    accountId,
  }: { tenantId: string; channel: ChannelAccount['channel']; accountId: string },
  providerMessageId: string,
  isTyping: boolean,
): Promise<string | null> {
  const [tenant, account, secrets] = await Promise.all([
    directory.findTenant(tenantId),
    directory.findAccount(tenantId, channel, accountId),
    sendingSecrets.read(tenantId),
  ]);
  if (!tenant || !account) return 'account_missing';
  const api = channels[account.channel];
  if (!('showRead' in api)) return 'account_missing';
  try {
    const known = { tenant, account, secrets: accountSecrets(account, secrets) };
    const request = api.showRead(known, { providerMessageId, isTyping });
    const perSecond = account.sends_per_second ?? limits.sendsPerSecond;
    const pace = { perSecond, withinMs: limits.showReadWaitMs };
    const atMs = await pacing.reserveAside({ tenantId, channel, accountId }, pace);
    if (atMs === null) return 'account_busy';
    const waitMs = atMs - nowMs();
    if (waitMs > 0) await pause(waitMs);
    const { status } = await http.send({ ...request, timeoutMs: limits.showReadTimeoutMs, maxRedirects: 0 });
    return status >= 200 && status <= 299 ? null : `http_${status}`;
  } catch (error) {
    if (error instanceof AccountIncompleteError) return 'account_incomplete';
    if (error instanceof HttpClientError) return error.code;
    throw error;
  }
}
