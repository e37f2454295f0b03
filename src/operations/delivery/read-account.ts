import type { ProviderRequest } from '../../channels/channel.ts';
import { channels } from '../../channels/registry.ts';
import { limits } from '../../contract/limits.ts';
import { accountSecrets } from '../../domain/account-secrets.ts';
import { AccountIncompleteError } from '../../domain/channel-errors.ts';
import type { KnownAccount } from '../../ports/channel-accounts.ts';
import type { AccountRef } from '../../ports/send-pacing.ts';
import { withFiles } from '../files/read-address.ts';
import type { DeliveryPorts } from './delivery-ports.ts';
import type { PendingReply } from './pending-replies.ts';

/** The calls that send a reply through its account, or why none can be made until somebody mends it. */
export type Sends =
  | { readonly known: KnownAccount; readonly requests: readonly ProviderRequest[] }
  | { readonly held: string };

/**
 * Reads the account that a reply leaves through and builds the calls.
 * @param secrets the tenant's by name
 */
export async function buildReplySends(
  gateway: Pick<DeliveryPorts, 'directory' | 'files' | 'addresses' | 'nowMs'>,
  { tenantId, channel, accountId }: AccountRef,
  { turn, reply }: PendingReply,
  secrets: Readonly<Record<string, string>>,
): Promise<Sends> {
  const [tenant, account] = await Promise.all([
    gateway.directory.findTenant(tenantId),
    gateway.directory.findAccount(tenantId, channel, accountId),
  ]);
  if (!tenant || !account) return { held: 'account_missing' };
  if (tenant.status === 'suspended') return { held: 'tenant_suspended' };
  const known = { tenant, account, secrets: accountSecrets(account, secrets) };
  // Signed at each try: a reply that was held for a day must not carry an address that is dead.
  const [shown = reply] = await withFiles(gateway, tenantId, [reply], limits.providerAddressS);
  const outbound = {
    to: turn.to,
    reply: shown,
    sequence: reply.seq,
    ...(turn.phone && { phone: turn.phone }),
  };
  try {
    return { known, requests: channels[account.channel].buildSends(known, outbound) };
  } catch (error) {
    if (error instanceof AccountIncompleteError) return { held: 'account_incomplete' };
    throw error;
  }
}
