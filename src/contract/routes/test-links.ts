import { createdTestLink, newTestLink, testLinks as testLinksBody } from '../admin/drafts.ts';
import { formAAnswer } from '../examples/web-chat.ts';
import { formARequest, formAResponse } from '../forms.ts';
import { pollResponse } from '../poll.ts';
import { testChat as testChatBody } from '../test-chat.ts';
import { publishedWidget } from '../widget-settings.ts';
import { deleted, type Operations } from './operation.ts';
import { pollQuery, settingsQuery } from './web-chat.ts';

/** Links by which anyone tries the draft of a flow. */
export const testLinks = {
  'list-test-links': {
    route: 'GET /flows/{flowId}/test-links',
    capability: 'flows:edit',
    summary: 'List the test links of a flow',
    description: 'Links that have neither expired nor been revoked, newest first, with their use of today.',
    answers: { 200: { means: 'The links.', body: testLinksBody } },
  },
  'create-test-link': {
    route: 'POST /flows/{flowId}/test-links',
    capability: 'flows:edit',
    summary: 'Create a test link',
    description:
      'Anyone with the link can chat with the draft for 7 days. Only this answer contains the token. External services are simulated from the tests of the draft; `realCalls` requires `flows:publish` and covers the current draft only.',
    body: newTestLink,
    answers: { 201: { means: 'The link, with its token.', body: createdTestLink } },
    problems: ['not_allowed'],
  },
  'revoke-test-link': {
    route: 'DELETE /flows/{flowId}/test-links/{linkId}',
    capability: 'flows:edit',
    summary: 'Revoke a test link',
    description: 'The link stops working at once, also for chats in progress.',
    answers: deleted,
    problems: ['test_link_not_found'],
  },
} as const satisfies Operations;

/** The routes of the test page's widget: paths and bodies are those of web chat. */
export const testChat = {
  'read-test-chat': {
    route: 'GET /{token}',
    summary: 'Get what a test link leads to',
    description: 'A link that is unknown, altered, expired or revoked is always answered with the same 404.',
    answers: { 200: { means: 'The flow.', body: testChatBody } },
    problems: ['test_link_not_found'],
  },
  'read-test-settings': {
    route: 'GET /{token}/v1/webchat/settings',
    summary: 'Get the widget settings of a test chat',
    description: 'As for any widget; what the query names plays no part.',
    query: settingsQuery,
    answers: { 200: { means: 'The settings.', body: publishedWidget } },
    problems: ['test_link_not_found'],
  },
  'post-test-message': {
    route: 'POST /{token}/v1/webchat/messages',
    summary: 'Send a message to a draft',
    description:
      'Form A of web chat. Nothing reaches agents, reports or events. Messages and replies are deleted within three days.',
    headers: ['tenant', 'widget', 'session', 'idempotencyKey', 'keyAlias'],
    body: formARequest,
    answers: {
      200: { means: 'The replies, in order.', body: formAResponse, examples: { 'Form A': formAAnswer } },
    },
    problems: [
      'test_link_not_found',
      'test_limit_reached',
      'missing_header',
      'invalid_header',
      'conversation_not_found',
      'idempotency_conflict',
    ],
  },
  'poll-test-conversation': {
    route: 'GET /{token}/v1/webchat/conversations/{conversationId}/messages',
    summary: 'Get the messages of a test chat',
    description: 'At most 50 messages after `after`; never waits, since replies come with the answer.',
    headers: ['tenant', 'widget', 'session', 'after'],
    query: pollQuery,
    answers: { 200: { means: 'The messages, oldest first.', body: pollResponse } },
    problems: ['test_link_not_found', 'missing_header', 'invalid_header', 'conversation_not_found'],
  },
} as const satisfies Operations;
