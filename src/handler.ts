import { createAwsClients, openConnections } from './aws/clients.ts';
import { background } from './lambda/background.ts';
import { composeGateway } from './lambda/compose.ts';
import { createHandler } from './lambda/create-handler.ts';
import { webChatStrategy } from './lambda/web-chat-operations.ts';
import { webhookStrategies } from './lambda/webhook-operations.ts';

const clients = createAwsClients(process.env);

/** Entry of the functions for webhooks, queues and the schedule, of all four channels. @see design 5.1 */
export const handler = createHandler([webChatStrategy, ...webhookStrategies], process.env, {
  compose: () => composeGateway(process.env, { clients }),
  background,
});

/** What an environment waits for before its first event; not all of them publish. @see lib/bundles.ts */
export const start = () => openConnections({ dynamodb: clients.dynamodb }, process.env.TABLE_PREFIX ?? '');
