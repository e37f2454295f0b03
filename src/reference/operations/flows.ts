import { draftReplay, draftReplayResult, draftTest, draftTestResult } from '../../contract/admin/drafts.ts';
import {
  canaryEnd,
  draft,
  draftContent,
  draftValidation,
  flowDetail,
  flowsPage,
  flowsQuery,
  liveChange,
  newFlow,
  publication,
  rollback,
  versionDetail,
  versionsPage,
} from '../../contract/admin/flows.ts';
import type { OperationReference } from '../operation-reference.ts';

/** Flows, their drafts and versions. */
export const flows = {
  'list-flows': {
    summary: 'List the flows',
    description: 'By their ids, each with what is live and how many problems its draft has.',
    query: flowsQuery,
    answers: { 200: { means: 'A page of them.', body: flowsPage } },
    problems: ['invalid_parameter'],
  },
  'create-flow': {
    summary: 'Create a flow with a draft',
    description: 'Visitors meet nothing of it before it is published. A draft may hold problems.',
    headers: ['idempotencyKey'],
    body: newFlow,
    answers: { 201: { means: 'The draft.', body: draft, headers: ['etag'] } },
    problems: ['invalid_body', 'already_exists', 'body_too_large'],
  },
  'read-flow': {
    summary: 'Read what is live of a flow, and what uses it',
    description:
      'The live version, a gradual rollout and how it does, and the widgets, accounts and flows that use it.',
    answers: { 200: { means: 'The flow.', body: flowDetail, headers: ['etag'] } },
    problems: ['flow_not_found'],
  },
  'delete-flow': {
    summary: 'Delete a flow that nothing uses',
    description:
      'What is in use is refused with 409 and the list of its users. Versions stay for conversations that run on them.',
    headers: ['ifMatch'],
    answers: { 204: { means: 'It is gone.' } },
    problems: ['flow_not_found', 'in_use', 'precondition_required', 'precondition_failed'],
  },
  'read-draft': {
    summary: 'Read a flow’s draft',
    description:
      'Definition, layout and scripted conversations as they were saved last, or the live version where there is no draft.',
    answers: { 200: { means: 'The draft.', body: draft, headers: ['etag'] } },
    problems: ['flow_not_found'],
  },
  'save-draft': {
    summary: 'Save a flow’s draft',
    description: 'A draft may hold anything; visitors meet nothing of it before it is published.',
    headers: ['ifMatch'],
    body: draftContent,
    answers: { 200: { means: 'The draft as it is stored.', body: draft, headers: ['etag'] } },
    problems: [
      'invalid_body',
      'flow_not_found',
      'precondition_required',
      'precondition_failed',
      'body_too_large',
    ],
  },
  'validate-draft': {
    summary: 'Check a draft and play its scripted conversations',
    description:
      'Answers the problems that keep it from being published, warnings, and what each scripted conversation came to.',
    answers: {
      200: { means: 'What speaks against publishing it.', body: draftValidation, headers: ['etag'] },
    },
    problems: ['flow_not_found'],
  },
  'test-draft': {
    summary: 'Talk with a draft',
    description: 'The real engine; answers from outside are played, nothing is sent or stored.',
    body: draftTest,
    answers: { 200: { means: 'What it says, and why.', body: draftTestResult } },
    problems: ['invalid_body', 'flow_not_found', 'not_valid'],
  },
  'replay-draft': {
    summary: 'Play conversations against a draft, and see what it says otherwise',
    description:
      'Scripted conversations, or recorded ones by their ids; outside calls are answered from the recording. Nothing is stored.',
    body: draftReplay,
    answers: { 200: { means: 'Each conversation, turn by turn.', body: draftReplayResult } },
    problems: ['invalid_body', 'flow_not_found', 'conversation_not_found', 'not_valid'],
  },
  'list-versions': {
    summary: 'List the published versions of a flow',
    description: 'The latest first, each with its note and who published it.',
    query: flowsQuery,
    answers: { 200: { means: 'A page of them, the latest first.', body: versionsPage } },
    problems: ['invalid_parameter', 'flow_not_found'],
  },
  'read-version': {
    summary: 'Read a published version',
    description: 'A version never changes after it was published.',
    answers: { 200: { means: 'The version.', body: versionDetail, headers: ['etag'] } },
    problems: ['flow_not_found', 'version_not_found'],
  },
  'publish-flow': {
    summary: 'Publish the draft, to everybody or to a share of new conversations',
    description:
      'The draft is validated and its scripted conversations are played first; 422 lists what speaks against it. With `canaryPercent` only that share of new conversations gets the new version.',
    headers: ['ifMatch', 'idempotencyKey'],
    body: publication,
    answers: { 200: { means: 'What is live now.', body: liveChange, headers: ['etag'] } },
    problems: [
      'invalid_body',
      'flow_not_found',
      'not_valid',
      'canary_running',
      'precondition_required',
      'precondition_failed',
    ],
  },
  'roll-back-flow': {
    summary: 'Make an earlier version live again',
    description: 'New conversations get the earlier version from then on; running ones keep theirs.',
    headers: ['ifMatch', 'idempotencyKey'],
    body: rollback,
    answers: { 200: { means: 'What is live now.', body: liveChange, headers: ['etag'] } },
    problems: [
      'invalid_body',
      'flow_not_found',
      'version_not_found',
      'precondition_required',
      'precondition_failed',
    ],
  },
  'end-canary': {
    summary: 'Promote or cancel a canary',
    description: '`promote` gives the new version to all new conversations, `cancel` to none.',
    headers: ['ifMatch', 'idempotencyKey'],
    body: canaryEnd,
    answers: { 200: { means: 'What is live now.', body: liveChange, headers: ['etag'] } },
    problems: ['invalid_body', 'flow_not_found', 'no_canary', 'precondition_required', 'precondition_failed'],
  },
} as const satisfies Readonly<Record<string, OperationReference>>;
