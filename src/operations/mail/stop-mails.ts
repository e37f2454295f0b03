import type { MailEvent } from '../../contract/mail.ts';
import type { Audience, MailStore } from '../../ports/mails.ts';

const audiences: readonly Audience[] = ['visitor', 'agent'];

/**
 * Sends nothing more to an address that bounced for good, or whose owner complained. What bounced for the moment (a full
 * mailbox) may be written to again.
 * @param tenantId the email's
 */
export async function stopMails(
  { mails }: { readonly mails: Pick<MailStore, 'changeAddress' | 'hashOf'> },
  tenantId: string,
  { eventType, bounce, complaint }: MailEvent,
): Promise<void> {
  if (eventType === 'Bounce' && bounce?.bounceType !== 'Permanent') return;
  const stopped = eventType === 'Bounce' ? 'bounce' : 'complaint';
  const recipients = bounce?.bouncedRecipients ?? complaint?.complainedRecipients ?? [];
  for (const { emailAddress } of recipients)
    for (const audience of audiences) {
      const email = /<([^>]+)>/.exec(emailAddress)?.[1] ?? emailAddress;
      const addressHash = mails.hashOf({ tenantId, audience, email });
      await mails.changeAddress({ tenantId, audience, addressHash }, (known) => ({ ...known, stopped }));
    }
}
