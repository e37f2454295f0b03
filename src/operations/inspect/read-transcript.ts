import type { ReadMessage } from '../../contract/message-updates.ts';
import type { CommittedTurn, Conversation } from '../../domain/conversation.ts';
import type { ReplyDelivery } from '../../domain/delivery-status.ts';
import { readMessages } from '../../domain/message-updates.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { DeskFeed } from '../../ports/desk-feed.ts';
import type { Gateway } from '../gateway.ts';

/** Where the records of a conversation lie. */
export type Records = Pick<Gateway, 'conversations' | 'turnLog' | 'deliveries'>;

/** A message of the log; `delivery` is null for a reply that no provider has taken, and absent on web chat. */
export type TranscriptMessage = ReadMessage & { readonly delivery?: ReplyDelivery | null };

/** A conversation and everything that was said in it. */
export interface Transcript {
  readonly conversation: Conversation<FlowState>;
  readonly messages: readonly TranscriptMessage[];
}

const turnsPerRead = 50;

/** The whole conversation, oldest message first; null when the tenant has none of this id. */
export async function readTranscript(
  records: Records & { readonly feed: Pick<DeskFeed, 'side'> },
  tenantId: string,
  conversationId: string,
): Promise<Transcript | null> {
  const conversation = await records.conversations.find(tenantId, conversationId);
  if (!conversation) return null;
  const messages: TranscriptMessage[] = [];
  // Nobody changes what they wrote in a web chat.
  const side =
    conversation.channel === 'webchat' ? [] : await records.feed.side({ tenantId, conversationId });
  for await (const turn of turnsOf(records, tenantId, conversationId)) {
    const shown = readMessages(turn, side).map(async (message) =>
      message.author === 'user' || turn.channel === 'webchat'
        ? message
        : { ...message, delivery: await records.deliveries.find(tenantId, message.id) },
    );
    messages.push(...(await Promise.all(shown)));
  }
  return { conversation, messages };
}

/** The turns in the log of a conversation, oldest first. */
export async function* turnsOf(
  { turnLog }: Pick<Records, 'turnLog'>,
  tenantId: string,
  conversationId: string,
): AsyncGenerator<CommittedTurn> {
  for (let after: string | null = null; ; ) {
    const turns = await turnLog.read(tenantId, conversationId, after, turnsPerRead);
    yield* turns;
    const last = turns.at(-1);
    if (!last) return;
    after = last.replies.at(-1)?.id ?? last.inbound?.id ?? last.turnId;
  }
}
