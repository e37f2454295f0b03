import type { SimulatedAccount } from '../accounts.ts';
import type { ReadMark, ReadSend, RefusedSend } from '../provider.ts';
import { checkMessage } from './check-message.ts';
import { checkTemplate, showTemplate } from './check-template.ts';
import { cloudApiRefusals, invalidParameter, missingParameter } from './errors.ts';
import { readBody, sendBody } from './payload.ts';
import { showMessage } from './show-message.ts';

/** Reads the body of a send, which both chat apps take alike. */
export function readMessage(account: SimulatedAccount, raw: unknown): ReadSend | ReadMark | RefusedSend {
  if (typeof raw === 'object' && raw !== null && 'status' in raw) return readMark(account, raw);
  const parsed = sendBody.safeParse(raw);
  if (!parsed.success) return { account, refusal: invalidParameter('The body is not valid.') };
  const { messaging_product, to, recipient, type = 'text', biz_opaque_callback_data } = parsed.data;
  const user = to ?? recipient;
  if (messaging_product !== 'whatsapp') return { account, refusal: missingParameter('messaging_product') };
  if (user === undefined) return { account, refusal: missingParameter('to') };
  if (to !== undefined && !/^\+?\d{5,15}$/.test(to)) {
    return { account, refusal: cloudApiRefusals.unknownUser };
  }
  const isTemplate = type === 'template';
  const said = parsed.data[type];
  const refusal = isTemplate ? checkTemplate(said, account.templates) : checkMessage(type, said);
  if (refusal) return { account, to: user, refusal };
  const content = isTemplate ? showTemplate(said, account.templates) : showMessage(type, said);
  return {
    account,
    to: user.replace(/^\+/, ''),
    replyId: biz_opaque_callback_data ?? '',
    content,
    isTemplate,
  };
}

function readMark(account: SimulatedAccount, raw: object): ReadMark | RefusedSend {
  const { data } = readBody.safeParse(raw);
  if (!data) return { account, refusal: invalidParameter('The body is not valid.') };
  return { account, messageId: data.message_id, isTyping: data.typing_indicator !== undefined };
}
