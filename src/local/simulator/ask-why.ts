import { createAwsClients } from '../../aws/clients.ts';
import { ConversationsTable } from '../../aws/conversations-table.ts';
import { DeliveriesTable } from '../../aws/deliveries-table.ts';
import { DeliveryCursorsTable } from '../../aws/delivery-cursors-table.ts';
import { ReceivedMessagesTable } from '../../aws/received-messages-table.ts';
import { SendPacingTable } from '../../aws/send-pacing-table.ts';
import { TurnLogTables } from '../../aws/turn-log-tables.ts';
import { parseIdKeys } from '../../domain/id-keys.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import { traceMessage } from '../../operations/inspect/trace-message.ts';
import type { SimulatedAccount } from './accounts.ts';
import type { WhyStep } from './page/protocol.ts';

/** Tells in words what became of a message, by the id that the provider gave it; nothing for one that is not known. */
export type AskWhy = (account: SimulatedAccount, providerMessageId: string) => Promise<readonly WhyStep[]>;

/** Asks the gateway's own tables, as `message why` does. @param env the stack's settings */
export function whyAsker(env: Readonly<Record<string, string | undefined>>, nowMs: () => number): AskWhy {
  const { dynamodb } = createAwsClients(env);
  const prefix = env.TABLE_PREFIX ?? '';
  const records = {
    conversations: new ConversationsTable<FlowState>(dynamodb, prefix),
    turnLog: new TurnLogTables(dynamodb, prefix, nowMs),
    deliveries: new DeliveriesTable(dynamodb, prefix, nowMs),
    cursors: new DeliveryCursorsTable(dynamodb, prefix, nowMs),
    pacing: new SendPacingTable(dynamodb, prefix, nowMs),
    received: new ReceivedMessagesTable(dynamodb, prefix, nowMs),
    idKeys: parseIdKeys(env.ID_SECRET ?? ''),
  };
  return async ({ tenantId, settings }, providerMessageId) => {
    const trace = await traceMessage(records, tenantId, [settings], providerMessageId);
    return (trace?.steps ?? []).map(({ at, what, detail }) => ({ at, what, detail }));
  };
}
