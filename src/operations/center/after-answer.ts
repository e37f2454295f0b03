import type { CenterAnswer } from '../../channels/contactcenter/center-call.ts';
import { limits } from '../../contract/limits.ts';
import { RetryLaterError } from '../../domain/errors.ts';
import type { CenterLink } from '../../ports/center-links.ts';
import type { TellPorts } from './center-ports.ts';
import type { NextEvent } from './next-event.ts';
import { tellConversation } from './to-conversation.ts';

const firstMs = 1_000;
const secondMs = 1_000;

/**
 * The link as it stands once a center has answered an event.
 * @throws RetryLaterError when the event must be told again
 * @see handoff.md 4.1, 4.4
 */
export async function afterAnswer(
  gateway: TellPorts,
  link: CenterLink,
  { event, taken, epoch }: NextEvent,
  answer: CenterAnswer,
): Promise<CenterLink> {
  const nowMs = gateway.nowMs();
  const done = { ...link, version: link.version + 1, position: event.position, trouble: null };
  switch (answer.outcome) {
    case 'taken': {
      if (link.isAway) await tellConversation(gateway, link, `back-${event.id}`, { type: 'back' });
      const externalId = answer.externalId ?? link.externalId;
      return { ...done, ...taken, externalId, isAway: false };
    }
    case 'gone':
      // It has ended what it is told of; of an end it need not know.
      if (event.type !== 'end')
        await tellConversation(gateway, link, `gone-${link.opens}`, { type: 'ends', how: 'close' });
      return { ...done, endedAtMs: nowMs, endedEpoch: epoch };
    case 'refused':
      return giveUp(gateway, done, { event, taken }, answer.reason);
    case 'retry':
    case 'held': {
      const sinceMs = link.trouble?.sinceMs ?? nowMs;
      if (nowMs - sinceMs >= limits.centerPatienceMs)
        return giveUp(gateway, done, { event, taken }, answer.reason);
      if (answer.outcome === 'held') reportHeld(gateway, link, answer.reason);
      throw await postponed(gateway, link, event, answer, sinceMs);
    }
  }
}

/** It is never told this one; what comes after goes on. */
async function giveUp(
  gateway: TellPorts,
  done: CenterLink,
  { event, taken }: Pick<NextEvent, 'event' | 'taken'>,
  reason: string,
): Promise<CenterLink> {
  const { tenantId, handoffId, conversationId } = done;
  gateway.log.warn('a contact center refuses an event', { tenantId, conversationId, handoffId, reason });
  const text = `The contact center did not take ${event.type === 'message' ? 'a message' : `"${event.type}"`}: ${reason}.`;
  await tellConversation(gateway, done, `refused-${event.id}`, { type: 'note', text });
  // One that it does not know is opened again with the next message.
  const { opened: _, ...rest } = taken;
  return event.type === 'open' ? { ...done, opens: done.opens + 1, ...stuckAt(taken) } : { ...done, ...rest };
}

const stuckAt = ({ doneMessageId }: Partial<CenterLink>): Partial<CenterLink> =>
  doneMessageId === undefined ? {} : { doneMessageId };

function reportHeld({ metrics, log }: TellPorts, { tenantId, accountId }: CenterLink, reason: string): void {
  metrics.count('AccountsHeld', { tenantId, channel: 'contactcenter' });
  log.error('an account is held until it is mended', undefined, { tenantId, accountId, reason });
}

/** When it is tried again; the visitor is told once when it is away. */
async function postponed(
  gateway: TellPorts,
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
  if (isAway && !link.isAway) await tellConversation(gateway, link, `away-${sinceMs}`, { type: 'away' });
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
  // Somebody waits to hear that it is away.
  const untilAwayMs = isAway ? waitMs : Math.max(firstMs, awayAtMs - nowMs);
  return new RetryLaterError(
    `a contact center can not be told: ${answer.reason}`,
    Math.min(waitMs, untilAwayMs),
  );
}
