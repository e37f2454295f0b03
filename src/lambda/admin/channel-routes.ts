import {
  channelContent,
  channelsQuery,
  headerSecretValue,
  secretValue,
  testMessage,
} from '../../contract/admin/channels.ts';
import { channelSecret } from '../../operations/admin/channels/channel-secret.ts';
import { listChannels, readChannel } from '../../operations/admin/channels/read-channels.ts';
import { resumeChannel } from '../../operations/admin/channels/resume-channel.ts';
import { deleteChannel, saveChannel } from '../../operations/admin/channels/save-channel.ts';
import { sendTestMessage } from '../../operations/admin/channels/send-test-message.ts';
import { deleteSecret, endOverlap, setSecret } from '../../operations/admin/secrets/change-secrets.ts';
import {
  type Exchange,
  pageReply,
  parameter,
  preconditionsOf,
  readBody,
  readListQuery,
  type Serve,
} from './exchange.ts';

const refOf = (exchange: Exchange) => ({
  channel: parameter(exchange, 'channel'),
  accountId: parameter(exchange, 'accountId'),
});
const named = (exchange: Exchange) => ({ ...refOf(exchange), ...preconditionsOf(exchange) });
const secretNamed = (exchange: Exchange) => ({ ...named(exchange), role: parameter(exchange, 'role') });
/** These are sent as they are. */
const inHeaders = new Set(['sending_token', 'api_key']);

/** What the routes of channels do. */
export const channelRoutes = {
  'list-channels': async (exchange) => {
    const query = await readListQuery(exchange, channelsQuery);
    return pageReply(exchange, query, await listChannels(exchange.admin, exchange.caller, query));
  },
  'read-channel': async (exchange) => ({
    status: 200,
    ...(await readChannel(exchange.admin, exchange.caller, refOf(exchange))),
  }),
  'save-channel': async (exchange) => {
    const content = readBody(exchange, channelContent);
    return {
      status: 200,
      ...(await saveChannel(exchange.admin, exchange.caller, { ...named(exchange), content })),
    };
  },
  'delete-channel': async (exchange) => {
    await deleteChannel(exchange.admin, exchange.caller, named(exchange));
    return { status: 204 };
  },
  'set-channel-secret': async (exchange) => {
    const { admin, caller } = exchange;
    const asked = secretNamed(exchange);
    const { value } = readBody(exchange, inHeaders.has(asked.role) ? headerSecretValue : secretValue);
    const owner = await channelSecret(admin, caller, asked);
    return { status: 200, ...(await setSecret(admin, caller, owner, value)) };
  },
  'delete-channel-secret': async (exchange) => {
    const { admin, caller } = exchange;
    const owner = await channelSecret(admin, caller, secretNamed(exchange));
    return { status: 200, ...(await deleteSecret(admin, caller, owner)) };
  },
  'end-secret-overlap': async (exchange) => {
    const { admin, caller } = exchange;
    const owner = await channelSecret(admin, caller, secretNamed(exchange));
    return { status: 200, ...(await endOverlap(admin, caller, owner)) };
  },
  'send-test-message': async (exchange) => {
    const asked = { ...refOf(exchange), ...readBody(exchange, testMessage) };
    return { status: 200, ...(await sendTestMessage(exchange.admin, exchange.caller, asked)) };
  },
  'resume-channel': async (exchange) => ({
    status: 200,
    ...(await resumeChannel(exchange.admin, exchange.caller, refOf(exchange))),
  }),
} as const satisfies Readonly<Record<string, Serve>>;
