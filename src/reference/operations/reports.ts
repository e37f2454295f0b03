import { conversationsPage, conversationsQuery } from '../../contract/admin/conversation-list.ts';
import { refusalsAnswer, refusalsQuery } from '../../contract/admin/refusals.ts';
import {
  figuresAnswer,
  figuresQuery,
  stepsAnswer,
  stepsQuery,
  versionsAnswer,
  versionsQuery,
} from '../../contract/admin/reports.ts';
import type { OperationReference } from '../operation-reference.ts';

const alsoAs = 'text/csv';
const figuresText = 'channel,place,runs.started,runs.open\r\nwebchat,acme-web,200,10\r\n';
const versionsText =
  'flow,version,runs.started\r\nsupport,7,200\r\nfigure,difference,low,high\r\nhandedOverShare,-0.04,-0.09,0.01\r\n';
const stepsText =
  'flow,version,step,started,reached,left,reachedShare,leavingShare\r\nsupport,7,hello,200,200,12,1,0.06\r\n';

const refusalsText = 'code,origin,count,messages\r\norigin_not_allowed,https://staging.acme.example,12,3\r\n';

/** What has become of conversations: one by one, and counted. */
export const reports = {
  'list-conversations': {
    summary: 'Find conversations',
    description:
      'Each by its latest run, the latest first. A page may be short, or empty, and still lead to another.',
    query: conversationsQuery,
    answers: { 200: { means: 'A page of them.', body: conversationsPage } },
    problems: ['invalid_parameter'],
  },
  'read-figures': {
    summary: 'Read figures of a range of days',
    description:
      'Runs by the day on which they began, handoffs by that on which a human was asked for, on the tenant’s clocks. As a table with `Accept: text/csv`.',
    query: figuresQuery,
    answers: { 200: { means: 'The figures.', body: figuresAnswer, alsoAs, textExample: figuresText } },
    problems: ['invalid_parameter'],
  },
  'read-steps': {
    summary: 'See where people leave a flow',
    description: 'How many runs reached each step and left there, over a range of days.',
    query: stepsQuery,
    answers: {
      200: {
        means: 'Its steps, with who reached and left them.',
        body: stepsAnswer,
        alsoAs,
        textExample: stepsText,
      },
    },
    problems: ['invalid_parameter'],
  },
  'compare-versions': {
    summary: 'Compare two versions of a flow',
    description: 'Differences of their figures with confidence intervals, over a range of days.',
    query: versionsQuery,
    answers: {
      200: {
        means: 'The figures of both, and how they differ.',
        body: versionsAnswer,
        alsoAs,
        textExample: versionsText,
      },
    },
    problems: ['invalid_parameter'],
  },
  'read-refusals': {
    summary: 'See which requests of visitors were refused',
    description:
      'By the code of the problem and the site that was told it, the most frequent first. At least so many: what a function has not written when it ends is not among them. As a table with `Accept: text/csv`.',
    query: refusalsQuery,
    answers: {
      200: {
        means: 'How often, by code and site.',
        body: refusalsAnswer,
        alsoAs,
        textExample: refusalsText,
      },
    },
    problems: ['invalid_parameter'],
  },
} as const satisfies Readonly<Record<string, OperationReference>>;
