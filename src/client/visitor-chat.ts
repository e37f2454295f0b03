import { randomUuid } from '../browser/random-uuid.ts';
import type { GatewayClient } from './create-client.ts';
import { followConversation, type Look } from './follow-conversation.ts';
import { answerOf } from './gateway-problem.ts';
import type { components } from './generated/api.ts';

type FormB = components['schemas']['FormBRequest'];
type Message = Look['messages'][number];

export interface VisitorChatOptions {
  readonly tenantId: string;
  readonly widgetId: string;
  /** Who writes: your own id of them, and what the flow may know. */
  readonly user: FormB['user'];
  /** A UUID: whoever has it may read the conversation. A new one without it. */
  readonly sessionId?: string;
  /** Vouches for the visitor, where the widget asks for it; a function is asked before each request. */
  readonly visitorToken?: () => string | Promise<string>;
}

/** What a message was answered with. */
export interface Turn {
  readonly conversationId: string;
  /** In their order; also those that came late. */
  readonly replies: readonly Pick<
    Message,
    'id' | 'text' | 'markdown' | 'author' | 'choices' | 'attachments' | 'cards' | 'input'
  >[];
}

/** One visitor's chat on a widget. */
export interface VisitorChat {
  readonly sessionId: string;
  /** Sends a message and waits for its replies, however late they are. @throws GatewayProblem */
  send(
    text: string,
    options?: Partial<Pick<FormB, 'attachments' | 'metadata'>> & { readonly signal?: AbortSignal },
  ): Promise<Turn>;
  /** All that is said, from `after` on or from the beginning, as it comes. @throws GatewayProblem */
  messages(options?: { readonly after?: string; readonly signal?: AbortSignal }): AsyncGenerator<Look, void>;
}

/** Opens a chat; nothing is sent before the first message. */
export function openVisitorChat(client: GatewayClient, options: VisitorChatOptions): VisitorChat {
  const { tenantId, widgetId, user, visitorToken, sessionId = randomUuid() } = options;
  let conversationId: string | null = null;
  const headers = async () => ({
    'x-tenant-id': tenantId,
    'x-widget-id': widgetId,
    'x-session-id': sessionId,
    ...(visitorToken && { 'x-visitor-token': await visitorToken() }),
  });
  return {
    sessionId,
    async send(text, { attachments = [], metadata, signal } = {}) {
      const answer = answerOf(
        await client.POST('/v1/webchat/messages', {
          body: { text, attachments, user, ...(metadata && { metadata }) },
          headers: await headers(),
          ...(signal && { signal }),
        }),
      );
      if (!('messageId' in answer)) throw new TypeError('Form B is answered in Form B');
      conversationId = answer.conversationId;
      if ('replies' in answer) return { conversationId, replies: answer.replies };
      const { after, messageId } = answer;
      const late = { conversationId, after, headers: await headers(), ...(signal && { signal }) };
      return { conversationId, replies: await lateReplies(client, messageId, late) };
    },
    async *messages({ after, signal } = {}) {
      if (conversationId === null) return;
      const from = { conversationId, headers: await headers(), ...(after !== undefined && { after }) };
      yield* followConversation(client, { ...from, ...(signal && { signal }) });
    },
  };
}

/** The first replies behind a message; what else comes is for whoever follows the conversation. */
async function lateReplies(
  client: GatewayClient,
  messageId: string,
  followed: Parameters<typeof followConversation>[1],
): Promise<Turn['replies']> {
  for await (const { messages } of followConversation(client, followed)) {
    const replies = messages.filter(({ id, author }) => author !== 'user' && id > messageId);
    if (replies.length > 0) return replies;
  }
  return [];
}
