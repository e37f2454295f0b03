import type { Channel, InboundItem, VerifiedPart, WebhookRequest } from '../../channels/channel.ts';
import { groupMessage } from '../../channels/ignored.ts';
import { tellsOfTemplates } from '../../domain/template/speaks-of-template.ts';
import { deriveId } from '../derive-id.ts';
import type { Gateway } from '../gateway.ts';
import { inLanes, throwFirst } from '../in-lanes.ts';
import { type CenterPorts, takeFromCenter } from './take-from-center.ts';
import { type TakePorts, takeMessages } from './take-messages.ts';
import { type StatusPorts, takeStatuses } from './take-statuses.ts';
import { type VerifyPorts, verifyCall } from './verify-call.ts';

type WebhookPorts = TakePorts & StatusPorts & VerifyPorts & CenterPorts;
type Ignored = Extract<InboundItem, { kind: 'ignored' }>;

/**
 * Takes a webhook call: verify, normalize, remember, publish, queue. When it resolves, every message of the body is
 * stored or known; the messages of one conversation keep their order.
 * @throws GatewayError of the check that failed
 * @throws Error when something could not be stored: the provider then delivers the body again
 * @see spec "What the service does" 3, design 2.7, 5.3, docs/decisions/large-bodies.md
 */
export async function acceptWebhook(
  gateway: WebhookPorts,
  channel: Channel,
  request: WebhookRequest,
  correlationId: string,
): Promise<void> {
  const { parts, dropped } = await verifyCall(gateway, channel, request);
  if (dropped > 0) {
    gateway.metrics.count('MessagesDropped', { channel: channel.webhookPath }, dropped);
    gateway.log.warn('parts of a webhook body are not proven and dropped', { correlationId, dropped });
  }
  throwFirst(await inLanes(parts, (part) => acceptPart(gateway, channel, part, correlationId)));
}

async function acceptPart(
  gateway: WebhookPorts,
  channel: Channel,
  part: VerifiedPart,
  correlationId: string,
): Promise<void> {
  const { tenant, account } = part.known;
  const [currentKey] = await gateway.idKeys();
  const conversations = new Map<string, string>();
  const items = channel.normalize(part, {
    correlationId,
    receivedAt: new Date(gateway.nowMs()).toISOString(),
    conversationIdOf(userId) {
      const id =
        conversations.get(userId) ??
        deriveId(currentKey, 'channel', tenant.id, account.channel, account.id, userId);
      conversations.set(userId, id);
      return id;
    },
  });
  reportIgnored(
    gateway,
    part,
    items.filter((item) => item.kind === 'ignored'),
    correlationId,
  );
  if (items.some((item) => item.kind === 'ignored' && tellsOfTemplates(item.type)))
    await gateway.templates.noteStale({
      tenantId: tenant.id,
      channel: account.channel,
      accountId: account.id,
    });
  const messages = items.filter((item) => item.kind === 'message');
  const ofCenter = items.filter((item) => item.kind === 'agent');
  const statuses = items.flatMap((item) => (item.kind === 'status' ? [item.status] : []));
  throwFirst(
    await inLanes(
      [
        () => takeMessages(gateway, part.known, messages),
        () => takeStatuses(gateway, part.known, statuses),
        ...ofCenter.map((item) => () => takeFromCenter(gateway, part.known, item, correlationId)),
      ],
      (take) => take(),
    ),
  );
}

function reportIgnored(
  { metrics, log }: Pick<Gateway, 'metrics' | 'log'>,
  { known: { tenant, account } }: VerifiedPart,
  items: readonly Ignored[],
  correlationId: string,
): void {
  const dimensions = { tenantId: tenant.id, channel: account.channel };
  for (const { type } of items) {
    metrics.count('MessagesReceived', dimensions);
    metrics.count('MessagesIgnored', dimensions);
    if (type === groupMessage) metrics.count('GroupMessages', dimensions);
    log.info('a webhook item is of no use to a conversation', { ...dimensions, correlationId, type });
  }
}
