import type { Figures, FiguresAnswer } from '../../contract/admin/reports.ts';
import { useRole } from '../app/console-context.ts';
import { PageLink } from '../app/PageLink.tsx';
import { useReportTexts } from '../texts/report-texts.ts';
import type { ReportTexts } from '../texts/shape.ts';
import { FigureCard } from './FigureCard.tsx';
import { visitorsCell } from './grouped-data.ts';
import { TimeCard } from './TimeCard.tsx';
import { fewest, useNumbers } from './use-numbers.ts';

const classes = ['flowAlone', 'handedOver', 'abandoned', 'failed'] as const;

/** The figures of a range, each with what it was before. */
export function OverviewCards({
  report: { from, to, rows, total, compared },
  isShort = false,
}: {
  readonly report: FiguresAnswer;
  /** Only those that most ask for. */
  readonly isShort?: boolean;
}) {
  const texts = useReportTexts();
  const { figures, how, frame } = texts;
  const numbers = useNumbers();
  const { may } = useRole();
  const went = (pick: (of: Figures) => number | null) => rows.map((row) => pick(row.figures));
  const { runs } = total;
  const before = compared?.total;
  const share = (id: 'flowAlone' | 'handedOver' | 'abandoned' | 'failed') => {
    const was = before?.runs;
    const canJudge = was && was.ended >= fewest && runs.ended >= fewest;
    return {
      name: figures[id],
      value: numbers.share(runs[id], runs.ended),
      change: canJudge ? numbers.points(runs[id] / runs.ended, was[id] / was.ended) : '',
      ...(runs.ended >= fewest && { beside: frame.of(numbers.count(runs[id]), numbers.count(runs.ended)) }),
      how: how[id],
      went: went((of) => (of.runs.ended < fewest ? null : of.runs[id] / of.runs.ended)),
    };
  };
  return (
    <div className="figure-cards" data-short={isShort || undefined}>
      <FigureCard
        name={figures.conversations}
        value={numbers.count(runs.started)}
        change={before ? numbers.change(runs.started, before.runs.started) : ''}
        beside={`${texts.outcomes.open}: ${numbers.count(runs.open)}`}
        how={how.conversations}
        went={went((of) => of.runs.started)}
      >
        {may('conversations:view') && (
          <PageLink path={`conversations?from=${from}&to=${to}`}>{frame.rows}</PageLink>
        )}
      </FigureCard>
      {classes.map((id) => (
        <FigureCard key={id} {...share(id)} />
      ))}
      {!isShort && <Others total={total} rows={rows} />}
    </div>
  );
}

/** How fast, how sound, how much. */
function Others({ total, rows }: Pick<FiguresAnswer, 'total' | 'rows'>) {
  const texts = useReportTexts();
  const { figures, how } = texts;
  const numbers = useNumbers();
  const { runs, messages, turns, firstReply, turnTime, visitors } = total;
  return (
    <>
      <FigureCard
        name={figures.visitors}
        value={visitorsCell(total, numbers, texts).text}
        beside={visitorsBeside(visitors, texts)}
        how={how.visitors}
        went={rows.map((row) => row.figures.visitors.distinct)}
      />
      <TimeCard name={figures.firstReply} times={firstReply} how={how.firstReply} />
      <TimeCard name={figures.turnTime} times={turnTime} how={how.turnTime} />
      <FigureCard
        name={figures.failedTurns}
        value={numbers.share(turns.failed, turns.turns)}
        how={how.failedTurns}
        went={rows.map((row) => row.figures.turns.failed)}
      />
      <FigureCard
        name={figures.messages}
        value={numbers.count(messages.visitor + messages.bot + messages.agent)}
        beside={[
          `${figures.visitor} ${numbers.count(messages.visitor)}`,
          `${figures.bot} ${numbers.count(messages.bot)}`,
          `${figures.agent} ${numbers.count(messages.agent)}`,
        ].join(' · ')}
        how={how.messages}
      />
      <FigureCard
        name={figures.contained}
        value={numbers.share(runs.ended - runs.handedOver - runs.failed, runs.ended)}
        how={how.contained}
      />
      <FigureCard
        name={figures.resolvedAssumed}
        value={numbers.share(runs.resolvedAssumed, runs.ended)}
        how={how.resolvedAssumed}
      />
      <FigureCard
        name={figures.undelivered}
        value={numbers.share(messages.undelivered, messages.bot + messages.agent)}
        how={how.undelivered}
      />
    </>
  );
}

function visitorsBeside({ distinct, exact }: Figures['visitors'], { frame }: ReportTexts) {
  if (distinct === null) return frame.notCounted;
  return exact ? undefined : frame.estimated;
}
