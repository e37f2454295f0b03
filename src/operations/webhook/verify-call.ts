import type { Channel, Verification, WebhookRequest } from '../../channels/channel.ts';
import { limits } from '../../contract/limits.ts';
import { GatewayError } from '../../domain/errors.ts';
import type { ChannelAccounts, KnownAccount } from '../../ports/channel-accounts.ts';
import type { AccountRef } from '../../ports/send-pacing.ts';
import type { Gateway } from '../gateway.ts';

export type VerifyPorts = Pick<Gateway, 'accounts' | 'directory' | 'guesses' | 'health' | 'log' | 'nowMs'>;

/**
 * Proves a webhook call. One that is refused is tried once more where the tenant that it names has just changed its
 * configuration, and is noted at the accounts that it names; one that is accepted is noted too.
 * @throws GatewayError of the check that failed
 */
export async function verifyCall(
  gateway: VerifyPorts,
  channel: Channel,
  request: WebhookRequest,
): Promise<Verification> {
  const named = new Map<string, KnownAccount>();
  const verify = () => channel.verify(request, { ...gateway, accounts: noting(gateway.accounts, named) });
  try {
    const verification = await verify().catch(async (error: unknown) => {
      if (!isRefusal(error) || !(await haveChanged(gateway, named))) throw error;
      return verify();
    });
    const accepted = new Map(verification.parts.map(({ known }) => [keyOf(known), known]));
    await note(gateway, accepted, (account, keptDays) => gateway.health.noteAccepted(account, keptDays));
    return verification;
  } catch (error) {
    if (isRefusal(error))
      await note(gateway, named, (account, keptDays) =>
        gateway.health.noteRefused(account, keptDays, error.code),
      );
    throw error;
  }
}

function isRefusal(error: unknown): error is GatewayError {
  return error instanceof GatewayError && error.status < 500;
}

/** The accounts, as they are, with a note of which the call named. */
function noting(accounts: ChannelAccounts, named: Map<string, KnownAccount>): ChannelAccounts {
  return {
    async find(channel, credential) {
      const known = await accounts.find(channel, credential);
      if (known) named.set(keyOf(known), known);
      return known;
    },
    // Whoever is among those that say no business account is not named by the call.
    findByBusiness: (businessId, most) => accounts.findByBusiness(businessId, most),
  };
}

/** Asked for few: a stranger's call names as many as it likes. */
async function haveChanged(
  { directory }: VerifyPorts,
  named: ReadonlyMap<string, KnownAccount>,
): Promise<boolean> {
  const tenants = [...new Set([...named.values()].map(({ tenant }) => tenant.id))];
  const looked = tenants.slice(0, limits.channelNotesPerCall).map((id) => directory.lookAgain(id));
  return (await Promise.all(looked)).includes(true);
}

/** A note that can't be made costs no message. */
async function note(
  { log }: VerifyPorts,
  accounts: ReadonlyMap<string, KnownAccount>,
  make: (account: AccountRef, keptDays: number) => Promise<void>,
): Promise<void> {
  const noted = [...accounts.values()].slice(0, limits.channelNotesPerCall).map(async (known) => {
    const account = refOf(known);
    const keptDays = known.tenant.retention_days ?? limits.logRetentionDays;
    await make(account, keptDays).catch((error: unknown) =>
      log.error('how a webhook call fared could not be noted', error, { ...account }),
    );
  });
  await Promise.all(noted);
}

const refOf = ({ tenant, account }: KnownAccount): AccountRef => ({
  tenantId: tenant.id,
  channel: account.channel,
  accountId: account.id,
});
const keyOf = (known: KnownAccount): string => Object.values(refOf(known)).join('#');
