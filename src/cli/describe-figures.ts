import type { Figures, FiguresAnswer } from '../contract/admin/reports.ts';
import type { TenantFigures } from '../operations/reports/read-reports.ts';
import { describeTable } from './records.ts';
import { duration, percent } from './report-options.ts';

type Column = readonly [name: string, value: (figures: Figures) => string];

const count = (of: (figures: Figures) => number) => (figures: Figures) => String(of(figures));

/** The columns for runs. */
const runColumns: readonly Column[] = [
  ['runs', count(({ runs }) => runs.started)],
  ['visitors', ({ visitors }) => visitorsInWords(visitors)],
  ['open', count(({ runs }) => runs.open)],
  ['flow alone', ({ runs }) => percent(runs.flowAloneShare)],
  ['handed over', ({ runs }) => percent(runs.handedOverShare)],
  ['abandoned', ({ runs }) => percent(runs.abandonedShare)],
  ['failed', ({ runs }) => percent(runs.failedShare)],
  ['cost', ({ costUsd }) => dollars(costUsd)],
  ['first reply', ({ firstReply }) => duration(firstReply.p50)],
  ['turn, p95', ({ turnTime }) => duration(turnTime.p95)],
];

/** The columns for handoffs. */
const handoffColumns: readonly Column[] = [
  ['requested', count(({ handoffs }) => handoffs.requested)],
  ['taken', count(({ handoffs }) => handoffs.taken)],
  ['waiting', count(({ handoffs }) => handoffs.stillWaiting)],
  ['longest now', ({ handoffs }) => duration(handoffs.longestNowMs)],
  ['abandoned', ({ handoffs }) => percent(handoffs.abandonedShare)],
  ['in time', ({ handoffs }) => percent(handoffs.serviceLevel)],
  ['waited', ({ handoffs }) => duration(handoffs.waited.p50)],
  ['in hours', ({ handoffs }) => duration(handoffs.waitedInside.p50)],
  ['first response', ({ handoffs }) => duration(handoffs.firstResponse.p50)],
  ['response', ({ handoffs }) => duration(handoffs.responseTime.p50)],
];

/** All figures that a range has by itself. */
const lines: readonly Column[] = [
  ['runs begun', count(({ runs }) => runs.started)],
  ['  not ended', count(({ runs }) => runs.open)],
  ['  ended', count(({ runs }) => runs.ended)],
  ['    by the flow alone', ({ runs }) => withShare(runs.flowAlone, runs.flowAloneShare)],
  ['    handed over', ({ runs }) => withShare(runs.handedOver, runs.handedOverShare)],
  ['    abandoned', ({ runs }) => withShare(runs.abandoned, runs.abandonedShare)],
  ['    failed', ({ runs }) => withShare(runs.failed, runs.failedShare)],
  ['  contained, including abandoned', ({ runs }) => percent(runs.containedShare)],
  [
    '  resolved, assumed',
    ({ runs }) =>
      withShare(runs.resolvedAssumed, runs.resolvedAssumedShare) + (runs.resolvedFinal ? '' : ', so far'),
  ],
  ['visitors', ({ visitors }) => visitorsInWords(visitors)],
  ['messages of visitors', count(({ messages }) => messages.visitor)],
  ['  of the bot', count(({ messages }) => messages.bot)],
  ['  of agents', count(({ messages }) => messages.agent)],
  ['  undelivered', ({ messages }) => withShare(messages.undelivered, messages.undeliveredShare)],
  ['first reply, p50 and p95', ({ firstReply }) => timesInWords(firstReply)],
  ['turn, p50 and p95', ({ turnTime }) => timesInWords(turnTime)],
  ['failed turns', ({ turns }) => withShare(turns.failed, turns.failedShare)],
  ['handoffs requested', count(({ handoffs }) => handoffs.requested)],
  ['  taken', count(({ handoffs }) => handoffs.taken)],
  ['  waiting', count(({ handoffs }) => handoffs.stillWaiting)],
  ['    longest now', ({ handoffs }) => duration(handoffs.longestNowMs)],
  ['  abandoned in the queue', ({ handoffs }) => withShare(handoffs.abandoned, handoffs.abandonedShare)],
  ['  never answered', count(({ handoffs }) => handoffs.neverAnswered)],
  ['  refused by hours', ({ handoffs }) => withShare(handoffs.refusedByHours, handoffs.refusedByHoursShare)],
  ['  taken in time', ({ handoffs }) => percent(handoffs.serviceLevel)],
  ['  waited, p50 and p95', ({ handoffs }) => timesInWords(handoffs.waited)],
  ['    within opening hours', ({ handoffs }) => timesInWords(handoffs.waitedInside)],
  ['  first response, p50 and p95', ({ handoffs }) => timesInWords(handoffs.firstResponse)],
  ['  response, p50 and p95', ({ handoffs }) => timesInWords(handoffs.responseTime)],
  ['satisfaction, 4 or 5', ({ csat }) => withShare(csat.good, csat.goodShare)],
  ['net promoter score', ({ nps }) => (nps.score === null ? '' : nps.score.toFixed(0))],
  ['resolved, confirmed', ({ resolved }) => withShare(resolved.yes, resolved.share)],
  ['language model tokens', count(({ tokens }) => tokens)],
  ['cost, an estimate', ({ costUsd }) => dollars(costUsd)],
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
    const head = ['figure', 'in all', ...(compared ? ['before'] : [])];
    return describeTable(
      head,
      lines.map(([name, of]) => [name, of(total), ...(compared ? [of(compared.total)] : [])]),
    );
  }
  const columns = group === 'queue' || group === 'owner' ? handoffColumns : runColumns;
  const head = columns.flatMap(([name]) => (compared ? [name, 'before'] : [name]));
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
    [group, 'in all', ...costs.map(({ of }) => of)],
    [...rows.map((row) => [row.key, ...cells(row.figures, row.costs)]), ['total', ...cells(total, costs)]],
  );
}

/** A line for each tenant, and what all of them cost. */
export function describeTenants(tenants: readonly TenantFigures[]): string {
  const sum = tenants.reduce((usd, { figures }) => usd + figures.costUsd, 0);
  return describeTable(
    ['tenant', 'runs', 'visitors', 'messages of visitors', 'cost, an estimate'],
    [
      ...tenants.map(({ tenantId, figures: { runs, visitors, messages, costUsd } }) => [
        ...[tenantId, String(runs.started), visitorsInWords(visitors)],
        ...[String(messages.visitor), dollars(costUsd)],
      ]),
      ['total', '', '', '', dollars(sum)],
    ],
  );
}
