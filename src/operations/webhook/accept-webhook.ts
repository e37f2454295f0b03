import type { Channel, InboundItem, VerifiedPart, WebhookRequest } from '../../channels/channel.ts';
import { groupMessage } from '../../channels/ignored.ts';
import { channels } from '../../channels/registry.ts';
import type { CanonicalMessage } from '../../contract/canonical-message.ts';
import { limits } from '../../contract/limits.ts';
import type { TurnRecord } from '../../contract/turn-record.ts';
import { TemporarilyUnavailableError } from '../../domain/errors.ts';
import { newMessageId } from '../../domain/message-ids.ts';
import { receivedEvent } from '../../domain/turn-effects.ts';
import { recordStatus } from '../delivery/record-status.ts';
import { deriveId, receivedKey } from '../derive-id.ts';
import type { Gateway } from '../gateway.ts';
import { keepLarge } from './keep-large.ts';

const waitsForTwin = 20;
const waitMs = 100;

/**
 * Takes a webhook call: verify, normalize, remember, publish, queue. When it resolves, every message of the body is
 * stored or known; the items of one conversation keep their order.
 * @throws GatewayError of the check that failed
 * @throws Error when something could not be stored: the provider then delivers the body again
 * @see spec "What the service does" 3, design 2.7, 5.3
 */
export async function acceptWebhook(
  gateway: Gateway,
  channel: Channel,
  request: WebhookRequest,
  correlationId: string,
): Promise<void> {
  const { parts, dropped } = await channel.verify(request, gateway.accounts, gateway.guesses);
  if (dropped > 0) {
    gateway.metrics.count('MessagesDropped', { channel: channel.webhookPath }, dropped);
    gateway.log.warn('parts of a webhook body are not proven and dropped', { correlationId, dropped });
  }
  await finishAll(parts.map((part) => acceptPart(gateway, part, correlationId)));
}

async function acceptPart(gateway: Gateway, part: VerifiedPart, correlationId: string): Promise<void> {
  const { tenant, account } = part.known;
  const idSecret = await gateway.idSecret();
  const items = channels[account.channel].normalize(part, {
    correlationId,
    receivedAt: new Date(gateway.nowMs()).toISOString(),
    conversationIdOf: (userId) =>
      deriveId(idSecret, 'channel', tenant.id, account.channel, account.id, userId),
  });
  // One conversation after the other would be slow, and all at once would lose their order.
  const lanes = Map.groupBy(items, (item) =>
    item.kind === 'message' ? item.message.conversationId : item.kind,
  );
  await finishAll(
    [...lanes.values()].map(async (lane) => {
      for (const item of lane) await acceptItem(gateway, part, item, correlationId);
    }),
  );
}

/** Waits for all, so that one bad item takes no neighbour down; then throws the first failure. */
async function finishAll(work: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

async function acceptItem(
  gateway: Gateway,
  { known }: VerifiedPart,
  item: InboundItem,
  correlationId: string,
): Promise<void> {
  const { tenant, account } = known;
  const dimensions = { tenantId: tenant.id, channel: account.channel };
  switch (item.kind) {
    case 'status':
      gateway.metrics.count('StatusesReceived', dimensions);
      return recordStatus(gateway, dimensions, item.status);
    case 'ignored':
      gateway.metrics.count('MessagesReceived', dimensions);
      gateway.metrics.count('MessagesIgnored', dimensions);
      if (item.type === groupMessage) gateway.metrics.count('GroupMessages', dimensions);
      gateway.log.info('a webhook item is of no use to a conversation', {
        ...dimensions,
        correlationId,
        type: item.type,
      });
      return;
    case 'message': {
      const taken = await acceptMessage(gateway, known, item.message, item.startsTurn);
      gateway.metrics.count('MessagesReceived', dimensions);
      if (taken === 'duplicate') gateway.metrics.count('MessagesDuplicate', dimensions);
      else if (!item.startsTurn) gateway.metrics.count('MessagesIgnored', dimensions);
    }
  }
}

async function acceptMessage(
  gateway: Gateway,
  known: VerifiedPart['known'],
  message: CanonicalMessage,
  startsTurn: boolean,
): Promise<'taken' | 'duplicate'> {
  const { tenant, account } = known;
  const key = receivedKey(await gateway.idSecret(), tenant.id, account, message.messageId);
  if (await isDuplicate(gateway, tenant.id, key)) {
    // Only for whoever asks later what became of the message: the provider needs no answer to that.
    await gateway.received.noteDuplicate(tenant.id, key).catch(() => undefined);
    return 'duplicate';
  }
  try {
    const kept = await keepLarge(gateway, message, key, tenant.retention_days ?? limits.logRetentionDays);
    await gateway.bus.publish([receivedEvent(kept, key)]);
    if (startsTurn) await gateway.queue.send(turnRecord(gateway, known, kept, key), key);
  } catch (error) {
    await gateway.received.release(tenant.id, key).catch(() => undefined);
    throw error;
  }
  const { correlationId, conversationId, receivedAt } = message;
  await gateway.received.markTaken(tenant.id, key, {
    correlationId,
    conversationId,
    receivedAt,
    queued: startsTurn,
  });
  gateway.log.info('a message is received', {
    tenantId: tenant.id,
    channel: account.channel,
    conversationId: message.conversationId,
    correlationId: message.correlationId,
    turnId: key,
  });
  return 'taken';
}

/** @throws TemporarilyUnavailableError when the same message is being taken and it takes long */
async function isDuplicate(gateway: Gateway, tenantId: string, key: string): Promise<boolean> {
  for (let wait = 0; wait < waitsForTwin; wait += 1) {
    const receipt = await gateway.received.claim(tenantId, key);
    if (receipt !== 'being-taken') return receipt === 'taken';
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  throw new TemporarilyUnavailableError();
}

/** The message gets an id of ours, which sorts; the provider's stays in its metadata. */
function turnRecord(
  gateway: Gateway,
  { tenant, account }: VerifiedPart['known'],
  message: CanonicalMessage,
  turnId: string,
): TurnRecord {
  return {
    kind: 'turn',
    turnId,
    message: {
      ...message,
      messageId: newMessageId(gateway.nowMs, gateway.random),
      metadata: { ...message.metadata, providerMessageId: message.messageId },
    },
    flowId: account.flow,
    sessionId: message.user.id,
    accountId: account.id,
    idleMinutes: account.idle_minutes ?? limits.idleMinutes,
    retentionDays: tenant.retention_days ?? limits.logRetentionDays,
  };
}
