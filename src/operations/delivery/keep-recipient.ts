import type { ChannelName } from '../../contract/vocabulary.ts';
import type { WrittenTo } from '../../ports/deliveries.ts';
import type { Gateway } from '../gateway.ts';
import { linkAlias } from '../link-alias.ts';

/** The recipient of the message. */
interface Sent {
  readonly tenantId: string;
  readonly channel: ChannelName;
  readonly correlationId: string | null;
}

/**
 * Stores the provider's number of the recipient from its response or a later status. If that fails, the next one
 * has it again.
 */
export async function keepRecipient(
  { people, log, nowMs }: Pick<Gateway, 'people' | 'log' | 'nowMs'>,
  { tenantId, channel, correlationId }: Sent,
  { accountId, ...written }: WrittenTo,
  recipient: string,
): Promise<void> {
  if (written.phone === recipient) return;
  const of = { tenantId, channel, accountId };
  await linkAlias(people, of, { ...written, alias: recipient }, nowMs()).catch((error: unknown) =>
    log.error('the number of a recipient is not kept', error, { tenantId, correlationId }),
  );
}
