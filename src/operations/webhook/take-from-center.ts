import type { InboundItem } from '../../channels/channel.ts';
import { channels } from '../../channels/registry.ts';
import { limits } from '../../contract/limits.ts';
import type { AgentRecord } from '../../contract/queue-records.ts';
import { GatewayError } from '../../domain/errors.ts';

import type { KnownAccount } from '../../ports/directory.ts';
import type { CenterLink } from '../../ports/handoff.ts';
import { receivedKey } from '../derive-id.ts';
import type { Gateway } from '../gateway.ts';
import { claim } from './take-messages.ts';

export type CenterPorts = Pick<
  Gateway,
  | 'centerLinks'
  | 'centers'
  | 'continuations'
  | 'idKeys'
  | 'log'
  | 'metrics'
  | 'nowMs'
  | 'pause'
  | 'queue'
  | 'received'
  | 'typing'
>;
type AgentItem = Extract<InboundItem, { kind: 'agent' }>;

/**
 * Accepts a contact center's action in a handoff: stores it like any provider's message and puts it on the
 * conversation's queue, in order with the visitor's messages. Typing is recorded at once, and shown on chat apps
 * together with the read mark.
 * @throws `handoff_not_found` for a handoff that this account was never sent, or more than eight days ago
 * @see handoff.md 4.2
 */
export async function takeFromCenter(
  gateway: CenterPorts,
  { tenant, account }: KnownAccount,
  item: AgentItem,
  correlationId: string,
): Promise<void> {
  const link = await gateway.centerLinks.find({ tenantId: tenant.id, handoffId: item.handoffId });
  // The response does not reveal whether another account has it.
  if (link?.accountId !== account.id) throw new GatewayError('handoff_not_found');
  if (item.typing !== undefined) await gateway.typing.note(link, 'agent', item.typing);
  await showOnChatApp(gateway, link, item);
  // A receipt or typing needs no work unless others wait behind it.
  if (item.actions.length === 0 && item.position === undefined) return;
  const [idKey] = await gateway.idKeys();
  const key = receivedKey(idKey, tenant.id, account, `${item.handoffId}.${item.id}`);
  const dimensions = { tenantId: tenant.id, channel: account.channel };
  gateway.metrics.count('MessagesReceived', dimensions);
  const receipt = await claim(gateway, tenant.id, key);
  if (receipt.is === 'taken') {
    gateway.metrics.count('MessagesDuplicate', dimensions);
    await gateway.received.noteDuplicate(tenant.id, key).catch(() => undefined);
    return;
  }
  const triedSinceMs = receipt.is === 'again' ? receipt.sinceMs : undefined;
  await queue(gateway, link, { item, key, correlationId, triedSinceMs });
  const { conversationId } = link;
  gateway.log.info('a contact center speaks', { ...dimensions, conversationId, correlationId, turnId: key });
}

/** Left to the outbound connector, which has the account's token and keeps its pace. */
async function showOnChatApp(
  { centers, nowMs }: Pick<Gateway, 'centers' | 'nowMs'>,
  { tenantId, conversationId, handoffId, accountId, channel }: CenterLink,
  { id, typing, hasRead }: AgentItem,
): Promise<void> {
  const isTyping = typing === true;
  if (channel === 'webchat' || !('showRead' in channels[channel]) || !(isTyping || hasRead)) return;
  const atMs = nowMs();
  // A read receipt counts once; typing is limited as everywhere.
  const what = isTyping ? `typing-${Math.floor(atMs / limits.typingEveryMs)}` : `read-${id}`;
  const record = { tenantId, conversationId, handoffId, accountId, atMs };
  await centers.wake(
    { kind: 'center', ...record, tells: { type: 'attention', isTyping } },
    `attention:${handoffId}:${what}`,
  );
}

interface Arrival {
  readonly item: AgentItem;
  readonly key: string;
  readonly correlationId: string;
  readonly triedSinceMs: number | undefined;
}

async function queue(
  gateway: CenterPorts,
  { tenantId, conversationId, handoffId, accountId, channel }: CenterLink,
  { item, key, correlationId, triedSinceMs }: Arrival,
): Promise<void> {
  const receivedAtMs = gateway.nowMs();
  const record: AgentRecord = {
    kind: 'agent',
    ...{ tenantId, conversationId, handoffId, accountId },
    turnId: `agent-${key}`,
    refId: item.id,
    correlationId,
    receivedAtMs,
    ...(triedSinceMs !== undefined && { triedSinceMs }),
    ...(item.position !== undefined && { position: item.position }),
    doings: [...item.actions],
  };
  const turns = channel === 'webchat' ? gateway.continuations : gateway.queue;
  try {
    await turns.sendAgent(record);
  } catch (error) {
    await gateway.received.releaseAll(tenantId, [{ key, triedSinceMs }]).catch(() => undefined);
    throw error;
  }
  const receivedAt = new Date(receivedAtMs).toISOString();
  const trace = { correlationId, conversationId, receivedAt, queued: true };
  await gateway.received.markAllTaken(tenantId, [{ key, trace }]);
}
