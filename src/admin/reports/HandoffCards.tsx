import type { Figures, FiguresAnswer } from '../../contract/admin/reports.ts';
import { FigureCard } from './FigureCard.tsx';
import type { Surroundings } from './overview-data.ts';
import { TimeCard } from './TimeCard.tsx';
import { fewest } from './use-numbers.ts';

/** How many asked for a human, how long they waited, and whether somebody came. */
export function HandoffCards({
  report: { total },
  surroundings: { texts, numbers },
  targetS,
}: {
  readonly report: FiguresAnswer;
  readonly surroundings: Surroundings;
  /** Seconds within which somebody is to be taken. */
  readonly targetS: number;
}) {
  const { figures, how } = texts;
  const { handoffs } = total;
  const judged = handoffs.taken + handoffs.notTaken + handoffs.stillWaiting;
  return (
    <div className="figure-cards">
      <FigureCard
        name={figures.requested}
        value={numbers.count(handoffs.requested)}
        beside={`${figures.notTaken}: ${numbers.count(handoffs.notTaken)}`}
        how={how.queues}
      />
      <FigureCard
        name={figures.stillWaiting}
        value={numbers.count(handoffs.stillWaiting)}
        beside={longest(handoffs, texts, numbers)}
        how={how.longest}
      />
      <TimeCard name={figures.waited} times={handoffs.waited} how={how.waited} />
      <TimeCard name={figures.waitedInside} times={handoffs.waitedInside} how={how.waitedInside} />
      <FigureCard
        name={figures.serviceLevel(numbers.time(targetS * 1_000))}
        value={
          handoffs.serviceLevel === null
            ? texts.frame.none
            : judged < fewest
              ? numbers.share(Math.round(handoffs.serviceLevel * judged), judged)
              : numbers.percent(handoffs.serviceLevel)
        }
        how={how.serviceLevel}
      />
      <FigureCard
        name={figures.abandonedQueue}
        value={numbers.share(handoffs.abandoned, handoffs.abandoned + handoffs.taken)}
        how={how.serviceLevel}
      />
      <TimeCard name={figures.firstAnswer} times={handoffs.firstResponse} how={how.waited} />
      <TimeCard name={figures.responseTime} times={handoffs.responseTime} how={how.agents} />
      <FigureCard
        name={figures.refusedByHours}
        value={numbers.share(handoffs.refusedByHours, handoffs.refusedByHours + handoffs.requested)}
        how={how.queues}
      />
    </div>
  );
}

/** Nothing where a filter leaves out a part of those who wait. */
function longest(
  { longestNowMs }: Figures['handoffs'],
  { figures }: Surroundings['texts'],
  numbers: Surroundings['numbers'],
): string | undefined {
  if (longestNowMs === null) return undefined;
  return longestNowMs === 0 ? figures.nobodyWaits : figures.longestNow(numbers.time(longestNowMs));
}
