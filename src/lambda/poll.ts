import { createAwsClients, openConnections } from '../aws/clients.ts';
import { composeVisitorGateway } from './compose.ts';
import { createHandler } from './create-handler.ts';
import { pollOperations } from './poll-operations.ts';

const clients = createAwsClients(process.env);

/** Entry of the function that holds long-polls; composed once for each process. @see design 5.1 */
export const handler = createHandler([{ name: 'webchat-http', operations: pollOperations }], process.env, {
  compose: () => composeVisitorGateway(process.env, { clients }),
});

/** What an environment waits for before its first event. @see lib/bundles.ts */
export const start = () => openConnections({ dynamodb: clients.dynamodb }, process.env.TABLE_PREFIX ?? '');
