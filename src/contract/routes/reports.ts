import {
  conversationsPage,
  conversationsQuery,
  conversationView,
  messagesQuery,
  messageTrace,
  searchPage,
  searchQuery,
  transcriptPage,
} from '../admin/conversations.ts';
import {
  figuresAnswer,
  figuresQuery,
  labelsAnswer,
  labelsQuery,
  refusalsAnswer,
  refusalsQuery,
  stepsAnswer,
  stepsQuery,
  versionsAnswer,
  versionsQuery,
} from '../admin/reports.ts';
import { type Operations, pageOf } from './operation.ts';

/** Conversations, for reading. */
export const conversations = {
  'list-conversations': {
    route: 'GET /conversations',
    capability: 'conversations:view',
    summary: 'List conversations',
    description:
      'By their latest run, newest first. A page may be short or empty although `cursor` leads to another one.',
    query: conversationsQuery,
    answers: pageOf(conversationsPage),
  },
  'search-conversations': {
    route: 'GET /search',
    capability: 'conversations:view',
    summary: 'Search conversations',
    description:
      'Finds conversations whose messages of the last 90 days, visitor, contact, labels or id have every word of `q`, newest match first. A word matches the words that begin with it, in any case and with or without accents. Conversations that no agent has had are found only if the tenant’s `search` is `all`. A new message is found within 30 seconds. A page may have fewer items than `limit` even if more follow.',
    query: searchQuery,
    answers: pageOf(searchPage),
  },
  'read-conversation': {
    route: 'GET /conversations/{conversationId}',
    capability: 'conversations:view',
    summary: 'Get a conversation',
    description: 'Its current status, flow position, variables, visitor and handoff.',
    answers: { 200: { means: 'The conversation.', body: conversationView } },
  },
  'list-messages': {
    route: 'GET /conversations/{conversationId}/messages',
    capability: 'conversations:view',
    summary: 'List the messages of a conversation',
    description:
      'Oldest first, each reply with its delivery status. `after` continues behind a message that you have. The first page also has the last notes and events, in `side`.',
    query: messagesQuery,
    answers: pageOf(transcriptPage),
  },
  'trace-message': {
    route: 'GET /conversations/{conversationId}/messages/{messageId}/trace',
    capability: 'conversations:view',
    summary: 'Get the trace of a message',
    description: 'Steps, branches and external calls of its turn, events, and the delivery of each reply.',
    answers: { 200: { means: 'The trace.', body: messageTrace } },
  },
} as const satisfies Operations;

const report = (
  body:
    | typeof figuresAnswer
    | typeof stepsAnswer
    | typeof labelsAnswer
    | typeof versionsAnswer
    | typeof refusalsAnswer,
  textExample: string,
) => ({ 200: { means: 'The report.', body, alsoAs: 'text/csv', textExample } }) as const;

/** Reports over a range of days, as JSON or CSV. */
export const reports = {
  'read-figures': {
    route: 'GET /reports/figures',
    capability: 'reports:view',
    summary: 'Get metrics',
    description:
      'Runs count on the day they began, handoffs on the day they were requested, in the time zone of the tenant. `Accept: text/csv` returns a table.',
    query: figuresQuery,
    answers: report(figuresAnswer, 'channel,place,runs.started,runs.open\r\nwebchat,acme-web,200,10\r\n'),
  },
  'read-steps': {
    route: 'GET /reports/steps',
    capability: 'reports:view',
    summary: 'Get drop-off by step',
    description: 'How many runs reached each step of a flow, and how many were abandoned there.',
    query: stepsQuery,
    answers: report(
      stepsAnswer,
      'flow,version,step,started,reached,left,reachedShare,leavingShare\r\nsupport,7,hello,200,200,12,1,0.06\r\n',
    ),
  },
  'compare-versions': {
    route: 'GET /reports/versions',
    capability: 'reports:view',
    summary: 'Compare two versions of a flow',
    description: 'The metrics of both versions, and their differences with confidence intervals.',
    query: versionsQuery,
    answers: report(
      versionsAnswer,
      'flow,version,runs.started\r\nsupport,7,200\r\nfigure,difference,low,high\r\nhandedOverShare,-0.04,-0.09,0.01\r\n',
    ),
  },
  'read-labels-report': {
    route: 'GET /reports/labels',
    capability: 'reports:view',
    summary: 'Get conversations by label',
    description:
      'Runs count on the day they began, for each label of their conversation when the run last changed. `Accept: text/csv` returns a table of days.',
    query: labelsQuery,
    answers: report(labelsAnswer, 'date,label,name,runs\r\n2026-11-18,billing,Billing,12\r\n'),
  },
  'read-refusals': {
    route: 'GET /reports/refusals',
    capability: 'reports:view',
    summary: 'Get rejected requests',
    description:
      'Rejected requests of visitors by problem code and site, most frequent first. The counts are lower bounds: those that a function has not stored before it stops are lost. `Accept: text/csv` returns a table.',
    query: refusalsQuery,
    answers: report(
      refusalsAnswer,
      'code,origin,count,messages\r\norigin_not_allowed,https://staging.acme.example,12,3\r\n',
    ),
  },
} as const satisfies Operations;
