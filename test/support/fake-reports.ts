import type { Page } from 'playwright-core';
import type { ConversationRow } from '../../src/contract/admin/conversations.ts';
import type { Figures, FiguresAnswer, RefusalsAnswer } from '../../src/contract/admin/reports.ts';

/** What one day's counts are made of. */
interface Day {
  readonly started: number;
  readonly flowAlone: number;
  readonly handedOver: number;
  readonly abandoned: number;
  readonly failed: number;
}

const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);
const times = (n: number, p50: number, p95: number) =>
  n === 0 ? { n, p50: null, p95: null } : { n, p50, p95 };
const buckets = [5_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 900_000];
const waits = [4, 9, 14, 11, 7, 5, 2, 1];

/** Figures that fit together, of so many conversations. */
export function figuresOf({ started, flowAlone, handedOver, abandoned, failed }: Day): Figures {
  const ended = flowAlone + handedOver + abandoned + failed;
  const part = handedOver / 53;
  const histogram = buckets.map((untilMs, n) => ({ untilMs, n: Math.round((waits[n] ?? 0) * part) }));
  const taken = histogram.reduce((sum, { n }) => sum + n, 0);
  const answers = [1, 2, 4, 11, 22].map((n) => Math.round((n * started) / 120));
  const answered = answers.reduce((sum, n) => sum + n, 0);
  const good = (answers[3] ?? 0) + (answers[4] ?? 0);
  return {
    runs: {
      ...{ started, open: started - ended, ended, handedOver, failed, abandoned, flowAlone },
      handedOverShare: share(handedOver, ended),
      failedShare: share(failed, ended),
      abandonedShare: share(abandoned, ended),
      flowAloneShare: share(flowAlone, ended),
      containedShare: share(ended - handedOver - failed, ended),
      resolvedAssumed: Math.round(flowAlone * 0.9),
      resolvedAssumedShare: share(Math.round(flowAlone * 0.9), ended),
      resolvedFinal: false,
    },
    visitors: { distinct: Math.round(started * 0.82), exact: started < 600 },
    messages: {
      ...{
        visitor: started * 6,
        bot: started * 7,
        agent: handedOver * 4,
        undelivered: Math.round(started / 40),
      },
      undeliveredShare: share(Math.round(started / 40), started * 7),
    },
    turns: { turns: started * 6, failed, failedShare: share(failed, started * 6) },
    tokens: started * 840,
    costUsd: started * 6 * 0.0000094,
    firstReply: times(started, 180, 1_450),
    turnTime: times(started, 220, 1_900),
    handoffs: {
      ...{
        requested: handedOver,
        taken,
        stillWaiting: 0,
        longestNowMs: 0,
        notTaken: Math.max(0, handedOver - taken),
      },
      ...{ refusedByHours: 3, refusedByHoursShare: share(3, 3 + handedOver) },
      ...{
        abandoned: Math.max(0, handedOver - taken),
        abandonedShare: share(handedOver - taken, handedOver),
      },
      ...{ abandonedEarly: 0, serviceLevel: share(taken * 0.7, taken), neverAnswered: 0 },
      waited: { ...times(taken, 28_000, 310_000), histogram },
      waitedInside: times(taken, 25_000, 190_000),
      firstResponse: times(taken, 52_000, 420_000),
      responseTime: times(taken, 41_000, 180_000),
      ...{ heldMs: taken * 600_000, attendedMs: taken * 240_000 },
      ended: { returned: 4, closed: Math.max(0, taken - 4), expired: 0, visitor: 0, erased: 0 },
    },
    csat: {
      ...{ asked: answered * 2, answered, answerShare: share(answered, answered * 2), good },
      ...{ goodShare: share(good, answered), mean: answered === 0 ? null : 4.3, answers },
    },
    nps: { asked: 20, answered: 12, promoters: 7, detractors: 2, score: 41.7 },
    resolved: { asked: 60, yes: 41, no: 9, share: 41 / 50 },
  };
}

const sum = (days: readonly Day[]): Day =>
  days.reduce(
    (all, day) => ({
      started: all.started + day.started,
      flowAlone: all.flowAlone + day.flowAlone,
      handedOver: all.handedOver + day.handedOver,
      abandoned: all.abandoned + day.abandoned,
      failed: all.failed + day.failed,
    }),
    nothing,
  );
const nothing: Day = { started: 0, flowAlone: 0, handedOver: 0, abandoned: 0, failed: 0 };

/** A day's counts, always the same for the same day; the second of each seven is quiet: too few to judge. */
function dayOf(n: number): Day {
  if (n % 7 === 1) return { started: 9, flowAlone: 6, handedOver: 2, abandoned: 1, failed: 0 };
  const started = 120 + ((n * 37) % 61);
  const [handedOver, abandoned, failed] = [18 + (n % 7), 9 + (n % 4), n % 3];
  return { started, handedOver, abandoned, failed, flowAlone: started - handedOver - abandoned - failed - 2 };
}

const part = (day: Day, of: number): Day => ({
  started: Math.round(day.started * of),
  flowAlone: Math.round(day.flowAlone * of),
  handedOver: Math.round(day.handedOver * of),
  abandoned: Math.round(day.abandoned * of),
  failed: Math.round(day.failed * of),
});

type Row = FiguresAnswer['rows'][number];
const row = (key: string, label: Row['label'], day: Day): Row => ({
  key,
  label,
  figures: figuresOf(day),
  compared: null,
});

/** One of seven parts costs as much as all that are behind it. */
function costsOf(query: URLSearchParams, usd: number): Pick<FiguresAnswer, 'costs'> {
  const by = query.get('costBy');
  if (by === null) return {};
  const names = by === 'flow' ? Array.from({ length: 7 }, (_, n) => `flow-${n + 1}`) : ['webchat', 'chatapp'];
  return { costs: names.map((of, n) => ({ of, usd: usd / 2 ** Math.min(n + 1, names.length - 1) })) };
}

/** Answers as `GET /reports/figures` does. @param isEmpty nothing has happened */
export function fakeFigures(query: URLSearchParams, isEmpty = false): FiguresAnswer {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  const dates: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000)
    dates.push(new Date(at).toISOString().slice(0, 10));
  const of =
    query.get('channel') === 'chatapp-360' || query.get('channel') === 'contactcenter'
      ? 0
      : query.get('channel') === 'chatapp'
        ? 0.3
        : 1;
  const days = dates.map((_, n) => (isEmpty ? nothing : part(dayOf(n), of)));
  const all = sum(days);
  const groups: Readonly<Record<string, () => Row[]>> = {
    day: () => dates.map((date, n) => row(date, { date }, days[n] ?? nothing)),
    hour: () =>
      Array.from({ length: 24 }, (_, n) => {
        const at = `${from}T${String(n).padStart(2, '0')}:00:00+01:00`;
        return row(at, { at }, part(all, n > 7 && n < 20 ? 0.08 : 0));
      }),
    'weekday-hour': () =>
      [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
        Array.from({ length: 24 }, (_, hour) => {
          const busy = weekday > 5 ? 0.3 : 1;
          const of24 = hour < 7 || hour > 21 ? 0 : Math.max(0, 1 - Math.abs(hour - 14) / 9);
          return row(`${weekday}.${hour}`, { weekday, hour }, part(all, (busy * of24) / 60));
        }),
      ),
    channel: () => [
      row('webchat', { channel: 'webchat' }, part(all, 0.7)),
      row('chatapp', { channel: 'chatapp' }, part(all, 0.3)),
    ],
    place: () => [
      row('webchat acme-web', { channel: 'webchat', place: 'acme-web' }, part(all, 0.7)),
      row('chatapp acme-wa', { channel: 'chatapp', place: 'acme-wa' }, part(all, 0.3)),
    ],
    flow: () => [
      row('support', { flow: 'support' }, part(all, 0.8)),
      row('survey', { flow: 'survey' }, part(all, 0.2)),
    ],
    version: () => [
      row('support 1', { flow: 'support', version: 1 }, part(all, 0.8)),
      row('support 2', { flow: 'support', version: 2 }, part(all, 0.2)),
    ],
    queue: () => [
      row('default', { queue: 'default' }, part(all, 0.7)),
      row('billing', { queue: 'billing' }, part(all, 0.3)),
    ],
    owner: () => [row('Ada', { owner: 'Ada' }, part(all, 0.6)), row('Bo', { owner: 'Bo' }, part(all, 0.4))],
  };
  const range = { zone: 'Europe/Berlin', from, to, until: isEmpty ? null : `${to}T13:02:00Z` };
  const compared = query.has('compare') && !isEmpty ? { from, to, total: figuresOf(part(all, 0.93)) } : null;
  const rows = isEmpty ? [] : (groups[query.get('group') ?? '']?.() ?? []);
  return {
    ...range,
    rows: rows.map((one) => ({ ...one, ...costsOf(query, one.figures.costUsd) })),
    total: figuresOf(all),
    ...costsOf(query, figuresOf(all).costUsd),
    compared,
  };
}

const steps = [
  ...[
    ['welcome', 812, 0],
    ['menu', 812, 61],
    ['route', 640, 0],
    ['ask_order', 402, 96],
    ['look_up', 300, 0],
  ],
  ...[
    ['found', 271, 3],
    ['rate', 180, 44],
    ['agent', 133, 12],
    ['hours', 90, 0],
    ['bye', 12, 1],
  ],
] as const;

const fakeSteps = (query: URLSearchParams, isEmpty: boolean) => ({
  ...{
    zone: 'Europe/Berlin',
    from: query.get('from'),
    to: query.get('to'),
    until: null,
    flow: query.get('flow'),
  },
  started: isEmpty ? 0 : 812,
  steps: steps.map(([stepId, reached, left]) => ({
    ...{ version: Number(query.get('version') ?? 1), stepId, reached, left },
    ...{ reachedShare: Number(reached) / 812, leavingShare: Number(left) / Number(reached) },
  })),
});

function fakeVersions(query: URLSearchParams) {
  const [version, against] = [Number(query.get('version')), Number(query.get('against'))];
  const interval = (figure: string, difference: number, width: number) => ({
    ...{ figure, difference, low: difference - width, high: difference + width },
  });
  return {
    ...{
      zone: 'Europe/Berlin',
      from: query.get('from'),
      to: query.get('to'),
      until: null,
      flow: query.get('flow'),
    },
    versions: [
      {
        version,
        figures: figuresOf({ started: 310, flowAlone: 249, handedOver: 41, abandoned: 15, failed: 3 }),
      },
      {
        version: against,
        figures: figuresOf({ started: 902, flowAlone: 660, handedOver: 170, abandoned: 61, failed: 3 }),
      },
    ],
    differences: [
      interval('flowAloneShare', 0.07, 0.05),
      interval('handedOverShare', -0.06, 0.05),
      interval('abandonedShare', -0.02, 0.03),
      interval('failedShare', 0.006, 0.012),
    ],
  };
}

/** Answers as `GET /reports/refusals` does. */
export function fakeRefusals(query: URLSearchParams, isEmpty = false): RefusalsAnswer {
  const row = (code: string, origin: string, count: number, messages: number) => ({
    ...{ code, origin, count, messages },
  });
  const rows = isEmpty
    ? []
    : [
        row('origin_not_allowed', 'https://staging.acme.example', 1_204, 31),
        row('rate_limited', 'https://www.acme.example', 118, 118),
        row('conversation_not_found', 'none', 74, 0),
        row('origin_not_allowed', 'others', 62, 2),
        row('invalid_body', 'none', 19, 19),
        row('a_code_of_tomorrow', 'https://a-rather-long-name-of-a-shop-that-copies.example:8443', 3, 1),
        row('widget_not_found', 'unreadable', 1, 0),
      ];
  const sum = (of: 'count' | 'messages') => rows.reduce((all, one) => all + one[of], 0);
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  return {
    ...{ zone: 'Europe/Berlin', from, to, until: isEmpty ? null : `${to}T13:02:00Z`, keptDays: 90 },
    ...{ total: { count: sum('count'), messages: sum('messages') }, rows },
  };
}

const statuses = ['waiting', 'taken', 'active', 'completed', 'expired', 'failed'] as const;

/** Rows as `GET /conversations` gives them. */
export const fakeRows = (count: number, first = 0): ConversationRow[] =>
  Array.from({ length: count }, (_, at) => {
    const n = first + at;
    const status = statuses[n % statuses.length] ?? 'active';
    const when = new Date(Date.UTC(2026, 4, 3, 14, 2) - n * 347_000).toISOString();
    return {
      ...{ conversationId: `01J9ZK${String(n).padStart(4, '0')}`, runId: `run-${n}`, status },
      ...{ channel: n % 3 === 0 ? 'chatapp' : 'webchat', place: n % 3 === 0 ? 'acme-wa' : 'acme-web' },
      ...{ userId: n % 3 === 0 ? `49151${String(n).padStart(7, '0')}` : `visitor-${n}`, language: 'en' },
      name: n % 4 === 0 ? `Visitor ${n}` : null,
      flow: { id: 'support', version: 7, stepId: n % 2 === 0 ? 'menu' : 'ask_order' },
      ...{ startedAt: when, lastActivityAt: when, endedAt: null, handoffs: status === 'taken' ? 1 : 0 },
      messages: { visitor: 3 + (n % 5), bot: 4 + (n % 5), agent: status === 'taken' ? 2 : 0 },
      ...{
        queue: 'billing',
        owner: status === 'taken' ? 'Ada' : null,
        failedTurns: status === 'failed' ? 3 : 0,
        labels: [],
        priority: 'none' as const,
      },
    };
  });

/** Has a tab's questions for reports and lists answered with some hundred conversations, or as if there were none. */
export async function fakeReports(page: Page, { isEmpty = false } = {}): Promise<URLSearchParams[]> {
  const asked: URLSearchParams[] = [];
  await page.route(/\/v1\/admin\/(reports\/|conversations(\?|$))/, async (route) => {
    const url = new URL(route.request().url());
    if (route.request().method() === 'OPTIONS') return route.fallback();
    asked.push(url.searchParams);
    const name = url.pathname.split('/').at(-1);
    const cursor = url.searchParams.get('cursor');
    const bodies: Readonly<Record<string, () => unknown>> = {
      figures: () => fakeFigures(url.searchParams, isEmpty),
      steps: () => fakeSteps(url.searchParams, isEmpty),
      versions: () => fakeVersions(url.searchParams),
      refusals: () => fakeRefusals(url.searchParams, isEmpty),
      conversations: () =>
        isEmpty
          ? { items: [], cursor: null }
          : cursor === null
            ? { items: fakeRows(25), cursor: 'next' }
            : { items: fakeRows(5, 25), cursor: null },
    };
    const origin = (await route.request().headerValue('origin')) ?? '*';
    await route.fulfill({
      json: bodies[name ?? '']?.() ?? {},
      headers: { 'access-control-allow-origin': origin, 'access-control-expose-headers': '*' },
    });
  });
  return asked;
}
