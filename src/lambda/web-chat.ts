import { createAwsClients, openConnections } from '../aws/clients.ts';
import { composeVisitorGateway } from './compose.ts';
import { createHandler } from './create-handler.ts';
import { webChatStrategy } from './web-chat-operations.ts';

const clients = createAwsClients(process.env);

/** Entry of the function that visitors wait for; composed once for each process. @see design 5.1 */
export const handler = createHandler([webChatStrategy], process.env, {
  compose: () => composeVisitorGateway(process.env, { clients }),
});

/** What an environment waits for before its first event; it starts in any case. @see lib/bundles.ts */
export const start = () => openConnections(clients, process.env.TABLE_PREFIX ?? '');
