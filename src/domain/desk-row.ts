import type { HandoffRow } from '../contract/admin/handoffs.ts';
import { limits } from '../contract/limits.ts';
import type { Conversation } from './conversation.ts';
import { handoffOf, type LiveHandoff } from './handoff.ts';

type Shown = Pick<
  Conversation<unknown>,
  'conversationId' | 'channel' | 'userId' | 'user' | 'version' | 'epoch' | 'lastSeq' | 'lastInboundAtMs'
> &
  Parameters<typeof handoffOf>[0];

const isoOf = (ms: number) => new Date(ms).toISOString();

/**
 * Until when a chat app takes free text: a day from the user's last message by the provider's clock, less a minute; null
 * where there is no such window, or where it is not known.
 * @see handoff.md 3.3
 */
export function windowEndsAtMs({
  channel,
  lastInboundAtMs,
}: Pick<Conversation<unknown>, 'channel' | 'lastInboundAtMs'>): number | null {
  if (channel === 'webchat' || channel === 'contactcenter' || lastInboundAtMs === undefined) return null;
  return lastInboundAtMs + limits.replyLifeMs - limits.windowSpareMs;
}

/** Whether a user of a chat app has only been written to: none of their messages was ever taken. */
export function isUnanswered({
  channel,
  lastInboundAtMs,
  recentTurnIds,
}: Pick<Conversation<unknown>, 'channel' | 'lastInboundAtMs' | 'recentTurnIds'>): boolean {
  // What the last release wrote does not say when they wrote.
  return channel.startsWith('chatapp') && lastInboundAtMs === undefined && recentTurnIds.length === 0;
}

/** Whether a chat app takes no free text any more. */
export function isWindowClosed(conversation: Parameters<typeof isUnanswered>[0], nowMs: number): boolean {
  const endsAtMs = windowEndsAtMs(conversation);
  return endsAtMs === null ? isUnanswered(conversation) : endsAtMs <= nowMs;
}

/** What a list shows of a conversation that humans have, or are to have; null for any other. */
export function deskRow(conversation: Shown): HandoffRow | null {
  const live = handoffOf(conversation);
  return live && rowOf(conversation, live);
}

function rowOf(conversation: Shown, live: LiveHandoff): HandoffRow {
  const { conversationId, channel, userId, user = {}, version, epoch, lastSeq } = conversation;
  const windowEnds = windowEndsAtMs(conversation);
  const { offer, waitingSinceMs } = live;
  return {
    conversationId,
    handoffId: live.id,
    version,
    epoch,
    state: live.state,
    queue: live.queue,
    reason: live.reason,
    owner: live.owner,
    offer: offer && { userId: offer.userId, until: isoOf(offer.untilMs) },
    visitor: {
      id: userId,
      name: user.firstName ?? null,
      channel,
      language: user.language ?? null,
      verified: user.verified === true,
    },
    requestedAt: isoOf(live.requestedAtMs),
    waitingSince: waitingSinceMs === null ? null : isoOf(waitingSinceMs),
    deadlineAt: isoOf(live.deadlineAtMs),
    ...(windowEnds !== null && { windowEndsAt: isoOf(windowEnds) }),
    lastText: live.lastText,
    lastSeq,
  };
}
