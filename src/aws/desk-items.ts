import { ulid } from 'ulid';
import { limits } from '../contract/limits.ts';
import type { CommittedTurn } from '../domain/conversation.ts';
import type { ConversationName } from '../ports/conversation-store.ts';
import type { FeedEntry } from '../ports/desk-feed.ts';
import { packJson } from './items.ts';

const slotMs = 10 * 60_000;

/** Partition of what was told in ten minutes. */
const feedPk = (tenantId: string, slot: number) => `${tenantId}#feed#${slot}`;

/** Partitions of what was told since. */
export function feedPks(tenantId: string, sinceMs: number, nowMs: number): readonly string[] {
  const [first, last] = [Math.floor(sinceMs / slotMs), Math.floor(nowMs / slotMs)];
  return Array.from({ length: Math.max(0, last - first) + 1 }, (_, n) => feedPk(tenantId, first + n));
}

/** An entry as it is stored, by the time at which it is told. */
export function feedItem(tenantId: string, entry: FeedEntry, nowMs: number) {
  return {
    pk: feedPk(tenantId, Math.floor(nowMs / slotMs)),
    lastMessageId: ulid(nowMs),
    expiresAt: Math.ceil((nowMs + limits.feedKeptMs) / 1000),
    entry: packJson(entry),
  };
}

/** Partition of what only people of the tenant read. */
export const sidePk = ({ tenantId, conversationId }: ConversationName) =>
  `${tenantId}#${conversationId}#side`;

/** What a turn leaves for people of the tenant alone. */
export function sideItems(turn: CommittedTurn) {
  return (turn.side ?? []).map((entry) => ({
    pk: sidePk(turn),
    lastMessageId: entry.id,
    expiresAt: turn.expiresAtS,
    turnId: turn.turnId,
    entry: packJson(entry),
  }));
}
