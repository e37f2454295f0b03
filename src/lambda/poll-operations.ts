import { headers } from '../contract/headers.ts';
import { jsonResult } from '../http/write-result.ts';
import { pollConversation } from '../operations/web-chat/poll-conversation.ts';
import type { Operation } from './http-operation.ts';
import { ownOf } from './own-of.ts';

/** What is asked of the function that holds long-polls. */
export const pollOperations: Readonly<Record<'poll-conversation', Operation>> = {
  'poll-conversation': async ({ gateway, request, parameters, receivedAtMs, onCaller }) => {
    const poll = {
      ...ownOf({ request, parameters, receivedAtMs }),
      after: request.query.after,
      afterHeader: request.headers[headers.after],
      handoffTag: request.query.handoffTag,
      wait: request.query.wait !== '0' && request.method !== 'HEAD',
    };
    const { response, retryAfterS } = await pollConversation(gateway, poll, onCaller);
    const again = retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) };
    return jsonResult(200, JSON.stringify(response), again);
  },
};
