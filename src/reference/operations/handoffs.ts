import {
  assignBody,
  closeBody,
  colleaguesAnswer,
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
  typingBody,
} from '../../contract/admin/handoffs.ts';
import {
  savedRepliesPage,
  savedRepliesQuery,
  savedReply,
  savedReplyBody,
  templatesPage,
  templatesQuery,
} from '../../contract/admin/texts.ts';
import { uploadRequest } from '../../contract/files.ts';
import { uploadAnswer, uploadState } from '../../contract/uploads.ts';
import type { OperationReference } from '../operation-reference.ts';

const handoffNow = { means: 'The handoff as it is now.', body: handoffAnswer, headers: ['etag'] } as const;
const held = [
  'conversation_not_found',
  'no_handoff',
  'not_owner',
  'handoff_moved',
  'missing_header',
  'idempotency_conflict',
] as const;
const writes = ['neededKey', 'handoffMatch'] as const;

/** What humans do in conversations. */
export const handoffs = {
  'list-handoffs': {
    summary: 'List who waits for a human, or is with one',
    description: 'The oldest first, filtered by state and queue.',
    query: handoffsQuery,
    answers: { 200: { means: 'A page of them, the longest waiting first.', body: handoffsPage } },
    problems: ['invalid_parameter'],
  },
  'list-templates': {
    summary: 'List the messages that WhatsApp has approved for an account',
    description: 'As the provider last told them; `search` looks at their names.',
    query: templatesQuery,
    answers: { 200: { means: 'A page of them.', body: templatesPage } },
    problems: ['invalid_parameter', 'channel_not_found', 'templates_unavailable'],
  },
  'list-colleagues': {
    summary: 'See whom a conversation may be given to',
    description: 'Those who are there first, each with how many conversations they have.',
    answers: { 200: { means: 'Who may answer, and who is at their desk.', body: colleaguesAnswer } },
  },
  'read-handoff': {
    summary: 'Read a conversation’s handoff',
    description:
      'Who has it, since when, what the flow shares, and the steps that it may return to. Null when no human is asked for.',
    answers: { 200: { ...handoffNow, means: 'The handoff; null where there is none.' } },
    problems: ['conversation_not_found'],
  },
  'take-handoff': {
    summary: 'Take a conversation',
    description: '`{"takeOver": true}` takes one where nobody has asked for a human; it needs no `If-Match`.',
    headers: [...writes],
    body: takeBody,
    answers: { 200: handoffNow },
    problems: ['invalid_body', ...held, 'handoff_offered', 'precondition_required'],
  },
  'reply-to-visitor': {
    summary: 'Answer the visitor',
    description:
      'A text, a saved reply or an approved template, with files. Who answers what nobody has taken takes it.',
    headers: [...writes],
    body: replyBody,
    examples: { 'A text': { text: 'Your order has left.', seenSeq: 12 } },
    answers: {
      201: {
        means: 'The message as it is in the log; `missed` counts what came after what you had seen.',
        body: replyAnswer,
        headers: ['etag'],
      },
    },
    problems: [
      'invalid_body',
      ...held,
      'handoff_offered',
      'precondition_required',
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
    summary: 'Ask where to send a file for the visitor',
    description: 'As visitors do; then name its id in `files` of a reply.',
    body: uploadRequest,
    answers: { 201: { means: 'Where to send it, for a few minutes.', body: uploadAnswer } },
    problems: [
      'invalid_body',
      'conversation_not_found',
      'file_type_not_allowed',
      'file_too_large',
      'too_many_uploads',
    ],
  },
  'read-desk-upload': {
    summary: 'See what became of a file for the visitor',
    description:
      '`pending` until its first bytes have been looked at, then `available`, or `rejected` with a reason.',
    answers: { 200: { means: 'Whether it may be sent.', body: uploadState } },
    problems: ['conversation_not_found', 'file_not_found'],
  },
  'list-saved-replies': {
    summary: 'List the saved replies',
    description: 'Of the whole tenant, by the time they were made.',
    query: savedRepliesQuery,
    answers: { 200: { means: 'A page of them.', body: savedRepliesPage } },
    problems: ['invalid_parameter'],
  },
  'create-saved-reply': {
    summary: 'Save a reply to say again',
    description: '`{{ name }}` in it is filled when it is sent. A tenant has 500 at most.',
    headers: ['idempotencyKey'],
    body: savedReplyBody,
    examples: { 'With a name in it': { name: 'Where is it', text: 'Hello {{ user.firstName | there }}' } },
    answers: { 201: { means: 'The saved reply.', body: savedReply, headers: ['etag'] } },
    problems: ['invalid_body', 'too_many_texts'],
  },
  'change-saved-reply': {
    summary: 'Change a saved reply',
    description: 'For everybody in the tenant; `If-Match` carries the ETag of what was read.',
    headers: ['ifMatch'],
    body: savedReplyBody,
    answers: { 200: { means: 'The saved reply.', body: savedReply, headers: ['etag'] } },
    problems: ['invalid_body', 'text_not_found', 'precondition_required', 'precondition_failed'],
  },
  'delete-saved-reply': {
    summary: 'Delete a saved reply',
    description: 'For everybody in the tenant; `If-Match` carries the ETag of what was read.',
    headers: ['ifMatch'],
    answers: { 204: { means: 'It is gone.' } },
    problems: ['text_not_found', 'precondition_required', 'precondition_failed'],
  },
  'note-for-colleagues': {
    summary: 'Leave a note that no visitor sees',
    description: 'Colleagues who are mentioned see it in their inbox.',
    headers: ['neededKey'],
    body: noteBody,
    answers: { 201: { means: 'The note.', body: sideEntry } },
    problems: ['invalid_body', 'conversation_not_found', 'no_handoff', 'missing_header', 'text_too_long'],
  },
  'tell-typing': {
    summary: 'Show the visitor that somebody is typing, or has read what they wrote',
    description: 'The visitor sees it for six seconds on web chat, and where the provider can show it.',
    body: typingBody,
    answers: { 204: { means: 'It is shown for a few seconds.' } },
    problems: ['invalid_body', 'conversation_not_found', 'not_owner'],
  },
  'assign-handoff': {
    summary: 'Give a conversation to a colleague or a queue',
    description: 'A colleague has two minutes to take it before others may; a queue puts it back in line.',
    headers: [...writes],
    body: assignBody,
    answers: { 200: handoffNow },
    problems: [
      'invalid_body',
      ...held,
      'precondition_required',
      'unknown_user',
      'unknown_queue',
      'text_too_long',
    ],
  },
  'return-handoff': {
    summary: 'Give a conversation back to its flow',
    description:
      'The flow goes on at the named step, or by its own path, or begins a new run on the published version.',
    headers: [...writes],
    body: returnBody,
    answers: { 200: handoffNow },
    problems: ['invalid_body', ...held, 'precondition_required', 'unknown_step'],
  },
  'close-handoff': {
    summary: 'End a conversation, with a parting word if you like',
    description: 'The run is over. With `survey` the flow goes on at the step that asks for it.',
    headers: [...writes],
    body: closeBody,
    answers: { 200: handoffNow },
    problems: [
      'invalid_body',
      ...held,
      'precondition_required',
      'unknown_step',
      'text_too_long',
      'window_closed',
    ],
  },
  'poll-inbox': {
    summary: 'Wait for what changes at the desk',
    description: 'Waits up to 25 s. Keep the greatest `version` of each conversation; list anew on `reset`.',
    query: inboxQuery,
    answers: { 200: { means: 'What has changed since `cursor`.', body: inboxAnswer } },
    problems: ['invalid_parameter', 'conversation_not_found'],
  },
} as const satisfies Readonly<Record<string, OperationReference>>;
