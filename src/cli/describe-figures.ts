import type { Figures, FiguresAnswer } from '../contract/admin/reports.ts';
import type { TenantFigures } from '../operations/reports/read-reports.ts';
import { describeTable } from './records.ts';
import { duration, percent } from './report-options.ts';

type Column = readonly [name: string, value: (figures: Figures) => string];

const count = (of: (figures: Figures) => number) => (figures: Figures) => String(of(figures));

/** The columns for runs. */
const runColumns: readonly Column[] = [
  ['conversations', count(({ runs }) => runs.started)],
  ['visitors', ({ visitors }) => visitorsInWords(visitors)],
  ['in progress', count(({ runs }) => runs.open)],
  ['resolved by bot', ({ runs }) => percent(runs.flowAloneShare)],
  ['handed off', ({ runs }) => percent(runs.handedOverShare)],
  ['abandoned', ({ runs }) => percent(runs.abandonedShare)],
  ['failed', ({ runs }) => percent(runs.failedShare)],
  ['cost', ({ costUsd }) => dollars(costUsd)],
  ['first response', ({ firstReply }) => duration(firstReply.p50)],
  ['bot response, p95', ({ turnTime }) => duration(turnTime.p95)],
];

/** The columns for handoffs. */
const handoffColumns: readonly Column[] = [
  ['handoffs', count(({ handoffs }) => handoffs.requested)],
  ['assigned', count(({ handoffs }) => handoffs.taken)],
  ['waiting now', count(({ handoffs }) => handoffs.stillWaiting)],
  ['longest wait', ({ handoffs }) => duration(handoffs.longestNowMs)],
  ['abandoned', ({ handoffs }) => percent(handoffs.abandonedShare)],
  ['within target', ({ handoffs }) => percent(handoffs.serviceLevel)],
  ['time to assignment', ({ handoffs }) => duration(handoffs.waited.p50)],
  ['business hours', ({ handoffs }) => duration(handoffs.waitedInside.p50)],
  ['first agent response', ({ handoffs }) => duration(handoffs.firstResponse.p50)],
  ['agent response', ({ handoffs }) => duration(handoffs.responseTime.p50)],
];

/** All figures that a range has by itself. */
const lines: readonly Column[] = [
  ['conversations', count(({ runs }) => runs.started)],
  ['  in progress', count(({ runs }) => runs.open)],
  ['  ended', count(({ runs }) => runs.ended)],
  ['    resolved by bot', ({ runs }) => withShare(runs.flowAlone, runs.flowAloneShare)],
  ['    handed off', ({ runs }) => withShare(runs.handedOver, runs.handedOverShare)],
  ['    abandoned', ({ runs }) => withShare(runs.abandoned, runs.abandonedShare)],
  ['    failed', ({ runs }) => withShare(runs.failed, runs.failedShare)],
  ['  no agent needed, including abandoned', ({ runs }) => percent(runs.containedShare)],
  [
    '  likely resolved',
    ({ runs }) =>
      withShare(runs.resolvedAssumed, runs.resolvedAssumedShare) + (runs.resolvedFinal ? '' : ', so far'),
  ],
  ['visitors', ({ visitors }) => visitorsInWords(visitors)],
  ['visitor messages', count(({ messages }) => messages.visitor)],
  ['bot messages', count(({ messages }) => messages.bot)],
  ['agent messages', count(({ messages }) => messages.agent)],
  ['  undelivered', ({ messages }) => withShare(messages.undelivered, messages.undeliveredShare)],
  ['first response time, p50 and p95', ({ firstReply }) => timesInWords(firstReply)],
  ['bot response time, p50 and p95', ({ turnTime }) => timesInWords(turnTime)],
  ['failed messages', ({ turns }) => withShare(turns.failed, turns.failedShare)],
  ['handoffs', count(({ handoffs }) => handoffs.requested)],
  ['  assigned', count(({ handoffs }) => handoffs.taken)],
  ['  waiting now', count(({ handoffs }) => handoffs.stillWaiting)],
  ['    longest wait', ({ handoffs }) => duration(handoffs.longestNowMs)],
  ['  abandoned queue', ({ handoffs }) => withShare(handoffs.abandoned, handoffs.abandonedShare)],
  ['  missed', count(({ handoffs }) => handoffs.neverAnswered)],
  [
    '  outside business hours',
    ({ handoffs }) => withShare(handoffs.refusedByHours, handoffs.refusedByHoursShare),
  ],
  ['  assigned within target', ({ handoffs }) => percent(handoffs.serviceLevel)],
  ['  time to assignment, p50 and p95', ({ handoffs }) => timesInWords(handoffs.waited)],
  ['    wait time (business hours)', ({ handoffs }) => timesInWords(handoffs.waitedInside)],
  ['  first agent response, p50 and p95', ({ handoffs }) => timesInWords(handoffs.firstResponse)],
  ['  agent response time, p50 and p95', ({ handoffs }) => timesInWords(handoffs.responseTime)],
  ['CSAT, 4 or 5', ({ csat }) => withShare(csat.good, csat.goodShare)],
  ['NPS', ({ nps }) => (nps.score === null ? '' : nps.score.toFixed(0))],
  ['confirmed resolved', ({ resolved }) => withShare(resolved.yes, resolved.share)],
  ['AI tokens', count(({ tokens }) => tokens)],
  ['cost (estimate)', ({ costUsd }) => dollars(costUsd)],
];

const withShare = (of: number, share: number | null) =>
  share === null ? String(of) : `${of} (${percent(share)})`;
const dollars = (usd: number) => `$${usd.toFixed(4)}`;
/** `about 12840` */
const visitorsInWords = ({ distinct, exact }: Figures['visitors']) =>
  distinct === null ? '' : `${exact ? '' : 'about '}${distinct}`;
const timesInWords = ({ p50, p95 }: Figures['turnTime']) =>
  p50 === null ? '' : `${duration(p50)}, ${duration(p95)}`;

/** Figures of a range: by rows where it is split, else one figure a line; what it is compared with beside. */
export function describeFigures({ rows, total, compared }: FiguresAnswer, group: string | undefined): string {
  if (group === undefined) {
    const head = ['figure', 'total', ...(compared ? ['previous'] : [])];
    return describeTable(
      head,
      lines.map(([name, of]) => [name, of(total), ...(compared ? [of(compared.total)] : [])]),
    );
  }
  const columns = group === 'queue' || group === 'owner' ? handoffColumns : runColumns;
  const head = columns.flatMap(([name]) => (compared ? [name, 'previous'] : [name]));
  const cells = (figures: Figures, before: Figures | null | undefined) =>
    columns.flatMap(([, of]) => (compared ? [of(figures), before ? of(before) : ''] : [of(figures)]));
  return describeTable(
    [group, ...head],
    [
      ...rows.map(({ label, key, figures, compared: before }) => [
        'owner' in label ? label.owner : key,
        ...cells(figures, before),
      ]),
      ['total', ...cells(total, compared?.total)],
    ],
  );
}

/** The estimated cost of each row's parts, beside the total. */
export function describeCosts({ rows, total, costs = [] }: FiguresAnswer, group = 'range'): string {
  const cells = (figures: Figures, own: FiguresAnswer['costs'] = []) => [
    dollars(figures.costUsd),
    ...costs.map(({ of }) => dollars(own.find((one) => one.of === of)?.usd ?? 0)),
  ];
  return describeTable(
    [group, 'total', ...costs.map(({ of }) => of)],
    [...rows.map((row) => [row.key, ...cells(row.figures, row.costs)]), ['total', ...cells(total, costs)]],
  );
}

/** A line for each tenant, and what all of them cost. */
export function describeTenants(tenants: readonly TenantFigures[]): string {
  const sum = tenants.reduce((usd, { figures }) => usd + figures.costUsd, 0);
  return describeTable(
    ['tenant', 'conversations', 'visitors', 'visitor messages', 'cost (estimate)'],
    [
      ...tenants.map(({ tenantId, figures: { runs, visitors, messages, costUsd } }) => [
        ...[tenantId, String(runs.started), visitorsInWords(visitors)],
        ...[String(messages.visitor), dollars(costUsd)],
      ]),
      ['total', '', '', '', dollars(sum)],
    ],
  );
}
