import type { Figures, FiguresAnswer } from '../../../contract/admin/reports.ts';
import { FigureCard } from './FigureCard.tsx';
import type { Surroundings } from './overview-data.ts';
import { TimeCard } from './TimeCard.tsx';
import { fewest } from './use-numbers.ts';

/** How many asked for a human, how long they waited, and whether somebody came. */
export function HandoffCards({
  report: { total },
  surroundings: { t, numbers },
  targetS,
}: {
  readonly report: FiguresAnswer;
  readonly surroundings: Surroundings;
  /** Seconds within which somebody is to be taken. */
  readonly targetS: number;
}) {
  const { handoffs } = total;
  const judged = handoffs.taken + handoffs.notTaken + handoffs.stillWaiting;
  return (
    <div className="figure-cards">
      <FigureCard
        name={t('figures.requested')}
        value={numbers.count(handoffs.requested)}
        beside={`${t('figures.notTaken')}: ${numbers.count(handoffs.notTaken)}`}
        how={t('how.queues')}
      />
      <FigureCard
        name={t('figures.stillWaiting')}
        value={numbers.count(handoffs.stillWaiting)}
        beside={longest(handoffs, t, numbers)}
        how={t('how.longest')}
      />
      <TimeCard name={t('figures.waited')} times={handoffs.waited} how={t('how.waited')} />
      <TimeCard name={t('figures.waitedInside')} times={handoffs.waitedInside} how={t('how.waitedInside')} />
      <FigureCard
        name={t('figures.serviceLevel', { time: numbers.time(targetS * 1_000) })}
        value={
          handoffs.serviceLevel === null
            ? t('frame.none')
            : judged < fewest
              ? numbers.share(Math.round(handoffs.serviceLevel * judged), judged)
              : numbers.percent(handoffs.serviceLevel)
        }
        how={t('how.serviceLevel')}
      />
      <FigureCard
        name={t('figures.abandonedQueue')}
        value={numbers.share(handoffs.abandoned, handoffs.abandoned + handoffs.taken)}
        how={t('how.serviceLevel')}
      />
      <TimeCard name={t('figures.firstAnswer')} times={handoffs.firstResponse} how={t('how.waited')} />
      <TimeCard name={t('figures.responseTime')} times={handoffs.responseTime} how={t('how.agents')} />
      <FigureCard
        name={t('figures.refusedByHours')}
        value={numbers.share(handoffs.refusedByHours, handoffs.refusedByHours + handoffs.requested)}
        how={t('how.queues')}
      />
    </div>
  );
}

/** Nothing where a filter leaves out a part of those who wait. */
function longest(
  { longestNowMs }: Figures['handoffs'],
  t: Surroundings['t'],
  numbers: Surroundings['numbers'],
): string | undefined {
  if (longestNowMs === null) return undefined;
  return longestNowMs === 0
    ? t('figures.nobodyWaits')
    : t('figures.longestNow', { time: numbers.time(longestNowMs) });
}
