import { partId } from '../../domain/delivery-status.ts';
import type { Outbound } from '../channel.ts';
import { replyMessages } from './reply-messages.ts';

/** A business-scoped user id: `US.13491208655302741918`, or of a parent `US.ENT.118157…`. */
const businessScopedId = /^[A-Z]{2}(\.ENT)?\.[A-Za-z0-9]{1,128}$/;

/**
 * The bodies of the calls that send a reply, in order.
 * @param listButton what opens a list of choices
 * @see the Cloud API's reference "Messages"
 */
export function buildSendBodies({ to, phone, reply }: Outbound, listButton?: string): string[] {
  const recipient = addressOf(to, phone);
  return replyMessages(reply, listButton).map((message, part) =>
    JSON.stringify({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      ...recipient,
      ...message,
      // Comes back with every status: the part is known to be sent even when this call's answer is lost.
      biz_opaque_callback_data: partId(reply.id, part),
    }),
  );
}

/** The phone number takes precedence. Webhooks contain it only while it is in use. */
function addressOf(to: string, phone: string | undefined): { to?: string; recipient?: string } {
  if (!businessScopedId.test(to)) return { to };
  const digits = phone?.replace(/\D/g, '');
  return { ...(digits && { to: digits }), recipient: to };
}
