import { conversationsPage } from '../../../contract/admin/conversations.ts';
import { handoffAnswer, handoffsPage, teammatesAnswer } from '../../../contract/admin/handoffs.ts';
import { templatesPage } from '../../../contract/admin/texts.ts';
import { get, list } from '../../api/queries.ts';

export const handoffQuery = (conversationId: string) =>
  get('/v1/admin/conversations/{conversationId}/handoff', handoffAnswer, { path: { conversationId } });

export const teammatesQuery = get('/v1/admin/handoffs/colleagues', teammatesAnswer);

export const waitingQuery = list('/v1/admin/handoffs', handoffsPage, {
  query: { state: 'waiting', limit: 100 },
});

export const closedQuery = list('/v1/admin/conversations', conversationsPage, {
  query: { status: 'completed', limit: 100 },
});

export const templatesQuery = (channel: string, accountId: string) =>
  get('/v1/admin/channels/{channel}/{accountId}/templates', templatesPage, {
    path: { channel, accountId },
    query: { sendable: '1', limit: 100 },
  });
