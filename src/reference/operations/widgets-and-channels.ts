import {
  channelContent,
  channelsPage,
  channelsQuery,
  channelView,
  secretValue,
  testMessage,
  testOutcome,
} from '../../contract/admin/channels.ts';
import { widgetDetails, widgetsPage, widgetsQuery, widgetView } from '../../contract/admin/widgets.ts';
import { widget } from '../../contract/directory.ts';
import type { OperationReference } from '../operation-reference.ts';

const stale = ['precondition_required', 'precondition_failed'] as const;
const widgetAnswer = { means: 'The widget.', body: widgetView, headers: ['etag'] } as const;
const channelAnswer = {
  means: 'The account; of secrets only that they are set.',
  body: channelView,
  headers: ['etag'],
} as const;

/** Widgets, channel accounts and their secrets. */
export const widgetsAndChannels = {
  'list-widgets': {
    summary: 'List the widgets',
    description: 'By their ids, each with the state of its secrets; values are never answered.',
    query: widgetsQuery,
    answers: { 200: { means: 'A page of them.', body: widgetsPage } },
    problems: ['invalid_parameter'],
  },
  'read-widget': {
    summary: 'Read a widget, and the sites that it refused of late',
    description: 'With the sites that it refused lately, so that an admin can allow one.',
    answers: { 200: { ...widgetAnswer, body: widgetDetails } },
    problems: ['widget_not_found'],
  },
  'save-widget': {
    summary: 'Create or change a widget',
    description:
      '`If-None-Match: *` creates, `If-Match` changes. Origins, limits, `require_…` and secrets take `channels:configure`, and so does creating a widget again that was deleted with one of these.',
    headers: ['ifMatch', 'ifNoneMatch'],
    body: widget,
    answers: { 200: widgetAnswer },
    problems: ['invalid_body', 'widget_not_found', ...stale],
  },
  'delete-widget': {
    summary: 'Delete a widget',
    description:
      'The tenant’s default widget can’t be deleted. One with origins, limits, `require_…` or secrets takes `channels:configure`.',
    headers: ['ifMatch'],
    answers: { 204: { means: 'It is gone.' } },
    problems: ['widget_not_found', 'in_use', ...stale],
  },
  'set-widget-secret': {
    summary: 'Set a widget’s secret',
    description: 'It is never read again. The one before goes on verifying until its overlap is ended.',
    headers: ['ifMatch'],
    body: secretValue,
    answers: { 200: widgetAnswer },
    problems: ['invalid_body', 'widget_not_found', 'secret_not_found', ...stale],
  },
  'delete-widget-secret': {
    summary: 'Delete a widget’s secret',
    description:
      'Takes its former value away, too. Without a signing secret unsigned messages are accepted again.',
    headers: ['ifMatch'],
    answers: { 200: widgetAnswer },
    problems: ['widget_not_found', 'secret_not_found', 'in_use', ...stale],
  },
  'end-widget-overlap': {
    summary: 'Have a widget’s former secret verify no more',
    description: 'After a rotation the former value is accepted until then.',
    headers: ['ifMatch'],
    answers: { 200: widgetAnswer },
    problems: ['widget_not_found', 'secret_not_found', ...stale],
  },
  'list-channels': {
    summary: 'List the channel accounts',
    description: 'By channel and id, each with its health and how many conversations wait for it.',
    query: channelsQuery,
    answers: { 200: { means: 'A page of them.', body: channelsPage } },
    problems: ['invalid_parameter'],
  },
  'read-channel': {
    summary: 'Read a channel account, and how it fares',
    description:
      'With the webhook address and verify token to register at the provider, and its last accepted and refused call.',
    answers: { 200: channelAnswer },
    problems: ['channel_not_found'],
  },
  'save-channel': {
    summary: 'Create or change a channel account',
    description:
      '`If-None-Match: *` creates, `If-Match` changes. Secrets are set by routes of their own. `base_url` can’t move to another host while a sending token is set.',
    headers: ['ifMatch', 'ifNoneMatch'],
    body: channelContent,
    answers: { 200: channelAnswer },
    problems: ['invalid_body', 'channel_not_found', 'credential_taken', ...stale],
  },
  'delete-channel': {
    summary: 'Delete a channel account',
    description: 'Its secrets go with it, but for those that another account or widget has, too.',
    headers: ['ifMatch'],
    answers: { 204: { means: 'It is gone.' } },
    problems: ['channel_not_found', ...stale],
  },
  'set-channel-secret': {
    summary: 'Set a secret of a channel account',
    description: 'It is never read again. One that verifies goes on doing so until its overlap is ended.',
    headers: ['ifMatch'],
    body: secretValue,
    answers: { 200: channelAnswer },
    problems: ['invalid_body', 'channel_not_found', 'secret_not_found', 'credential_taken', ...stale],
  },
  'delete-channel-secret': {
    summary: 'Delete a secret of a channel account',
    description:
      'Takes its former value away, too. An account without a required secret accepts or sends nothing.',
    headers: ['ifMatch'],
    answers: { 200: channelAnswer },
    problems: ['channel_not_found', 'secret_not_found', ...stale],
  },
  'end-secret-overlap': {
    summary: 'Have a former secret of a channel account verify no more',
    description: 'After a rotation the former value is accepted until then.',
    headers: ['ifMatch'],
    answers: { 200: channelAnswer },
    problems: ['channel_not_found', 'secret_not_found', ...stale],
  },
  'send-test-message': {
    summary: 'Send one message at once',
    description: 'Also while the account is held. It says whether the provider took it, and why not.',
    headers: ['idempotencyKey'],
    body: testMessage,
    examples: { 'To a number': { to: '4915112345678', text: 'A test.' } },
    answers: { 200: { means: 'What the provider said.', body: testOutcome } },
    problems: ['invalid_body', 'channel_not_found', 'channel_incomplete'],
  },
  'resume-channel': {
    summary: 'Have an account send again that is held',
    description: 'What waits is sent within a minute. Resuming an account that is not held changes nothing.',
    headers: ['idempotencyKey'],
    answers: { 200: channelAnswer },
    problems: ['channel_not_found'],
  },
} as const satisfies Readonly<Record<string, OperationReference>>;
