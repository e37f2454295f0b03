import * as z from 'zod/mini';
import {
  conversationsPage,
  conversationView,
  messageTrace,
  replyTrace,
  transcriptPage,
} from '../../../contract/admin/conversations.ts';
import { get, list, pages } from '../../api/queries.ts';
import type { QueryOf } from '../../api/routes.ts';

export const conversationQuery = (conversationId: string) =>
  get('/v1/admin/conversations/{conversationId}', conversationView, { path: { conversationId } });

/** During a rollout, an API of 0.1.0 answers with the sentence alone. */
const readTrace = z.extend(messageTrace, { replies: z.array(z.partial(replyTrace, { state: true })) });
export type ReadTrace = z.infer<typeof readTrace>;

export const traceQuery = (conversationId: string, messageId: string) =>
  get('/v1/admin/conversations/{conversationId}/messages/{messageId}/trace', readTrace, {
    path: { conversationId, messageId },
  });

/** The messages, and the notes and events that come with their first page. */
export const transcriptQuery = (conversationId: string) =>
  pages(
    ({ pages: [first, ...rest] }) => ({
      messages: [first, ...rest].flatMap((page) => page?.items ?? []),
      side: first?.side ?? [],
    }),
    '/v1/admin/conversations/{conversationId}/messages',
    transcriptPage,
    { path: { conversationId }, query: { limit: 100 } },
  );

export const conversationListQuery = (query: QueryOf<'/v1/admin/conversations'>) =>
  list('/v1/admin/conversations', conversationsPage, { query });
