import type { MailEvent } from '../../contract/mail.ts';
import type { Audience, MailStore } from '../../ports/mails.ts';

const audiences: readonly Audience[] = ['visitor', 'agent'];

/**
 * Stops emails to an address that bounced permanently or whose owner complained. After a transient bounce (a full
 * mailbox) they continue.
 * @param tenantId the email's
 */
export async function stopMails(
  { mails }: { readonly mails: Pick<MailStore, 'addressOf' | 'changeAddress'> },
  tenantId: string,
  { eventType, bounce, complaint }: MailEvent,
): Promise<void> {
  if (eventType === 'Bounce' && bounce?.bounceType !== 'Permanent') return;
  const stopped = eventType === 'Bounce' ? 'bounce' : 'complaint';
  const recipients = bounce?.bouncedRecipients ?? complaint?.complainedRecipients ?? [];
  for (const { emailAddress } of recipients)
    for (const audience of audiences) {
      const email = /<([^>]+)>/.exec(emailAddress)?.[1] ?? emailAddress;
      const address = mails.addressOf(tenantId, audience, email);
      await mails.changeAddress(address, (known) => ({ ...known, stopped }));
    }
}
