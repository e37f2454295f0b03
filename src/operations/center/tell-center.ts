import type { CenterRecord } from '../../contract/center-records.ts';
import { limits } from '../../contract/limits.ts';
import { RetryLaterError } from '../../domain/errors.ts';
import type { CenterLink } from '../../ports/center-links.ts';
import type { Stored } from '../turn/change-desk.ts';
import { afterAnswer } from './after-answer.ts';
import { callCenter } from './call-center.ts';
import type { TellPorts } from './center-ports.ts';
import { nextEvent } from './next-event.ts';
import { standingOf } from './standing-of.ts';
import { tellAttention } from './tell-attention.ts';
import { tellReceipt } from './tell-receipt.ts';
import { tellConversation } from './to-conversation.ts';

/** What a call and its records may take at worst. */
const callTimeMs = 2 * limits.sendTimeoutMs + 5_000;
const nextInvocationMs = 1_000;

/**
 * Tells a contact center what it does not know yet of a handoff, in order: each event leaves only when the one before was
 * taken, or refused for good. The record only says that there may be something: log and item decide what.
 * @throws RetryLaterError when something can't be told now
 * @throws VersionConflictError when somebody else tells it
 * @see handoff.md 4.1
 */
export async function tellCenter(
  gateway: TellPorts,
  record: CenterRecord,
  { remainingMs }: { remainingMs(): number },
): Promise<void> {
  const { tells } = record;
  if (tells?.type === 'gap') return goOn(gateway, record, tells);
  if (tells?.type === 'typing') return tellTyping(gateway, record, tells);
  if (tells?.type === 'receipt') return tellReceipt(gateway, record, tells);
  if (tells?.type === 'attention') return tellAttention(gateway, record, tells);
  let link = await linkOf(gateway, record);
  let refused = tells;
  while (link) {
    const stored = await gateway.conversations.find(record.tenantId, record.conversationId);
    const next = await nextEvent(gateway, stored, link, refused);
    if (!next) return closeIfOver(gateway, link, stored);
    if (remainingMs() < callTimeMs) throw new RetryLaterError('out of time', nextInvocationMs);
    // Its answer may come before the center's first word does: that must find the link.
    if (link.version === 0) {
      link = { ...link, version: 1 };
      await gateway.centerLinks.save(link);
    }
    const answer = await callCenter(gateway, link, next.event);
    link = await afterAnswer(gateway, link, next, answer);
    await gateway.centerLinks.save(link);
    // What it never takes is not tried again at once, but with the next message.
    if (answer.outcome === 'gone' || (next.event.type === 'open' && link.opened !== 'yes')) return;
    if (next.event.type === 'rejected') refused = undefined;
  }
}

/** The link, or a new one; null for a conversation of which nothing is kept any more. */
async function linkOf(gateway: TellPorts, record: CenterRecord): Promise<CenterLink | null> {
  const found = await gateway.centerLinks.find(record);
  if (found) return found;
  const stored = await gateway.conversations.find(record.tenantId, record.conversationId);
  // A handoff that is over and was never opened: the center is told nothing at all.
  if (!stored || standingOf(stored, record.handoffId).is !== 'live') return null;
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
async function closeIfOver(gateway: TellPorts, link: CenterLink, stored: Stored | null): Promise<void> {
  const isLive = standingOf(stored, link.handoffId).is === 'live';
  if (isLive || link.endedAtMs !== null || link.version === 0) return;
  const ended = { endedAtMs: gateway.nowMs(), endedEpoch: stored?.epoch ?? 0 };
  await gateway.centerLinks.save({ ...link, version: link.version + 1, ...ended });
}

/** That the visitor writes is of a moment: what can't be told at once is dropped. */
async function tellTyping(
  gateway: TellPorts,
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

/** What was missing has had its time: the queue of the conversation goes on without it. */
async function goOn(
  gateway: TellPorts,
  record: CenterRecord,
  { position, untilMs }: { readonly position: number; readonly untilMs: number },
): Promise<void> {
  const waitMs = untilMs - gateway.nowMs();
  if (waitMs > 0) throw new RetryLaterError('a gap in what a contact center sends is waited for', waitMs);
  const link = await gateway.centerLinks.find(record);
  if (link) await tellConversation(gateway, link, `goes-on-${position}`, { type: 'goes-on', position });
}
