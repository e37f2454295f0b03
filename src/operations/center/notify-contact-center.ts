import {
  type CenterAnswer,
  type CenterEvent,
  centerCall,
  readCenterAnswer,
} from '../../channels/contactcenter/center-call.ts';
import { limits } from '../../contract/limits.ts';
import type { AgentRecord, CenterAction, CenterRecord } from '../../contract/queue-records.ts';
import type { ReplyDelivery } from '../../domain/delivery-status.ts';
import { HttpClientError, RetryLaterError } from '../../domain/errors.ts';
import { AccountIncompleteError } from '../../domain/problems.ts';
import { accountSecrets } from '../../domain/tenant-folder.ts';
import type { CenterLink } from '../../ports/handoff.ts';
import { hashOf } from '../derive-id.ts';
import type { Gateway } from '../gateway.ts';
import { showAttention } from '../handoff/show-attention.ts';
import type { Stored } from '../turn/change-as-agent.ts';
import { centerHandoffState } from './center-handoff-state.ts';
import type { NotifyPorts } from './center-ports.ts';
import { type NextEvent, nextEvent } from './next-event.ts';

/** The maximum time of a call and its records. */
const callTimeMs = 2 * limits.sendTimeoutMs + 5_000;
const nextInvocationMs = 1_000;

/**
 * Sends a contact center what it doesn't know yet of a handoff, in order: each event only after the one before was
 * accepted or permanently rejected. The record only shows that there may be something; log and item decide what.
 * @throws RetryLaterError when something can't be sent now
 * @throws VersionConflictError when another process notifies it
 * @see handoff.md 4.1
 */
export async function notifyCenter(
  gateway: NotifyPorts,
  record: CenterRecord,
  { untilMs }: { readonly untilMs: number },
): Promise<void> {
  const { tells } = record;
  if (tells?.type === 'gap') return continueAfterGap(gateway, record, tells);
  if (tells?.type === 'typing') return sendTyping(gateway, record, tells);
  if (tells?.type === 'receipt') return sendReceipt(gateway, record, tells);
  if (tells?.type === 'attention') return sendAttention(gateway, record, tells);
  let link = await linkOf(gateway, record);
  let refused = tells;
  while (link) {
    const stored = await gateway.conversations.find(record.tenantId, record.conversationId);
    const next = await nextEvent(gateway, stored, link, refused);
    if (!next) return closeIfOver(gateway, link, stored);
    if (untilMs - gateway.nowMs() < callTimeMs) throw new RetryLaterError('out of time', nextInvocationMs);
    // Its answer may come before the center's first word does: that must find the link.
    if (link.version === 0) {
      link = { ...link, version: 1 };
      await gateway.centerLinks.save(link);
    }
    const answer = await callCenter(gateway, link, next.event);
    link = await afterAnswer(gateway, link, next, answer);
    await gateway.centerLinks.save(link);
    // A permanently failing open isn't retried at once, but with the next message.
    if (answer.outcome === 'gone' || (next.event.type === 'open' && link.opened !== 'yes')) return;
    if (next.event.type === 'rejected') refused = undefined;
  }
}

const secondMs = 1_000;

/**
 * The link after a contact center's response to an event.
 * @throws RetryLaterError when the event must be sent again
 * @see handoff.md 4.1, 4.4
 */
async function afterAnswer(
  gateway: NotifyPorts,
  link: CenterLink,
  { event, taken, epoch }: NextEvent,
  answer: CenterAnswer,
): Promise<CenterLink> {
  const nowMs = gateway.nowMs();
  const done = { ...link, version: link.version + 1, position: event.position, trouble: null };
  switch (answer.outcome) {
    case 'taken': {
      if (link.isAway) await notifyConversation(gateway, link, `back-${event.id}`, { type: 'back' });
      const externalId = answer.externalId ?? link.externalId;
      return { ...done, ...taken, externalId, isAway: false };
    }
    case 'gone':
      // It has ended the handoff itself, so it needs no `end`.
      if (event.type !== 'end')
        await notifyConversation(gateway, link, `gone-${link.opens}`, { type: 'ends', how: 'close' });
      return { ...done, endedAtMs: nowMs, endedEpoch: epoch };
    case 'refused':
      return giveUp(gateway, done, { event, taken }, answer.reason);
    case 'retry':
    case 'held': {
      const sinceMs = link.trouble?.sinceMs ?? nowMs;
      if (nowMs - sinceMs >= limits.centerDeadlineMs)
        return giveUp(gateway, done, { event, taken }, answer.reason);
      if (answer.outcome === 'held') reportHeld(gateway, link, answer.reason);
      throw await postponed(gateway, link, event, answer, sinceMs);
    }
  }
}

/** This event is skipped; later ones continue. */
async function giveUp(
  gateway: NotifyPorts,
  done: CenterLink,
  { event, taken }: Pick<NextEvent, 'event' | 'taken'>,
  reason: string,
): Promise<CenterLink> {
  const { tenantId, handoffId, conversationId } = done;
  gateway.log.warn('a contact center refuses an event', { tenantId, conversationId, handoffId, reason });
  const text = `The contact center did not take ${event.type === 'message' ? 'a message' : `"${event.type}"`}: ${reason}.`;
  await notifyConversation(gateway, done, `refused-${event.id}`, { type: 'note', text });
  // One that it does not know is opened again with the next message.
  const { opened: _, ...rest } = taken;
  return event.type === 'open' ? { ...done, opens: done.opens + 1, ...stuckAt(taken) } : { ...done, ...rest };
}

const stuckAt = ({ doneMessageId }: Partial<CenterLink>): Partial<CenterLink> =>
  doneMessageId === undefined ? {} : { doneMessageId };

function reportHeld(
  { metrics, log }: NotifyPorts,
  { tenantId, accountId }: CenterLink,
  reason: string,
): void {
  metrics.count('AccountsHeld', { tenantId, channel: 'contactcenter' });
  log.error('an account is held until it is mended', undefined, { tenantId, accountId, reason });
}

/** The time of the next attempt; the visitor gets one message when the center is away. */
async function postponed(
  gateway: NotifyPorts,
  link: CenterLink,
  event: NextEvent['event'],
  answer: Extract<CenterAnswer, { outcome: 'retry' | 'held' }>,
  sinceMs: number,
): Promise<RetryLaterError> {
  const nowMs = gateway.nowMs();
  const tries = (link.trouble?.tries ?? 0) + 1;
  const tenant = await gateway.directory.findTenant(link.tenantId);
  const seconds = tenant?.escalation?.away_after_seconds ?? limits.centerAwaySeconds;
  const awayAtMs = sinceMs + seconds * secondMs;
  const isAway = link.isAway || nowMs >= awayAtMs;
  if (isAway && !link.isAway) await notifyConversation(gateway, link, `away-${sinceMs}`, { type: 'away' });
  const mayKnow = event.type === 'open' && answer.outcome === 'retry' && answer.mayHave;
  await gateway.centerLinks.save({
    ...link,
    version: link.version + 1,
    trouble: { sinceMs, tries },
    isAway,
    ...(mayKnow && link.opened === 'no' && { opened: 'maybe' as const }),
  });
  const grownMs = firstMs * 2 ** Math.min(tries - 1, 20) * (0.75 + gateway.random() / 4);
  const asked = answer.outcome === 'retry' ? (answer.afterMs ?? 0) : 0;
  const waitMs = Math.min(Math.max(grownMs, asked), limits.centerRetryMs);
  // The visitor waits for the message that it is away.
  const untilAwayMs = isAway ? waitMs : Math.max(firstMs, awayAtMs - nowMs);
  return new RetryLaterError(
    `a contact center can not be told: ${answer.reason}`,
    Math.min(waitMs, untilAwayMs),
  );
}

const firstMs = 1_000;

/**
 * Sends a contact center the delivery status of its agent's message, even after the handoff's end. A receipt has
 * no position: it waits for nothing, and nothing waits for it.
 * @throws RetryLaterError when it can't be sent now
 * @see handoff.md 4.1
 */
async function sendReceipt(
  gateway: NotifyPorts,
  record: CenterRecord,
  { messageId, refId }: { readonly messageId: string; readonly refId: string },
): Promise<void> {
  const { tenantId, atMs } = record;
  const link = await gateway.centerLinks.find(record);
  if (!link) return;
  const delivery = await gateway.deliveries.find(tenantId, messageId);
  if (!delivery || !isWhole(delivery)) return;
  const { state, at, reason } = delivery;
  const id = `${messageId}.receipt-${state}`;
  const about = { refId, messageId, state, ...(reason !== undefined && { reason }) };
  const answer = await callCenter(gateway, link, { id, type: 'receipt', at, ...about });
  if (answer.outcome !== 'retry' && answer.outcome !== 'held') return;
  // As long as it has waited so far: the delay doubles without being stored.
  const ageMs = gateway.nowMs() - atMs;
  if (ageMs >= limits.centerDeadlineMs) return;
  const asked = answer.outcome === 'retry' ? (answer.afterMs ?? 0) : 0;
  const waitMs = Math.min(Math.max(firstMs, ageMs, asked), limits.centerRetryMs);
  throw new RetryLaterError(`a contact center can not be told of a message: ${answer.reason}`, waitMs);
}

/** A reply sent as several messages is delivered when all are, and failed when one is. */
const isWhole = ({ state, part }: ReplyDelivery) => state === 'failed' || (part?.unsent ?? 0) === 0;

/** Shows the visitor's chat app that a center's agent has read what they wrote, or writes; what is late is dropped. */
async function sendAttention(
  gateway: NotifyPorts,
  { tenantId, conversationId, handoffId, atMs }: CenterRecord,
  { isTyping }: { readonly isTyping: boolean },
): Promise<void> {
  if (gateway.nowMs() - atMs > limits.centerTypingMs) return;
  const stored = await gateway.conversations.find(tenantId, conversationId);
  const standing = centerHandoffState(stored, handoffId);
  if (stored && standing.is === 'live') await showAttention(gateway, stored, standing.live, { isTyping });
}

/** The link, or a new one; null for a conversation of which nothing is kept any more. */
async function linkOf(gateway: NotifyPorts, record: CenterRecord): Promise<CenterLink | null> {
  const found = await gateway.centerLinks.find(record);
  if (found) return found;
  const stored = await gateway.conversations.find(record.tenantId, record.conversationId);
  // A handoff that ended before it was opened: the center gets no event.
  if (!stored || centerHandoffState(stored, record.handoffId).is !== 'live') return null;
  const { tenantId, conversationId, handoffId, accountId } = record;
  return {
    ...{ tenantId, conversationId, handoffId, accountId },
    channel: stored.channel,
    version: 0,
    opened: 'no',
    opens: 0,
    position: 0,
    doneMessageId: null,
    externalId: null,
    trouble: null,
    isAway: false,
    endedAtMs: null,
    endedEpoch: 0,
  };
}

/** Kept for eight days more: what its agents say until then is refused in words. */
async function closeIfOver(gateway: NotifyPorts, link: CenterLink, stored: Stored | null): Promise<void> {
  const isLive = centerHandoffState(stored, link.handoffId).is === 'live';
  if (isLive || link.endedAtMs !== null || link.version === 0) return;
  const ended = { endedAtMs: gateway.nowMs(), endedEpoch: stored?.epoch ?? 0 };
  await gateway.centerLinks.save({ ...link, version: link.version + 1, ...ended });
}

/** A typing event is short-lived: one that can't be sent at once is dropped. */
async function sendTyping(
  gateway: NotifyPorts,
  record: CenterRecord,
  { untilMs }: { readonly untilMs: number },
): Promise<void> {
  if (gateway.nowMs() - record.atMs > limits.centerTypingMs) return;
  const link = await gateway.centerLinks.find(record);
  if (link?.opened !== 'yes' || link.endedAtMs !== null || link.isAway) return;
  const at = new Date(record.atMs).toISOString();
  const id = `${link.handoffId}.typing-${record.atMs}`;
  const until = new Date(untilMs).toISOString();
  await callCenter(gateway, link, { id, type: 'typing', at, until });
}

const held = (reason: string): CenterAnswer => ({ outcome: 'held', reason });

/** Sends a contact center one event. A failed call is a result, not an error. */
async function callCenter(
  gateway: Pick<NotifyPorts, 'directory' | 'http' | 'nowMs' | 'sendingSecrets'>,
  { tenantId, handoffId, accountId }: CenterLink,
  event: CenterEvent,
): Promise<CenterAnswer> {
  const [tenant, account, secrets] = await Promise.all([
    gateway.directory.findTenant(tenantId),
    gateway.directory.findAccount(tenantId, 'contactcenter', accountId),
    gateway.sendingSecrets.read(tenantId),
  ]);
  if (!tenant || !account) return held('account_missing');
  if (tenant.status === 'suspended') return held('tenant_suspended');
  const call = async (known: Readonly<Record<string, string>>): Promise<CenterAnswer> => {
    try {
      const accountOf = { tenant, account, secrets: accountSecrets(account, known) };
      const request = centerCall(accountOf, handoffId, event, gateway.nowMs());
      const answer = await gateway.http.send({
        ...request,
        timeoutMs: limits.sendTimeoutMs,
        maxRedirects: 0,
      });
      return readCenterAnswer(answer, gateway.nowMs());
    } catch (error) {
      if (error instanceof AccountIncompleteError) return held('account_incomplete');
      if (error instanceof HttpClientError) return lost(error);
      throw error;
    }
  };
  const answer = await call(secrets);
  // A token that is refused may have been replaced since it was read.
  return answer.outcome === 'held' ? call(await gateway.sendingSecrets.reload(tenantId)) : answer;
}

function lost({ code }: HttpClientError): CenterAnswer {
  if (code === 'url_refused' || code === 'address_refused') return held('base_url_refused');
  return { outcome: 'retry', reason: code, afterMs: null, mayHave: code !== 'not_connected' };
}

/** The missing message has timed out: the conversation's queue continues without it. */
async function continueAfterGap(
  gateway: NotifyPorts,
  record: CenterRecord,
  { position, untilMs }: { readonly position: number; readonly untilMs: number },
): Promise<void> {
  const waitMs = untilMs - gateway.nowMs();
  if (waitMs > 0) throw new RetryLaterError('a gap in what a contact center sends is waited for', waitMs);
  const link = await gateway.centerLinks.find(record);
  if (link) await notifyConversation(gateway, link, `goes-on-${position}`, { type: 'goes-on', position });
}

/** Puts something that the way to a center has come to on the queue of its conversation. @param what the same each time */
async function notifyConversation(
  gateway: Pick<Gateway, 'queue' | 'continuations' | 'nowMs'>,
  { tenantId, conversationId, handoffId, accountId, channel }: CenterLink,
  what: string,
  action: CenterAction,
): Promise<void> {
  const record: AgentRecord = {
    kind: 'agent',
    ...{ tenantId, conversationId, handoffId, accountId },
    turnId: `center-${hashOf('center', tenantId, handoffId, what)}`,
    refId: null,
    correlationId: `center-${handoffId}`,
    receivedAtMs: gateway.nowMs(),
    doings: [action],
  };
  const queue = channel === 'webchat' ? gateway.continuations : gateway.queue;
  await queue.sendAgent(record);
}
