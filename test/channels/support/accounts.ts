import type { NormalizeContext } from '../../../src/channels/channel.ts';
import { apiKeyHash } from '../../../src/channels/checks/credentials.ts';
import type { SecretRole } from '../../../src/contract/channels.ts';
import type { ChannelAccount } from '../../../src/contract/directory.ts';
import type { ChannelAccounts, KnownAccount } from '../../../src/ports/directory.ts';
import type { PasswordGuesses } from '../../../src/ports/users.ts';

type Secrets = Readonly<Partial<Record<SecretRole, readonly string[]>>>;

interface AccountOptions {
  readonly account?: Partial<ChannelAccount>;
  readonly status?: 'active' | 'suspended';
}

/** An account of a tenant, with its secrets. */
export function knownAccount(
  tenantId: string,
  channel: ChannelAccount['channel'],
  secrets: Secrets,
  { account = {}, status = 'active' }: AccountOptions = {},
): KnownAccount {
  return {
    tenant: { id: tenantId, name: tenantId, status },
    account: { id: `${tenantId}-${channel}`, channel, flow: 'welcome', ...account },
    secrets,
  };
}

/** A directory of accounts by the credential that a call shows. */
export function accountsOf(known: readonly KnownAccount[]): ChannelAccounts & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async findByBusiness(businessId, most) {
      asked.push(`business ${businessId}`);
      const ofChannel = known.filter(({ account }) => account.channel === 'chatapp');
      return ofChannel.filter(({ account }) => (account.waba_id ?? null) === businessId).slice(0, most);
    },
    async find(channel, credential) {
      asked.push(credential);
      return (
        known.find((each) => each.account.channel === channel && credentialOf(each) === credential) ?? null
      );
    },
  };
}

function credentialOf({ account, secrets }: KnownAccount): string | undefined {
  const [key] = secrets.api_key ?? [];
  return account.phone_number_id ?? account.username ?? (key && apiKeyHash(key));
}

/** Nobody has guessed a password, and nobody counts. */
export const noGuesses: PasswordGuesses = { waitMs: async () => 0, note: async () => undefined };

/** A context whose conversations can be read. */
export const context: NormalizeContext = {
  correlationId: 'correlation',
  receivedAt: '2026-01-01T00:00:05.000Z',
  conversationIdOf: (userId) => `conversation of ${userId}`,
};
