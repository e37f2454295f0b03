import { headers } from '../../../contract/headers.ts';
import type { SimulatedAccount } from '../accounts.ts';
import type { Provider, ReadMark, ReadSend, Refusal, RefusedSend, SendCall } from '../provider.ts';
import { cloudApiRefusals } from './errors.ts';
import { readMessage } from './read-message.ts';
import { webhookValue } from './webhook-value.ts';
import { cloudApiAnswer, hubSignature, newWamid } from './whatsapp.ts';

/** 360dialog: the Cloud API's bodies under `POST /messages`, with a key. @see design 2.7 */
export const dialog360: Provider = {
  prefix: '/360dialog/',
  readSend,
  answer: cloudApiAnswer,
  newId: newWamid,
  refusals: cloudApiRefusals,
  webhookCalls(items, { unknown }) {
    const byAccount = Map.groupBy(items, ({ account }) => account);
    return [...byAccount].map(([account, ofAccount]) => {
      const changes = [{ field: 'messages', value: webhookValue(ofAccount, unknown) }];
      const entry = [{ id: 'waba-360', changes }];
      const body = JSON.stringify({ object: 'whatsapp_business_account', entry });
      const hmacSecret = account.secret('hmac_secret');
      return {
        path: '/v1/webhooks/chatapp-b',
        headers: {
          [headers.chatappBKey]: account.secret('api_key'),
          ...(hmacSecret !== '' && hubSignature(hmacSecret, body)),
        },
        body,
        items: ofAccount,
      };
    });
  },
};

function readSend(call: SendCall, accounts: readonly SimulatedAccount[]): ReadSend | ReadMark | RefusedSend {
  const key = call.headers[headers.chatappBKey];
  const account = accounts.find(
    ({ channel, secret }) => channel === 'chatapp-360' && secret('sending_token') === key,
  );
  if (key === undefined || !account) return { refusal: invalidKey };
  if (call.path !== '/360dialog/messages') return { refusal: { status: 404, body: {} } };
  return readMessage(account, call.body);
}

/** 360dialog's own error, since the call never reaches WhatsApp. */
const invalidKey: Refusal = {
  status: 401,
  body: { meta: { success: false, http_code: 401, developer_message: 'Invalid API key.' } },
};
