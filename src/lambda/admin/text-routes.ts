import { savedRepliesQuery, savedReplyBody } from '../../contract/admin/saved-replies.ts';
import {
  changeSavedReply,
  createSavedReply,
  deleteSavedReply,
  listSavedReplies,
} from '../../operations/admin/texts/saved-replies.ts';
import { pageReply, parameter, preconditionsOf, readBody, readListQuery, type Serve } from './exchange.ts';

/** What the routes of saved replies do. */
export const textRoutes = {
  'list-saved-replies': async (exchange) => {
    const query = await readListQuery(exchange, savedRepliesQuery);
    return pageReply(exchange, query, await listSavedReplies(exchange.admin, exchange.caller, query));
  },
  'create-saved-reply': async (exchange) => {
    const body = readBody(exchange, savedReplyBody);
    return { status: 201, ...(await createSavedReply(exchange.admin, exchange.caller, body)) };
  },
  'change-saved-reply': async (exchange) => {
    const named = {
      textId: parameter(exchange, 'textId'),
      body: readBody(exchange, savedReplyBody),
      ...preconditionsOf(exchange),
    };
    return { status: 200, ...(await changeSavedReply(exchange.admin, exchange.caller, named)) };
  },
  'delete-saved-reply': async (exchange) => {
    const named = { textId: parameter(exchange, 'textId'), ...preconditionsOf(exchange) };
    await deleteSavedReply(exchange.admin, exchange.caller, named);
    return { status: 204 };
  },
} as const satisfies Readonly<Record<string, Serve>>;
