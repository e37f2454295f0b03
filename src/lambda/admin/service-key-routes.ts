import { newServiceKey, serviceKeysQuery } from '../../contract/service/keys.ts';
import {
  listServiceKeys,
  makeServiceKey,
  revokeServiceKey,
} from '../../operations/admin/service-keys/service-keys.ts';
import { pageReply, parameter, readBody, readListQuery, type Serve } from './exchange.ts';

/** What the routes of service keys do. @see handoff.md 5 */
export const serviceKeyRoutes = {
  'list-service-keys': async (exchange) => {
    const query = await readListQuery(exchange, serviceKeysQuery);
    return pageReply(exchange, query, await listServiceKeys(exchange.admin, exchange.caller, query));
  },
  'create-service-key': async (exchange) => {
    const body = await makeServiceKey(exchange.admin, exchange.caller, readBody(exchange, newServiceKey));
    // Claims are kept for a day: the key is not among what they remember.
    return { status: 201, body, again: { ...body, key: null } };
  },
  'revoke-service-key': async (exchange) => {
    await revokeServiceKey(exchange.admin, exchange.caller, parameter(exchange, 'keyId'));
    return { status: 204 };
  },
} as const satisfies Readonly<Record<string, Serve>>;
