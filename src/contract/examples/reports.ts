import {
  type Figures,
  figuresAnswer,
  labelsAnswer,
  refusalsAnswer,
  stepsAnswer,
  versionsAnswer,
} from '../admin/reports.ts';
import { example } from './shop.ts';

const week = {
  zone: 'Europe/Berlin',
  from: '2026-11-09',
  to: '2026-11-15',
  until: '2026-11-18T09:30:00.000Z',
};
const times = { n: 200, p50: 380, p95: 1240 };

const figures = {
  runs: {
    ...{ started: 200, open: 10, ended: 190, handedOver: 38, failed: 2, abandoned: 30, flowAlone: 120 },
    ...{ handedOverShare: 0.2, failedShare: 0.0105, abandonedShare: 0.1579, flowAloneShare: 0.6316 },
    ...{ containedShare: 0.7895, resolvedAssumed: 110, resolvedAssumedShare: 0.5789, resolvedFinal: true },
  },
  visitors: { distinct: 164, exact: true },
  messages: { visitor: 900, bot: 1100, agent: 160, undelivered: 3, undeliveredShare: 0.0027 },
  turns: { turns: 900, failed: 2, failedShare: 0.0022 },
  tokens: 48_000,
  costUsd: 0.0085,
  firstReply: times,
  turnTime: { n: 900, p50: 350, p95: 1180 },
  handoffs: {
    ...{
      requested: 40,
      taken: 38,
      stillWaiting: 0,
      longestNowMs: 0,
      notTaken: 2,
      refusedByHours: 5,
      refusedByHoursShare: 0.1111,
    },
    ...{ abandoned: 2, abandonedShare: 0.05, abandonedEarly: 1, serviceLevel: 0.85, neverAnswered: 1 },
    waited: { n: 38, p50: 24_000, p95: 95_000, histogram: [{ untilMs: 30_000, n: 25 }] },
    waitedInside: { n: 38, p50: 22_000, p95: 80_000 },
    firstResponse: { n: 37, p50: 41_000, p95: 130_000 },
    responseTime: { n: 120, p50: 35_000, p95: 110_000 },
    ...{ heldMs: 9_600_000, attendedMs: 5_400_000 },
    ended: { returned: 6, closed: 30, expired: 1, visitor: 1, erased: 0 },
  },
  csat: {
    ...{ asked: 30, answered: 24, answerShare: 0.8, good: 20, goodShare: 0.8333, mean: 4.2 },
    answers: [1, 1, 2, 8, 12],
  },
  nps: { asked: 0, answered: 0, promoters: 0, detractors: 0, score: null },
  resolved: { asked: 30, yes: 21, no: 4, share: 0.84 },
} satisfies Figures;

/** The example of each answer. */
export const reportsExamples = [
  example(figuresAnswer, {
    ...week,
    rows: [
      {
        key: 'webchat/acme-web',
        label: { channel: 'webchat', place: 'acme-web' },
        figures,
        compared: null,
      },
    ],
    total: figures,
    compared: null,
  }),
  example(stepsAnswer, {
    ...week,
    flow: 'support',
    started: 200,
    steps: [
      { version: 7, stepId: 'hello', reached: 200, left: 12, reachedShare: 1, leavingShare: 0.06 },
      { version: 7, stepId: 'order', reached: 188, left: 18, reachedShare: 0.94, leavingShare: 0.0957 },
    ],
  }),
  example(labelsAnswer, {
    ...week,
    started: 200,
    labels: [{ id: 'billing', name: 'Billing', runs: 12, share: 0.06 }],
    days: [{ date: week.from, id: 'billing', runs: 12 }],
  }),
  example(versionsAnswer, {
    ...week,
    flow: 'support',
    versions: [
      { version: 7, figures },
      { version: 6, figures },
    ],
    differences: [{ figure: 'handedOverShare', difference: -0.04, low: -0.09, high: 0.01 }],
  }),
  example(refusalsAnswer, {
    ...week,
    keptDays: 90,
    total: { count: 15, messages: 4 },
    rows: [
      { code: 'origin_not_allowed', origin: 'https://staging.acme.example', count: 12, messages: 3 },
      { code: 'conversation_not_found', origin: 'none', count: 2, messages: 0 },
      { code: 'rate_limited', origin: 'https://www.acme.example', count: 1, messages: 1 },
    ],
  }),
];
