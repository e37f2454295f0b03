import type {
  Channel,
  InboundItem,
  Verification,
  VerifiedPart,
  WebhookRequest,
} from '../../channels/channel.ts';
import { groupMessage } from '../../channels/channel.ts';
import { subscribe } from '../../channels/chatapp-a-cloud/verify.ts';
import { limits } from '../../contract/limits.ts';
import type { DeliveryStatus } from '../../domain/delivery-status.ts';
import { GatewayError } from '../../domain/errors.ts';
import { webhookNotSubscribed } from '../../domain/problems.ts';
import { tellsOfTemplates } from '../../domain/template/fill-template.ts';
import type { AccountRef } from '../../ports/deliveries.ts';
import type { KnownAccount } from '../../ports/directory.ts';
import { deriveId } from '../derive-id.ts';
import type { Gateway } from '../gateway.ts';
import { outcomeOf, runConcurrently, throwFirst } from '../run-concurrently.ts';
import { type CenterPorts, takeFromCenter } from './take-from-center.ts';
import { type TakePorts, takeMessages } from './take-messages.ts';
import { type StatusPorts, takeStatuses } from './take-statuses.ts';

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
    const [first] = parts;
    gateway.metrics.count(
      'MessagesDropped',
      { channel: first?.known.account.channel ?? channel.name },
      dropped,
    );
    gateway.log.warn('parts of a webhook body are not proven and dropped', { correlationId, dropped });
  }
  throwFirst(await runConcurrently(parts, (part) => acceptPart(gateway, channel, part, correlationId)));
}

type VerifyPorts = Pick<Gateway, 'accounts' | 'directory' | 'guesses' | 'health' | 'log' | 'nowMs'>;

/**
 * Proves a webhook call. One that is refused is tried once more where the tenant that it names has just changed its
 * configuration, and is noted at the accounts that it names; one that is accepted is noted too.
 * @throws GatewayError of the check that failed
 */
async function verifyCall(
  gateway: VerifyPorts,
  channel: Channel,
  request: WebhookRequest,
): Promise<Verification> {
  const verify = () => channel.verify(request, gateway);
  // Cached, since `verify` has just read them. Malformed credentials name no account, and `verify` rejects them.
  const findNamed = async () => {
    const named = await channel.findNamed(request, gateway.accounts).catch(() => []);
    return named.flatMap((known) => known ?? []);
  };
  try {
    const verification = await verify().catch(async (error: unknown) => {
      if (!isRefusal(error) || !(await haveChanged(gateway, await findNamed()))) throw error;
      return verify();
    });
    const accepted = verification.parts.map(({ known }) => known);
    await note(gateway, accepted, (account, keptDays) => gateway.health.noteAccepted(account, keptDays));
    return verification;
  } catch (error) {
    if (isRefusal(error))
      await note(gateway, await findNamed(), (account, keptDays) =>
        gateway.health.noteRefused(account, keptDays, error.code),
      );
    throw error;
  }
}

function isRefusal(error: unknown): error is GatewayError {
  return error instanceof GatewayError && error.status < 500;
}

/** Asked for few: a stranger's call names as many as it likes. */
async function haveChanged({ directory }: VerifyPorts, named: readonly KnownAccount[]): Promise<boolean> {
  const tenants = [...new Set(named.map(({ tenant }) => tenant.id))];
  const looked = tenants.slice(0, limits.channelNotesPerCall).map((id) => directory.refresh(id));
  return (await Promise.all(looked)).includes(true);
}

/** A note that can't be made costs no message. */
async function note(
  { log }: VerifyPorts,
  accounts: readonly KnownAccount[],
  make: (account: AccountRef, keptDays: number) => Promise<void>,
): Promise<void> {
  const once = new Map(accounts.map((known) => [`${known.tenant.id}#${known.account.id}`, known]));
  const noted = [...once.values()]
    .slice(0, limits.channelNotesPerCall)
    .map(async ({ tenant, account: of }) => {
      const account: AccountRef = { tenantId: tenant.id, channel: of.channel, accountId: of.id };
      const keptDays = tenant.retention_days ?? limits.logRetentionDays;
      await make(account, keptDays).catch((error: unknown) =>
        log.error('how a webhook call fared could not be noted', error, { ...account }),
      );
    });
  await Promise.all(noted);
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
  const messages: Extract<InboundItem, { kind: 'message' }>[] = [];
  const statuses: DeliveryStatus[] = [];
  const ofCenter: Extract<InboundItem, { kind: 'agent' }>[] = [];
  const ignored: Ignored[] = [];
  for (const item of items) {
    if (item.kind === 'message') messages.push(item);
    else if (item.kind === 'status') statuses.push(item.status);
    else if (item.kind === 'agent') ofCenter.push(item);
    else ignored.push(item);
  }
  if (ignored.length > 0) reportIgnored(gateway, part, ignored, correlationId);
  if (ignored.some(({ type }) => tellsOfTemplates(type)))
    await gateway.templates.noteStale({
      tenantId: tenant.id,
      channel: account.channel,
      accountId: account.id,
    });
  const [taken, noted, heard] = await Promise.all([
    outcomeOf(takeMessages(gateway, part.known, messages)),
    statuses.length > 0 ? outcomeOf(takeStatuses(gateway, part.known, statuses)) : { value: undefined },
    ofCenter.length > 0
      ? runConcurrently(ofCenter, (item) => takeFromCenter(gateway, part.known, item, correlationId))
      : [],
  ]);
  throwFirst([taken, noted, ...heard]);
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

/**
 * The subscription handshake of the first chat app: the challenge to answer with.
 * @param tokens the verify tokens that the operator has registered
 * @throws `invalid_credentials` when the token is not one of them
 * @see design 2.7
 */
export function subscribeWebhook(
  tokens: readonly string[],
  query: Readonly<Record<string, string | undefined>>,
): string {
  const challenge = subscribe(query, tokens);
  if (challenge === null) throw webhookNotSubscribed();
  return challenge;
}
