import {
  type CenterAnswer,
  type CenterEvent,
  centerCall,
  readCenterAnswer,
} from '../../channels/contactcenter/center-call.ts';
import { limits } from '../../contract/limits.ts';
import { accountSecrets } from '../../domain/account-secrets.ts';
import { AccountIncompleteError } from '../../domain/channel-errors.ts';
import { HttpClientError } from '../../domain/http-client-error.ts';
import type { CenterLink } from '../../ports/center-links.ts';
import type { TellPorts } from './center-ports.ts';

const held = (reason: string): CenterAnswer => ({ outcome: 'held', reason });

/** Tells a center one event. What does not reach it, or is not answered, is no error but an answer of that kind. */
export async function callCenter(
  gateway: Pick<TellPorts, 'directory' | 'http' | 'nowMs' | 'sendingSecrets'>,
  { tenantId, handoffId, accountId }: CenterLink,
  event: CenterEvent,
): Promise<CenterAnswer> {
  const [tenant, account, secrets] = await Promise.all([
    gateway.directory.findTenant(tenantId),
    gateway.directory.findAccount(tenantId, 'contactcenter', accountId),
    gateway.sendingSecrets.read(tenantId),
  ]);
  if (!tenant || !account) return held('account_missing');
  if (tenant.status === 'suspended') return held('tenant_suspended');
  const call = async (known: Readonly<Record<string, string>>): Promise<CenterAnswer> => {
    try {
      const accountOf = { tenant, account, secrets: accountSecrets(account, known) };
      const request = centerCall(accountOf, handoffId, event, gateway.nowMs());
      const answer = await gateway.http.send({
        ...request,
        timeoutMs: limits.sendTimeoutMs,
        maxRedirects: 0,
      });
      return readCenterAnswer(answer, gateway.nowMs());
    } catch (error) {
      if (error instanceof AccountIncompleteError) return held('account_incomplete');
      if (error instanceof HttpClientError) return lost(error);
      throw error;
    }
  };
  const answer = await call(secrets);
  // A token that is refused may have been replaced since it was read.
  return answer.outcome === 'held' ? call(await gateway.sendingSecrets.readAnew(tenantId)) : answer;
}

function lost({ code }: HttpClientError): CenterAnswer {
  if (code === 'url_refused' || code === 'address_refused') return held('base_url_refused');
  return { outcome: 'retry', reason: code, afterMs: null, mayHave: code !== 'not_connected' };
}
