import {
  channelContent,
  channelsPage,
  channelView,
  secretValue,
  testMessage,
  testOutcome,
} from '../admin/channels.ts';
import { pageQuery } from '../admin/lists.ts';
import { widgetDetails, widgetsPage, widgetView } from '../admin/widgets.ts';
import { widget } from '../directory.ts';
import { deleted, type Operations, pageOf } from './operation.ts';

const widgetAnswer = { 200: { means: 'The widget.', body: widgetView, headers: ['etag'] } } as const;
const channelAnswer = {
  200: { means: 'The channel, without the values of its secrets.', body: channelView, headers: ['etag'] },
} as const;

/** Widgets and their secrets. */
export const widgets = {
  'list-widgets': {
    route: 'GET /widgets',
    capability: 'widgets:view',
    summary: 'List widgets',
    description: 'Sorted by id, each with the state of its secrets but never their values.',
    query: pageQuery,
    answers: pageOf(widgetsPage),
  },
  'read-widget': {
    route: 'GET /widgets/{widgetId}',
    capability: 'widgets:view',
    summary: 'Get a widget',
    description: 'Includes the sites that it recently blocked, so that an admin can allow them.',
    answers: { 200: { ...widgetAnswer[200], body: widgetDetails } },
  },
  'save-widget': {
    route: 'PUT /widgets/{widgetId}',
    capability: 'widgets:edit',
    summary: 'Create or update a widget',
    description:
      '`If-None-Match: *` creates, `If-Match` updates. Changing origins, limits, `require_…` or secrets needs `channels:configure`, and so does re-creating a deleted widget that had any of them.',
    headers: ['ifMatch', 'ifNoneMatch'],
    body: widget,
    answers: widgetAnswer,
  },
  'delete-widget': {
    route: 'DELETE /widgets/{widgetId}',
    capability: 'widgets:edit',
    summary: 'Delete a widget',
    description:
      'The default widget of a tenant can’t be deleted. Deleting one with origins, limits, `require_…` or secrets needs `channels:configure`.',
    headers: ['ifMatch'],
    answers: deleted,
    problems: ['in_use'],
  },
  'set-widget-secret': {
    route: 'PUT /widgets/{widgetId}/secrets/{role}',
    capability: 'channels:configure',
    summary: 'Set a widget secret',
    description: 'The value can’t be read again. The previous value stays valid until its overlap is ended.',
    headers: ['ifMatch'],
    body: secretValue,
    answers: widgetAnswer,
  },
  'delete-widget-secret': {
    route: 'DELETE /widgets/{widgetId}/secrets/{role}',
    capability: 'channels:configure',
    summary: 'Delete a widget secret',
    description:
      'Deletes its previous value, too. Without a signing secret, unsigned messages are accepted again.',
    headers: ['ifMatch'],
    answers: widgetAnswer,
    problems: ['in_use'],
  },
  'end-widget-overlap': {
    route: 'DELETE /widgets/{widgetId}/secrets/{role}/previous',
    capability: 'channels:configure',
    summary: 'Revoke the previous value of a widget secret',
    description: 'After a rotation, the previous value is accepted until it is revoked.',
    headers: ['ifMatch'],
    answers: widgetAnswer,
  },
} as const satisfies Operations;

/** Channel accounts and their secrets. */
export const channels = {
  'list-channels': {
    route: 'GET /channels',
    capability: 'channels:configure',
    summary: 'List channels',
    description:
      'Sorted by channel and id, each with its health and the number of conversations that wait for it.',
    query: pageQuery,
    answers: pageOf(channelsPage),
  },
  'read-channel': {
    route: 'GET /channels/{channel}/{accountId}',
    capability: 'channels:configure',
    summary: 'Get a channel',
    description:
      'Includes the webhook URL and verify token to register with the provider, and the last webhooks that were accepted and rejected.',
    answers: channelAnswer,
  },
  'save-channel': {
    route: 'PUT /channels/{channel}/{accountId}',
    capability: 'channels:configure',
    summary: 'Create or update a channel',
    description:
      '`If-None-Match: *` creates, `If-Match` updates. Secrets have routes of their own. `base_url` can’t move to another host while a sending token is set.',
    headers: ['ifMatch', 'ifNoneMatch'],
    body: channelContent,
    answers: channelAnswer,
    problems: ['credential_taken'],
  },
  'delete-channel': {
    route: 'DELETE /channels/{channel}/{accountId}',
    capability: 'channels:configure',
    summary: 'Delete a channel',
    description: 'Also deletes its secrets, except those that another channel or widget uses.',
    headers: ['ifMatch'],
    answers: deleted,
  },
  'set-channel-secret': {
    route: 'PUT /channels/{channel}/{accountId}/secrets/{role}',
    capability: 'channels:configure',
    summary: 'Set a channel secret',
    description:
      'The value can’t be read again. A previous value that verifies webhooks stays valid until its overlap is ended.',
    headers: ['ifMatch'],
    body: secretValue,
    answers: channelAnswer,
    problems: ['credential_taken'],
  },
  'delete-channel-secret': {
    route: 'DELETE /channels/{channel}/{accountId}/secrets/{role}',
    capability: 'channels:configure',
    summary: 'Delete a channel secret',
    description:
      'Deletes its previous value, too. Without a required secret the channel neither receives nor sends.',
    headers: ['ifMatch'],
    answers: channelAnswer,
  },
  'end-secret-overlap': {
    route: 'DELETE /channels/{channel}/{accountId}/secrets/{role}/previous',
    capability: 'channels:configure',
    summary: 'Revoke the previous value of a channel secret',
    description: 'After a rotation, the previous value is accepted until it is revoked.',
    headers: ['ifMatch'],
    answers: channelAnswer,
  },
  'send-test-message': {
    route: 'POST /channels/{channel}/{accountId}/test-message',
    capability: 'channels:configure',
    summary: 'Send a test message',
    description: 'Sends at once, even while sending is paused, and returns whether the provider accepted it.',
    body: testMessage,
    examples: { 'To a phone number': { to: '4915112345678', text: 'A test.' } },
    answers: { 200: { means: 'The response of the provider.', body: testOutcome } },
    problems: ['channel_incomplete'],
  },
  'resume-channel': {
    route: 'POST /channels/{channel}/{accountId}/resume',
    capability: 'channels:configure',
    summary: 'Resume sending',
    description: 'Waiting messages are sent within a minute. Has no effect on a channel that is not paused.',
    answers: channelAnswer,
  },
} as const satisfies Operations;
