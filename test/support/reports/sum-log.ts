import { messageUsd } from '../../../src/contract/runs.ts';
import type { CountedHandoff, CountedRun } from './count-log.ts';

type Pairs = readonly (readonly [CountedRun, CountedHandoff])[];

/** Handoffs, each with its run. */
export const handoffsOf = (runs: readonly CountedRun[]): Pairs =>
  runs.flatMap((run) => run.handoffs.map((handoff) => [run, handoff] as const));

const share = (part: number, of: number) => (of === 0 ? null : part / of);
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** What half of them, and nineteen of twenty, did not exceed. */
function times(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.ceil(sorted.length * part) - 1] ?? null;
  return { n: sorted.length, p50: at(0.5), p95: at(0.95) };
}

/** The figures of what was counted in a log, each by its text in handoff.md 6.4. */
export function sumLog(runs: readonly CountedRun[], handoffs: Pairs = handoffsOf(runs)) {
  const of = (outcome: CountedRun['outcome']) => runs.filter((run) => run.outcome === outcome).length;
  const ended = runs.length - of('open');
  const total = (what: 'visitor' | 'bot' | 'agent' | 'failedTurns') => sum(runs.map((run) => run[what]));
  const distinct = new Set(runs.map(({ channel, user }) => `${channel}/${user}`)).size;
  const inTurns = runs.flatMap(({ turnsMs }) => turnsMs);
  return {
    runs: {
      ...{ started: runs.length, open: of('open'), ended, handedOver: of('handedOver') },
      ...{ failed: of('failed'), abandoned: of('abandoned'), flowAlone: of('flowAlone') },
      handedOverShare: share(of('handedOver'), ended),
      failedShare: share(of('failed'), ended),
      abandonedShare: share(of('abandoned'), ended),
      flowAloneShare: share(of('flowAlone'), ended),
      containedShare: share(ended - of('handedOver') - of('failed'), ended),
      resolvedAssumed: runs.filter(({ resolved }) => resolved).length,
      resolvedAssumedShare: share(runs.filter(({ resolved }) => resolved).length, ended),
    },
    messages: { visitor: total('visitor'), bot: total('bot'), agent: total('agent') },
    turns: {
      turns: inTurns.length + total('failedTurns'),
      failed: total('failedTurns'),
      failedShare: share(total('failedTurns'), inTurns.length + total('failedTurns')),
    },
    visitors: { distinct, exact: distinct <= 682 },
    costUsd: Number((total('visitor') * messageUsd.webchat).toFixed(7)),
    firstReply: times(runs.flatMap(({ firstReplyMs }) => firstReplyMs ?? [])),
    turnTime: times(inTurns),
    handoffs: sumHandoffs(
      handoffs.map(([, handoff]) => handoff),
      runs.filter(({ reached }) => reached.has('shut')).length,
    ),
    ...sumAnswers(runs),
  };
}

const withinMs = 60_000;
const waitedAtLeastMs = 5_000;

function sumHandoffs(all: readonly CountedHandoff[], refused: number) {
  const taken = all.filter(({ takenMs }) => takenMs !== undefined);
  const over = all.filter(({ outcome }) => outcome !== undefined);
  const waitedMs = ({ askedMs, takenMs, endedMs = askedMs }: CountedHandoff) =>
    (takenMs ?? endedMs) - askedMs;
  const gaveUp = over.filter(
    ({ takenMs, outcome = '' }) => takenMs === undefined && ['visitor', 'expired'].includes(outcome),
  );
  const abandoned = gaveUp.filter((one) => waitedMs(one) >= waitedAtLeastMs);
  const waiting = all.length - taken.length - over.filter(({ takenMs }) => takenMs === undefined).length;
  const inTime = taken.filter((one) => waitedMs(one) <= withinMs).length;
  const late = abandoned.filter((one) => waitedMs(one) > withinMs).length;
  const ended = (outcome: string) => over.filter((one) => one.outcome === outcome).length;
  return {
    ...{ requested: all.length, taken: taken.length, stillWaiting: waiting },
    notTaken: over.filter(({ takenMs }) => takenMs === undefined).length,
    ...{ refusedByHours: refused, refusedByHoursShare: share(refused, refused + all.length) },
    ...{ abandoned: abandoned.length, abandonedEarly: gaveUp.length - abandoned.length },
    abandonedShare: share(abandoned.length, abandoned.length + taken.length),
    serviceLevel: share(inTime, taken.length + late + waiting),
    neverAnswered: over.filter(({ answersMs }) => answersMs.length === 0).length,
    waited: times(taken.map(waitedMs)),
    waitedInside: times(taken.map(({ insideMs = 0 }) => insideMs)),
    firstResponse: times(all.flatMap(({ askedMs, answersMs: [first] }) => (first ? [first - askedMs] : []))),
    responseTime: times(all.flatMap(({ responsesMs }) => responsesMs)),
    heldMs: sum(all.map(({ heldMs }) => heldMs)),
    attendedMs: sum(all.map(({ attendedMs }) => attendedMs)),
    ended: {
      ...{ returned: ended('returned'), closed: ended('closed'), expired: ended('expired') },
      ...{ visitor: ended('visitor'), erased: 0 },
    },
  };
}

function sumAnswers(runs: readonly CountedRun[]) {
  const asked = (step: string) => runs.filter(({ reached }) => reached.has(step)).length;
  const given = (metric: string) => runs.flatMap(({ answers }) => answers.get(metric) ?? []);
  const [csat, nps, resolved] = [given('csat').map(Number), given('nps').map(Number), given('resolved')];
  const good = csat.filter((value) => value >= 4).length;
  const promoters = nps.filter((value) => value >= 9).length;
  const detractors = nps.filter((value) => value <= 6).length;
  const yes = resolved.filter((value) => value === 'yes').length;
  return {
    csat: {
      ...{ asked: asked('rate'), answered: csat.length, answerShare: share(csat.length, asked('rate')) },
      ...{ good, goodShare: share(good, csat.length), mean: share(sum(csat), csat.length) },
      answers: [1, 2, 3, 4, 5].map((value) => csat.filter((one) => one === value).length),
    },
    nps: {
      ...{ asked: asked('nps'), answered: nps.length, promoters, detractors },
      score: share(100 * (promoters - detractors), nps.length),
    },
    resolved: {
      ...{ asked: asked('helped'), yes, no: resolved.length - yes, share: share(yes, resolved.length) },
    },
  };
}
