import { AgentLoadsTable } from '../aws/agent-loads-table.ts';
import { CenterLinksTable, ChannelHealthTable } from '../aws/center-links-table.ts';
import { createAwsClients } from '../aws/clients.ts';
import { DeliveriesTable } from '../aws/deliveries-table.ts';
import { DeliveryCursorsTable } from '../aws/delivery-cursors-table.ts';
import { verifyTokens } from '../aws/deployment-secrets.ts';
import { InboxFeedTable } from '../aws/inbox-tables.ts';
import { largeMessagesTable } from '../aws/large-messages-table.ts';
import { PeopleTable } from '../aws/people-table.ts';
import { ReceivedMessagesTable } from '../aws/received-messages-table.ts';
import { sqsRecordVisibility } from '../aws/record-visibility.ts';
import { RunsTable } from '../aws/runs-table.ts';
import { SendPacingTable } from '../aws/send-pacing-table.ts';
import { SqsQueue } from '../aws/sqs-queue.ts';
import { TemplatesTable } from '../aws/templates-table.ts';
import { allTenantSecrets } from '../aws/tenant-secret-store.ts';
import { PasswordGuessesTable } from '../aws/user-access-table.ts';
import { WaitingRepliesTable } from '../aws/waiting-replies-table.ts';
import { channelAccounts } from '../operations/directory/find-account.ts';
import type { Gateway } from '../operations/gateway.ts';
import { composeVisitorGateway, type Environment, type Replacements } from './compose-visitors.ts';
import { readSettings } from './settings.ts';

/**
 * Wires all ports to AWS from the environment; calls nothing yet.
 * @throws Error that names the settings missing
 */
export function composeGateway(env: Environment, replace: Replacements = {}): Gateway {
  const settings = readSettings(env);
  const clients = replace.clients ?? createAwsClients(env);
  const visitors = composeVisitorGateway(env, { ...replace, clients });
  const { directory, secrets, nowMs } = visitors;
  const prefix = settings.TABLE_PREFIX;
  return {
    ...visitors,
    sendingSecrets: allTenantSecrets(clients.secrets, settings.TENANT_SECRET_PREFIX, nowMs),
    accounts: channelAccounts(directory, secrets),
    people: new PeopleTable(clients.dynamodb, prefix),
    guesses: new PasswordGuessesTable(clients.dynamodb, prefix, nowMs),
    received: new ReceivedMessagesTable(clients.dynamodb, prefix, nowMs),
    largeMessages: largeMessagesTable(clients.dynamodb, prefix),
    deliveries: new DeliveriesTable(clients.dynamodb, prefix, nowMs),
    cursors: new DeliveryCursorsTable(clients.dynamodb, prefix, nowMs),
    waiting: new WaitingRepliesTable(clients.dynamodb, prefix, nowMs),
    replyQueue: new SqsQueue(clients, settings.OUTBOUND_QUEUE_URL),
    pacing: new SendPacingTable(clients.dynamodb, prefix, nowMs),
    health: new ChannelHealthTable(clients.dynamodb, prefix, nowMs),
    visibility: sqsRecordVisibility(clients.sqs, [
      settings.TURNS_QUEUE_URL,
      settings.CONTINUATIONS_QUEUE_URL,
      settings.OUTBOUND_QUEUE_URL,
    ]),
    templates: new TemplatesTable(clients.dynamodb, prefix, nowMs),
    centerLinks: new CenterLinksTable(clients.dynamodb, prefix, nowMs),
    loads: new AgentLoadsTable(clients.dynamodb, prefix, nowMs),
    verifyTokens: verifyTokens(settings, clients.secrets, nowMs),
    runs: new RunsTable(clients.dynamodb, prefix, nowMs),
    feed: new InboxFeedTable(clients.dynamodb, prefix, nowMs),
  };
}
