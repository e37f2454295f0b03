import { createAwsClients } from './aws/clients.ts';
import { openConnections } from './aws/open-connections.ts';
import { createHandler } from './lambda/create-handler.ts';

const clients = createAwsClients(process.env);

/** Entry of the functions for webhooks, queues and the schedule; composed once for each process. @see design 5.1 */
export const handler = createHandler(process.env, { clients });

/** What an environment waits for before its first event; not all of them publish. @see lib/bundles.ts */
export const start = () => openConnections({ dynamodb: clients.dynamodb }, process.env.TABLE_PREFIX ?? '');
