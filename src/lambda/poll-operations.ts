import { headers } from '../contract/headers.ts';
import { jsonResult } from '../http/write-result.ts';
import { pollConversation } from '../operations/web-chat/poll-conversation.ts';
import type { Exchange, Operation } from './serve-http.ts';

/** The operations of the long-poll function. */
export const pollOperations: Readonly<Record<'poll-conversation', Operation>> = {
  'poll-conversation': async (exchange) => {
    const { gateway, request } = exchange;
    const poll = {
      ...ownOf(exchange),
      after: request.query.after,
      afterHeader: request.headers[headers.after],
      sourceIp: request.sourceIp,
      handoffTag: request.query.handoffTag,
      isSeen: request.query.seen === '1',
      wait: request.query.wait !== '0' && request.method !== 'HEAD',
    };
    const { response, retryAfterS } = await pollConversation(gateway, poll);
    const again = retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) };
    return jsonResult(200, JSON.stringify(response), again);
  },
};

/** A visitor's request about a conversation of theirs. */
export function ownOf({ request, parameters, receivedAtMs, caller }: Exchange) {
  return {
    conversationId: parameters.conversationId ?? '',
    tenantId: request.headers[headers.tenantId],
    sessionId: request.headers[headers.sessionId] ?? request.query.session,
    origin: request.headers.origin,
    receivedAtMs,
    signed: request,
    caller,
  };
}
