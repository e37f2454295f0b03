import * as z from 'zod/mini';
import { inWords, problemsOf } from '../../contract/in-words.ts';
import { limits } from '../../contract/limits.ts';
import { invalidBody, RateLimitExceeded } from '../../domain/errors.ts';
import { handoffOf } from '../../domain/handoff.ts';
import type { Gateway } from '../gateway.ts';
import { findOwnConversation, type OwnConversation, type OwnRequest } from './identify-visitor.ts';

type Ports = Pick<
  Gateway,
  'centers' | 'conversations' | 'directory' | 'idKeys' | 'nowMs' | 'secrets' | 'sessionAllowance' | 'typing'
>;

/** `{"on":true}` */
const typingBody = z.object({ on: z.boolean() });

/** Reports that a visitor is typing, or has stopped. */
export interface TypingRequest extends OwnRequest {
  readonly body: unknown;
}

/**
 * Stores that a visitor is typing, for their agent; does nothing without a handoff. Counts per session like messages.
 * @throws `missing_tenant`, `invalid_body`, RateLimitExceeded, and what a poll of theirs would throw
 * @see handoff.md 2.2
 */
export async function reportVisitorTyping(gateway: Ports, request: TypingRequest): Promise<void> {
  const own = await findOwnConversation(gateway, request);
  const { data, error } = typingBody.safeParse(request.body, { error: inWords });
  if (!data) throw invalidBody('the body does not say whether the visitor writes', problemsOf(error));
  await count(gateway, own);
  await note(gateway, own, data.on);
}

async function count(
  { sessionAllowance, nowMs }: Pick<Gateway, 'sessionAllowance' | 'nowMs'>,
  { tenant, widget, visitor }: OwnConversation,
): Promise<void> {
  const limit = widget.session_limit_per_minute ?? limits.sessionMessagesPerMinute;
  const taken = await sessionAllowance.take(`${tenant.id}#typing#${visitor.session}`, limit);
  if (!taken.ok) throw new RateLimitExceeded('session', limit, taken.retryAtMs - nowMs());
}

async function note(
  { typing, centers, nowMs }: Pick<Gateway, 'typing' | 'centers' | 'nowMs'>,
  { conversation }: OwnConversation,
  isOn: boolean,
): Promise<void> {
  const live = handoffOf(conversation);
  if (!live) return;
  const { tenantId, conversationId } = conversation;
  await typing.note({ tenantId, conversationId }, 'visitor', isOn);
  const { center } = live;
  if (!isOn || !center || center.isOut) return;
  const atMs = nowMs();
  const tells = { type: 'typing' as const, untilMs: atMs + limits.typingMs };
  const named = { tenantId, conversationId, handoffId: live.id, accountId: center.accountId };
  // A center is notified no more often than typing is stored.
  const slot = Math.floor(atMs / limits.typingEveryMs);
  await centers.wake({ kind: 'center', ...named, atMs, tells }, `typing:${live.id}:${slot}`);
}
