import type * as z from 'zod/mini';
import { auditPage } from '../../contract/admin/audit.ts';
import { channelsPage, channelView, testOutcome } from '../../contract/admin/channels.ts';
import { conversationsPage } from '../../contract/admin/conversation-list.ts';
import { conversationView, messageTrace, transcriptPage } from '../../contract/admin/conversations.ts';
import { draftReplayResult } from '../../contract/admin/draft-replay.ts';
import { draftTestResult } from '../../contract/admin/draft-test.ts';
import {
  draft,
  draftValidation,
  flowDetail,
  flowsPage,
  liveChange,
  versionDetail,
  versionsPage,
} from '../../contract/admin/flows.ts';
import { handoffSettingsView } from '../../contract/admin/handoff-settings.ts';
import {
  colleaguesAnswer,
  handoffAnswer,
  handoffsPage,
  inboxAnswer,
  replyAnswer,
  sideEntry,
} from '../../contract/admin/handoffs.ts';
import { erasure, personExport } from '../../contract/admin/people.ts';
import { refusalsAnswer } from '../../contract/admin/refusals.ts';
import { figuresAnswer, stepsAnswer, versionsAnswer } from '../../contract/admin/reports.ts';
import { savedRepliesPage, savedReply } from '../../contract/admin/saved-replies.ts';
import { templatesPage } from '../../contract/admin/templates.ts';
import { tenantsPage, tenantView } from '../../contract/admin/tenants.ts';
import { adminNames, adminUser, userPage } from '../../contract/admin/users.ts';
import { widgetDetails, widgetsPage, widgetView } from '../../contract/admin/widgets.ts';
import { pollResponse } from '../../contract/poll.ts';
import { madeServiceKey, serviceKeysPage } from '../../contract/service/keys.ts';
import { serviceMessageAnswer } from '../../contract/service/messages.ts';
import { sessionInformation } from '../../contract/session.ts';
import { uploadAnswer, uploadState } from '../../contract/uploads.ts';
import { publishedWidget } from '../../contract/widget-settings.ts';
import * as conversations from './conversations.ts';
import * as desk from './desk.ts';
import * as directory from './directory.ts';
import * as flows from './flows.ts';
import * as reports from './reports.ts';
import * as webChat from './web-chat.ts';

/** An example of each body that is answered. */
const examples = new Map<z.ZodMiniType, unknown>([
  [pollResponse, webChat.poll],
  [uploadAnswer, webChat.upload],
  [uploadState, webChat.uploaded],
  [publishedWidget, webChat.looks],
  [sessionInformation, webChat.session],
  [flowsPage, flows.flows],
  [flowDetail, flows.flow],
  [draft, flows.draft],
  [draftValidation, flows.validation],
  [draftTestResult, flows.tried],
  [draftReplayResult, flows.replayed],
  [versionsPage, flows.versions],
  [versionDetail, flows.version],
  [liveChange, flows.liveNow],
  [widgetsPage, directory.widgets],
  [widgetDetails, directory.widgetWithSites],
  [widgetView, directory.widget],
  [channelsPage, directory.channels],
  [channelView, directory.channel],
  [testOutcome, directory.tested],
  [tenantsPage, directory.tenants],
  [tenantView, directory.tenant],
  [userPage, directory.users],
  [adminUser, directory.user],
  [adminNames, directory.adminsToAsk],
  [serviceKeysPage, directory.serviceKeys],
  [madeServiceKey, directory.madeKey],
  [savedRepliesPage, directory.savedReplies],
  [savedReply, directory.savedReply],
  [auditPage, directory.audit],
  [conversationsPage, conversations.conversations],
  [conversationView, conversations.conversation],
  [transcriptPage, conversations.transcript],
  [messageTrace, conversations.trace],
  [personExport, conversations.person],
  [erasure, conversations.erased],
  [handoffsPage, desk.handoffs],
  [handoffAnswer, desk.handoff],
  [replyAnswer, desk.reply],
  [sideEntry, desk.note],
  [inboxAnswer, desk.inbox],
  [colleaguesAnswer, desk.colleagues],
  [handoffSettingsView, desk.settings],
  [templatesPage, desk.templates],
  [serviceMessageAnswer, desk.sent],
  [figuresAnswer, reports.figuresRead],
  [stepsAnswer, reports.stepsRead],
  [versionsAnswer, reports.versionsCompared],
  [refusalsAnswer, reports.refusalsRead],
]);

/** What is answered with a body of this schema, for example; undefined where nothing is told of it. */
export const answerExample = (body: z.ZodMiniType): unknown => examples.get(body);
