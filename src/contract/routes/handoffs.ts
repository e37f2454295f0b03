import {
  assignBody,
  closeBody,
  handoffAnswer,
  handoffsPage,
  handoffsQuery,
  inboxAnswer,
  inboxQuery,
  noteBody,
  replyAnswer,
  replyBody,
  returnBody,
  sideEntry,
  takeBody,
  teammatesAnswer,
  typingBody,
} from '../admin/handoffs.ts';
import { triageAnswer, triageBody } from '../admin/labels.ts';
import { pageQuery } from '../admin/lists.ts';
import {
  savedRepliesPage,
  savedReply,
  savedReplyBody,
  templatesPage,
  templatesQuery,
} from '../admin/texts.ts';
import { uploadAnswer, uploadRequest, uploadState } from '../files.ts';
import { deleted, type Operations, pageOf } from './operation.ts';

const handoffNow = {
  200: { means: 'The updated handoff.', body: handoffAnswer, headers: ['etag'] },
} as const;
const held = ['no_handoff', 'not_owner'] as const;
const writes = ['neededKey', 'handoffMatch'] as const;

/** Routes for agents. */
export const handoffs = {
  'list-handoffs': {
    route: 'GET /handoffs',
    capability: 'conversations:answer',
    summary: 'List handoffs',
    description:
      'Conversations that wait for an agent or are with one, longest waiting first. Filter by state, queue, label and priority; snoozed ones are listed with `state=snoozed` only.',
    query: handoffsQuery,
    answers: pageOf(handoffsPage),
  },
  'list-templates': {
    route: 'GET /channels/{channel}/{accountId}/templates',
    capability: 'conversations:answer',
    summary: 'List message templates',
    description:
      'Templates that WhatsApp has approved for the channel, as last read. `search` filters by name.',
    query: templatesQuery,
    answers: pageOf(templatesPage),
    problems: ['templates_unavailable'],
  },
  'list-colleagues': {
    route: 'GET /handoffs/colleagues',
    capability: 'conversations:answer',
    summary: 'List agents to assign to',
    description: 'Present agents first, each with the number of open conversations.',
    answers: { 200: { means: 'The agents.', body: teammatesAnswer } },
  },
  'read-handoff': {
    route: 'GET /conversations/{conversationId}/handoff',
    capability: 'conversations:answer',
    summary: 'Get the handoff of a conversation',
    description:
      'Its owner and times, the variables shown to agents, and the steps to return to. Null if the conversation has no handoff.',
    answers: { 200: { ...handoffNow[200], means: 'The handoff, or null.' } },
  },
  'take-handoff': {
    route: 'POST /conversations/{conversationId}/handoff/take',
    capability: 'conversations:answer',
    summary: 'Take a conversation',
    description: '`{"takeOver": true}` takes a conversation without a handoff; it needs no `If-Match`.',
    headers: writes,
    body: takeBody,
    answers: handoffNow,
    problems: [...held, 'handoff_offered'],
  },
  'reply-to-visitor': {
    route: 'POST /conversations/{conversationId}/handoff/reply',
    capability: 'conversations:answer',
    summary: 'Reply to a visitor',
    description:
      'Sends text, a saved reply or an approved template, with files. Replying to an unassigned conversation also takes it.',
    headers: writes,
    body: replyBody,
    examples: { Text: { text: 'Your order has left.', seenSeq: 12 } },
    answers: {
      201: {
        means: 'The stored message. `missed` counts the messages after the last one that you had seen.',
        body: replyAnswer,
        headers: ['etag'],
      },
    },
    problems: [
      ...held,
      'handoff_offered',
      'window_closed',
      'text_too_long',
      'text_not_found',
      'file_not_found',
      'file_pending',
      'file_rejected',
      'invalid_template',
      'templates_unavailable',
    ],
  },
  'request-desk-upload': {
    route: 'POST /conversations/{conversationId}/handoff/files',
    capability: 'conversations:answer',
    summary: 'Request an upload for a visitor',
    description: 'Upload the file as for a visitor, then send its id in `files` of a reply.',
    body: uploadRequest,
    answers: { 201: { means: 'The upload form, valid for a few minutes.', body: uploadAnswer } },
    problems: ['file_type_not_allowed', 'file_too_large', 'too_many_uploads'],
  },
  'read-desk-upload': {
    route: 'GET /conversations/{conversationId}/handoff/files/{fileId}',
    capability: 'conversations:answer',
    summary: 'Get an upload for a visitor',
    description:
      '`pending` until its first bytes are checked, then `available`, or `rejected` with a reason.',
    answers: { 200: { means: 'The state of the file.', body: uploadState } },
  },
  'note-for-colleagues': {
    route: 'POST /conversations/{conversationId}/handoff/note',
    capability: 'conversations:answer',
    summary: 'Add a note',
    description: 'Visitors never see notes. Mentioned agents find them in their inbox.',
    headers: ['neededKey'],
    body: noteBody,
    answers: { 201: { means: 'The note.', body: sideEntry } },
    problems: ['no_handoff', 'text_too_long'],
  },
  'tell-typing': {
    route: 'POST /conversations/{conversationId}/handoff/typing',
    capability: 'conversations:answer',
    summary: 'Show typing or mark messages as read',
    description: 'Visitors see it for six seconds on web chat, and on channels whose provider supports it.',
    body: typingBody,
    answers: { 204: { means: 'Shown for a few seconds.' } },
    problems: ['not_owner'],
  },
  'assign-handoff': {
    route: 'POST /conversations/{conversationId}/handoff/assign',
    capability: 'conversations:answer',
    summary: 'Assign a conversation to an agent or queue',
    description: 'An agent has two minutes to take it before others can. A queue puts it back in line.',
    headers: writes,
    body: assignBody,
    answers: handoffNow,
    problems: [...held, 'unknown_user', 'unknown_queue', 'text_too_long'],
  },
  'return-handoff': {
    route: 'POST /conversations/{conversationId}/handoff/return',
    capability: 'conversations:answer',
    summary: 'Return a conversation to the bot',
    description:
      'The flow continues at the given step or at the next one, or starts a new run of the published version.',
    headers: writes,
    body: returnBody,
    answers: handoffNow,
    problems: [...held, 'unknown_step'],
  },
  'close-handoff': {
    route: 'POST /conversations/{conversationId}/handoff/close',
    capability: 'conversations:answer',
    summary: 'Close a conversation',
    description:
      'Sends an optional closing message and ends the run. With `survey`, the flow continues at its survey step.',
    headers: writes,
    body: closeBody,
    answers: handoffNow,
    problems: [...held, 'unknown_step', 'text_too_long', 'window_closed'],
  },
  'triage-conversation': {
    route: 'POST /conversations/{conversationId}/triage',
    capability: 'conversations:answer',
    summary: 'Label, prioritize or snooze a conversation',
    description:
      'Changes only what the body contains. A snoozed conversation leaves the lists of open ones until that time or the next message of its visitor. Only conversations with a handoff can be snoozed.',
    headers: ['neededKey'],
    body: triageBody,
    examples: {
      'Label and prioritize': { addLabels: ['billing'], priority: 'high' },
      Snooze: { snoozedUntil: '2026-11-19T08:00:00Z' },
    },
    answers: { 200: { means: 'The conversation after the change.', body: triageAnswer } },
    problems: [...held, 'unknown_label', 'too_many_labels'],
  },
} as const satisfies Operations;

/** The inbox of an agent. */
export const inbox = {
  'poll-inbox': {
    route: 'GET /inbox',
    capability: 'conversations:answer',
    summary: 'Poll the inbox',
    description:
      'Waits up to 25 s for changes since `cursor`. Keep the highest `version` of each conversation; reload the list on `reset`.',
    query: inboxQuery,
    answers: { 200: { means: 'The changes.', body: inboxAnswer } },
    problems: ['conversation_not_found'],
  },
} as const satisfies Operations;

const replyAnswerOf = { means: 'The saved reply.', body: savedReply, headers: ['etag'] } as const;

/** Saved replies of a tenant. */
export const savedReplies = {
  'list-saved-replies': {
    route: 'GET /texts',
    capability: 'conversations:answer',
    summary: 'List saved replies',
    description: 'All saved replies of the tenant, oldest first.',
    query: pageQuery,
    answers: pageOf(savedRepliesPage),
  },
  'create-saved-reply': {
    route: 'POST /texts',
    capability: 'conversations:answer',
    summary: 'Create a saved reply',
    description: 'Placeholders such as `{{ name }}` are filled in when it is sent.',
    body: savedReplyBody,
    examples: { 'With a placeholder': { name: 'Where is it', text: 'Hello {{ user.firstName | there }}' } },
    answers: { 201: replyAnswerOf },
    problems: ['too_many_texts'],
  },
  'change-saved-reply': {
    route: 'PUT /texts/{textId}',
    capability: 'conversations:answer',
    summary: 'Update a saved reply',
    description: 'Changes it for the whole tenant.',
    headers: ['ifMatch'],
    body: savedReplyBody,
    answers: { 200: replyAnswerOf },
  },
  'delete-saved-reply': {
    route: 'DELETE /texts/{textId}',
    capability: 'conversations:answer',
    summary: 'Delete a saved reply',
    description: 'Deletes it for the whole tenant.',
    headers: ['ifMatch'],
    answers: deleted,
  },
} as const satisfies Operations;
