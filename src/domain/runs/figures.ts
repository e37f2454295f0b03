import type { Figures } from '../../contract/admin/reports.ts';
import { type Cell, countsOf, type Histogram, middleOf, quantileOf, sizeOf, sumOfCells } from './cells.ts';
import { costOf } from './count-run.ts';
import { visitorsIn } from './visitor-sketch.ts';

/** What figures depend on other than the counts. */
export interface FiguresAsOf {
  readonly nowMs: number;
  /** Seconds within which a handoff is to be taken. */
  readonly within: number;
  /** The time in which visitors count as returning is over. */
  readonly resolvedFinal: boolean;
  /** The longest current wait; null if it isn't reported. */
  readonly longestNowMs?: number | null;
}

/** Null of nothing. */
const shareOf = (part: number, of: number): number | null => (of === 0 ? null : part / of);

/** The figures of counts. @see handoff.md 6.4 */
export function figuresOf(cells: readonly Cell[], asOf: FiguresAsOf): Figures {
  const { n, h, waiting = [], visitors } = sumOfCells(cells);
  const of = (name: string) => n[name] ?? 0;
  const turns = sizeOf(h.turns ?? []) + of('failedTurns');
  return {
    runs: runFigures(of, asOf),
    visitors: visitorFigures(of, visitors),
    messages: {
      visitor: of('visitor'),
      bot: of('bot'),
      agent: of('agent'),
      undelivered: of('undelivered'),
      undeliveredShare: shareOf(of('undelivered'), of('bot') + of('agent')),
    },
    turns: { turns, failed: of('failedTurns'), failedShare: shareOf(of('failedTurns'), turns) },
    tokens: of('tokens'),
    costUsd: costOf(cells),
    firstReply: timesOf(h.firstReply),
    turnTime: timesOf(h.turns),
    handoffs: handoffFigures(of, h, waiting, asOf),
    csat: csatOf(of),
    nps: npsOf(of),
    resolved: {
      asked: of('resolved.asked'),
      yes: of('resolved.yes'),
      no: of('resolved.no'),
      share: shareOf(of('resolved.yes'), of('resolved.yes') + of('resolved.no')),
    },
  };
}

type Of = (name: string) => number;

/** Unknown where some of the runs were counted before their visitors were. */
function visitorFigures(of: Of, visitors: Cell['visitors']): Figures['visitors'] {
  if (of('started') === 0) return { distinct: 0, exact: true };
  return visitors === undefined ? { distinct: null, exact: false } : visitorsIn(visitors);
}

function runFigures(of: Of, { resolvedFinal }: FiguresAsOf): Figures['runs'] {
  const ended = of('started') - of('open');
  const contained = ended - of('handedOver') - of('failed');
  return {
    started: of('started'),
    open: of('open'),
    ended,
    handedOver: of('handedOver'),
    failed: of('failed'),
    abandoned: of('abandoned'),
    flowAlone: of('flowAlone'),
    handedOverShare: shareOf(of('handedOver'), ended),
    failedShare: shareOf(of('failed'), ended),
    abandonedShare: shareOf(of('abandoned'), ended),
    flowAloneShare: shareOf(of('flowAlone'), ended),
    containedShare: shareOf(contained, ended),
    resolvedAssumed: of('resolvedAssumed'),
    resolvedAssumedShare: shareOf(of('resolvedAssumed'), ended),
    resolvedFinal,
  };
}

function handoffFigures(
  of: Of,
  h: Cell['h'],
  waiting: readonly number[],
  { nowMs, within, longestNowMs = null }: FiguresAsOf,
): Figures['handoffs'] {
  const beyond = waiting.filter((atMs) => nowMs - atMs > within * 1000).length;
  const judged = of('taken') + of(`abandonedAfter.${within}`) + beyond;
  return {
    requested: of('requested'),
    taken: of('taken'),
    stillWaiting: waiting.length,
    longestNowMs,
    notTaken: of('notTaken'),
    refusedByHours: of('refused'),
    refusedByHoursShare: shareOf(of('refused'), of('refused') + of('requested')),
    abandoned: of('abandonedQueue'),
    abandonedShare: shareOf(of('abandonedQueue'), of('abandonedQueue') + of('taken')),
    abandonedEarly: of('abandonedEarly'),
    serviceLevel: shareOf(of(`takenWithin.${within}`), judged),
    neverAnswered: of('neverAnswered'),
    waited: {
      ...timesOf(h.waited),
      histogram: [...countsOf(h.waited ?? [])].map(([bucket, count]) => ({
        untilMs: middleOf(bucket),
        n: count,
      })),
    },
    waitedInside: timesOf(h.waitedInside),
    firstResponse: timesOf(h.firstResponse),
    responseTime: timesOf(h.responses),
    heldMs: of('heldMs'),
    attendedMs: of('attendedMs'),
    ended: {
      returned: of('ended.returned'),
      closed: of('ended.closed'),
      expired: of('ended.expired'),
      visitor: of('ended.visitor'),
      erased: of('ended.erased'),
    },
  };
}

function timesOf(histogram: Histogram = []) {
  return { n: sizeOf(histogram), p50: quantileOf(histogram, 0.5), p95: quantileOf(histogram, 0.95) };
}

function csatOf(of: Of): Figures['csat'] {
  const answers = [1, 2, 3, 4, 5].map((value) => of(`csat.${value}`));
  const answered = answers.reduce((sum, count) => sum + count, 0);
  const good = (answers[3] ?? 0) + (answers[4] ?? 0);
  const total = answers.reduce((sum, count, n) => sum + count * (n + 1), 0);
  return {
    asked: of('csat.asked'),
    answered,
    answerShare: shareOf(answered, of('csat.asked')),
    good,
    goodShare: shareOf(good, answered),
    mean: shareOf(total, answered),
    answers,
  };
}

function npsOf(of: Of): Figures['nps'] {
  const answers = Array.from({ length: 11 }, (_, value) => of(`nps.${value}`));
  const sum = (some: readonly number[]) => some.reduce((all, count) => all + count, 0);
  const [answered, promoters, detractors] = [sum(answers), sum(answers.slice(9)), sum(answers.slice(0, 7))];
  const score = shareOf(100 * (promoters - detractors), answered);
  return { asked: of('nps.asked'), answered, promoters, detractors, score };
}
