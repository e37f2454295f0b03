import {
  draftReplay,
  draftReplayResult,
  draftTest,
  draftTestResult,
  editorPresence,
  flowEditors,
} from '../admin/drafts.ts';
import {
  canaryEnd,
  draft,
  draftContent,
  draftValidation,
  flowResources,
  flowSummary,
  flowsPage,
  liveChange,
  newFlow,
  publication,
  rollback,
  versionDetail,
  versionsPage,
} from '../admin/flows.ts';
import { pageQuery } from '../admin/lists.ts';
import { deleted, type Operations, pageOf } from './operation.ts';

const draftAnswer = { means: 'The stored draft.', body: draft, headers: ['etag'] } as const;
const liveAnswer = { 200: { means: 'The live version.', body: liveChange, headers: ['etag'] } } as const;

/** Flows, their drafts and versions. */
export const flows = {
  'list-flows': {
    route: 'GET /flows',
    capability: 'flows:view',
    summary: 'List flows',
    description:
      'Sorted by id, each with its live version and the number of problems in its draft. `draft` is null if nothing has been saved since the flow was published; `publishedAt` is when its live version last changed.',
    query: pageQuery,
    answers: pageOf(flowsPage),
  },
  'read-flow-resources': {
    route: 'GET /flow-resources',
    capability: 'flows:edit',
    summary: 'Get what flows can refer to',
    description: 'Queues, published flows, and the names of secrets with the hosts that they can be sent to.',
    answers: { 200: { means: 'Names that steps can use.', body: flowResources } },
  },
  'create-flow': {
    route: 'POST /flows',
    capability: 'flows:edit',
    summary: 'Create a flow',
    description:
      'Creates a draft. Visitors see nothing of it until it is published, so it may contain problems.',
    body: newFlow,
    answers: { 201: draftAnswer },
    problems: ['already_exists'],
  },
  'read-flow': {
    route: 'GET /flows/{flowId}',
    capability: 'flows:view',
    summary: 'Get a flow',
    description:
      'Returns the live version, a gradual rollout with its results, and the widgets, channels and flows that use the flow. `draft` is null if nothing has been saved since the flow was published for all visitors; a rollback makes it a draft again.',
    answers: { 200: { means: 'The flow.', body: flowSummary, headers: ['etag'] } },
  },
  'delete-flow': {
    route: 'DELETE /flows/{flowId}',
    capability: 'flows:edit',
    summary: 'Delete a flow',
    description:
      'A flow in use is refused with 409, and `usedBy` lists what uses it. Versions remain for the conversations that run them.',
    headers: ['ifMatch'],
    answers: deleted,
    problems: ['in_use'],
  },
  'read-draft': {
    route: 'GET /flows/{flowId}/draft',
    capability: 'flows:view',
    summary: 'Get a draft',
    description:
      'Returns the definition, layout and tests as last saved, or those of the live version if the flow has no draft.',
    answers: { 200: draftAnswer },
  },
  'save-draft': {
    route: 'PUT /flows/{flowId}/draft',
    capability: 'flows:edit',
    summary: 'Save a draft',
    description: 'A draft may contain problems. Visitors see nothing of it until it is published.',
    headers: ['ifMatch'],
    body: draftContent,
    answers: { 200: draftAnswer },
  },
  'note-editor': {
    route: 'POST /flows/{flowId}/editors',
    capability: 'flows:edit',
    summary: 'Show that you have a flow open',
    description:
      'Returns the others who have the flow open, with the step that each has selected. Repeat it every 15 s: an editor that is silent for 22 s is left out.',
    body: editorPresence,
    answers: { 200: { means: 'The others.', body: flowEditors } },
  },
  'validate-draft': {
    route: 'POST /flows/{flowId}/draft/validate',
    capability: 'flows:edit',
    summary: 'Validate a draft and run its tests',
    description: 'Returns the problems that prevent publishing, the warnings, and the result of each test.',
    answers: { 200: { means: 'Problems, warnings and results.', body: draftValidation, headers: ['etag'] } },
  },
  'test-draft': {
    route: 'POST /flows/{flowId}/draft/test',
    capability: 'flows:edit',
    summary: 'Chat with a draft',
    description:
      'Runs the real engine with simulated responses of external services. Nothing is sent or stored.',
    body: draftTest,
    answers: { 200: { means: 'The replies, and the steps that led to them.', body: draftTestResult } },
    problems: ['not_valid'],
  },
  'replay-draft': {
    route: 'POST /flows/{flowId}/draft/replay',
    capability: 'flows:edit',
    summary: 'Replay conversations against a draft',
    description:
      'Replays tests, or recorded conversations by id, and compares the replies. Calls to external services are answered from the recording. Nothing is stored.',
    body: draftReplay,
    answers: { 200: { means: 'Each conversation, turn by turn.', body: draftReplayResult } },
    problems: ['conversation_not_found', 'not_valid'],
  },
  'list-versions': {
    route: 'GET /flows/{flowId}/versions',
    capability: 'flows:view',
    summary: 'List the versions of a flow',
    description: 'Newest first, each with its note and author.',
    query: pageQuery,
    answers: pageOf(versionsPage),
  },
  'read-version': {
    route: 'GET /flows/{flowId}/versions/{version}',
    capability: 'flows:view',
    summary: 'Get a version',
    description: 'A published version never changes.',
    answers: { 200: { means: 'The version.', body: versionDetail, headers: ['etag'] } },
  },
  'publish-flow': {
    route: 'POST /flows/{flowId}/publish',
    capability: 'flows:publish',
    summary: 'Publish a draft',
    description:
      'Validates the draft and runs its tests first; 422 lists what prevents publishing. With `canaryPercent`, only that share of new conversations gets the new version.',
    headers: ['ifMatch'],
    body: publication,
    answers: liveAnswer,
    problems: ['not_valid', 'canary_running'],
  },
  'roll-back-flow': {
    route: 'POST /flows/{flowId}/rollback',
    capability: 'flows:publish',
    summary: 'Roll back to an earlier version',
    description: 'New conversations get the earlier version. Conversations in progress keep theirs.',
    headers: ['ifMatch'],
    body: rollback,
    answers: liveAnswer,
    problems: ['version_not_found'],
  },
  'end-canary': {
    route: 'POST /flows/{flowId}/canary',
    capability: 'flows:publish',
    summary: 'End a gradual rollout',
    description: '`promote` makes the new version live for all new conversations, `cancel` for none.',
    headers: ['ifMatch'],
    body: canaryEnd,
    answers: liveAnswer,
    problems: ['no_canary'],
  },
} as const satisfies Operations;
