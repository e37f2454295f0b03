import type { SimulatedAccount } from '../accounts.ts';
import type { ReadSend, RefusedSend } from '../provider.ts';
import { checkMessage } from './check-message.ts';
import { cloudApiRefusals, invalidParameter, missingParameter } from './errors.ts';
import { sendBody } from './payload.ts';
import { showMessage } from './show-message.ts';

/** Reads the body of a send, which both chat apps take alike. */
export function readMessage(account: SimulatedAccount, raw: unknown): ReadSend | RefusedSend {
  const parsed = sendBody.safeParse(raw);
  if (!parsed.success) return { account, refusal: invalidParameter('The body is not valid.') };
  const { messaging_product, to, recipient, type = 'text', biz_opaque_callback_data } = parsed.data;
  const user = to ?? recipient;
  if (messaging_product !== 'whatsapp') return { account, refusal: missingParameter('messaging_product') };
  if (user === undefined) return { account, refusal: missingParameter('to') };
  if (to !== undefined && !/^\+?\d{5,15}$/.test(to)) {
    return { account, refusal: cloudApiRefusals.unknownUser };
  }
  const refusal = checkMessage(type, parsed.data[type]);
  if (refusal) return { account, to: user, refusal };
  const content = showMessage(type, parsed.data[type]);
  return { account, to: user.replace(/^\+/, ''), replyId: biz_opaque_callback_data ?? '', content };
}
