import type {
  ConversationView,
  MessageTrace,
  TranscriptPage,
} from '../../../contract/admin/conversations.ts';
import { limits } from '../../../contract/limits.ts';
import { messageId as messageIdSchema } from '../../../contract/vocabulary.ts';
import {
  type CommittedTurn,
  type Conversation,
  readMessages,
  readSide,
} from '../../../domain/conversation.ts';
import { isErased } from '../../../domain/conversation-after.ts';
import { GatewayError } from '../../../domain/errors.ts';
import { idBefore } from '../../../domain/message-ids.ts';
import type { FlowState } from '../../../engine/interfaces.ts';
import { withFiles } from '../../files/read-address.ts';
import { describeProgress, progressOf } from '../../inspect/trace-message.ts';
import type { Admin, AdminCaller } from '../admin.ts';

/** What reading a transcript uses. */
export type TranscriptPorts = Pick<
  Admin,
  'conversations' | 'turnLog' | 'deliveries' | 'feed' | 'files' | 'addresses' | 'nowMs'
>;
type Named = Pick<AdminCaller, 'tenantId'> & { readonly conversationId: string };

/** @throws `conversation_not_found` */
export async function readConversation(admin: Admin, named: Named): Promise<ConversationView> {
  const stored = await known(admin, named);
  const { conversationId, channel, widgetId, userId, state, waiting, lastSeq, lastActivityMs } = stored;
  const { labels = [], priority = 'none' } = stored;
  return {
    ...{ conversationId, channel, widgetId, userId, name: stored.user?.firstName ?? null },
    status: state?.status ?? 'active',
    flow: state?.flow ?? null,
    // The engine's variables are JSON.
    variables: (state?.variables ?? {}) as ConversationView['variables'],
    handoff: state?.handoff ?? null,
    waiting: waiting.length,
    messages: lastSeq,
    labels: [...labels],
    priority,
    lastActivityAt: new Date(lastActivityMs).toISOString(),
  };
}

/**
 * A page of a conversation's messages, the oldest first; the first one with notes and events.
 * @param after the last message of the page before, or that one has
 * @throws `conversation_not_found`
 */
export async function listMessages(
  admin: TranscriptPorts,
  { limit, after, ...named }: Named & { readonly limit: number; readonly after: string | null },
): Promise<TranscriptPage> {
  const { channel } = await known(admin, named);
  const isFirst = after === null;
  // A turn holds one message at least.
  const [turns, side] = await Promise.all([
    admin.turnLog.read(named.tenantId, named.conversationId, after, limit + 1),
    // Messages of a web chat can't be edited.
    channel === 'webchat' && !isFirst ? [] : admin.feed.side(named),
  ]);
  const all = turns.flatMap((turn) =>
    readMessages(turn, side)
      .filter(({ id }) => id > (after ?? ''))
      .map((message) => ({ message, turn })),
  );
  const items = await Promise.all(
    all.slice(0, limit).map(async ({ message, turn }) => {
      if (message.author === 'user' || turn.channel === 'webchat') return message;
      return { ...message, delivery: await admin.deliveries.find(named.tenantId, message.id) };
    }),
  );
  const shown = await withFiles(admin, named.tenantId, items);
  const cursor = all.length > limit ? (items.at(-1)?.id ?? null) : null;
  return { items: [...shown], cursor, ...(isFirst && { side: readSide(side) }) };
}

/**
 * The turn that a message belongs to, and what became of its replies.
 * @throws `conversation_not_found`, `message_not_found`
 */
export async function traceMessageById(
  admin: Admin,
  { messageId, ...named }: Named & { readonly messageId: string },
): Promise<MessageTrace> {
  await known(admin, named);
  const turn = await findTurn(admin, named, messageId);
  if (!turn) throw new GatewayError('message_not_found');
  const replies = await Promise.all(
    turn.replies.map(async (reply) => {
      const progress = await progressOf(admin, turn, reply);
      return { id: reply.id, ...progress, detail: describeProgress(progress) };
    }),
  );
  const { turnId, correlationId, committedAtMs, inbound, flow, status, notices, failed } = turn;
  return {
    ...{ turnId, correlationId, flow, status, replies },
    committedAt: new Date(committedAtMs).toISOString(),
    inbound: inbound?.id ?? null,
    notices: notices.map(({ kind }) => kind),
    failed: failed ? { reason: failed.reason, attempts: failed.attempts } : null,
  };
}

async function findTurn(
  { turnLog }: Admin,
  { tenantId, conversationId }: Named,
  messageId: string,
): Promise<CommittedTurn | null> {
  if (!messageIdSchema.safeParse(messageId).success) return null;
  const [turn] = await turnLog.read(tenantId, conversationId, idBefore(messageId), 1);
  const holds = turn && [turn.inbound ?? [], turn.replies].flat().some(({ id }) => id === messageId);
  return holds ? turn : null;
}

/** Another tenant's is none. @throws `conversation_not_found` */
async function known(
  { conversations }: Pick<Admin, 'conversations'>,
  { tenantId, conversationId }: Named,
): Promise<Conversation<FlowState>> {
  const stored =
    conversationId.length > limits.identifierChars
      ? null
      : await conversations.find(tenantId, conversationId);
  if (!stored || isErased(stored)) throw new GatewayError('conversation_not_found');
  return stored;
}
