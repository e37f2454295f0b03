import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Figures, FiguresAnswer } from '../../../contract/admin/reports.ts';
import { useRole } from '../../components/console-context.ts';
import { PageLink } from '../../components/PageLink.tsx';
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
  const { t } = useTranslation('reports');
  const numbers = useNumbers();
  const { may } = useRole();
  const went = (pick: (of: Figures) => number | null) => rows.map((row) => pick(row.figures));
  const { runs } = total;
  const before = compared?.total;
  const share = (id: 'flowAlone' | 'handedOver' | 'abandoned' | 'failed') => {
    const was = before?.runs;
    const canJudge = was && was.ended >= fewest && runs.ended >= fewest;
    return {
      name: t(`figures.${id}`),
      value: numbers.share(runs[id], runs.ended),
      change: canJudge ? numbers.points(runs[id] / runs.ended, was[id] / was.ended) : '',
      ...(runs.ended >= fewest && {
        beside: t('frame.of', { part: numbers.count(runs[id]), whole: numbers.count(runs.ended) }),
      }),
      how: t(`how.${id}`),
      went: went((of) => (of.runs.ended < fewest ? null : of.runs[id] / of.runs.ended)),
    };
  };
  return (
    <div className="figure-cards" data-short={isShort || undefined}>
      <FigureCard
        name={t('figures.conversations')}
        value={numbers.count(runs.started)}
        change={before ? numbers.change(runs.started, before.runs.started) : ''}
        beside={`${t('outcomes.open')}: ${numbers.count(runs.open)}`}
        how={t('how.conversations')}
        went={went((of) => of.runs.started)}
      >
        {may('conversations:view') && (
          <PageLink path={`conversations?from=${from}&to=${to}`}>{t('frame.rows')}</PageLink>
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
  const { t } = useTranslation('reports');
  const numbers = useNumbers();
  const { runs, messages, turns, firstReply, turnTime, visitors } = total;
  return (
    <>
      <FigureCard
        name={t('figures.visitors')}
        value={visitorsCell(total, numbers, t).text}
        beside={visitorsBeside(visitors, t)}
        how={t('how.visitors')}
        went={rows.map((row) => row.figures.visitors.distinct)}
      />
      <TimeCard name={t('figures.firstReply')} times={firstReply} how={t('how.firstReply')} />
      <TimeCard name={t('figures.turnTime')} times={turnTime} how={t('how.turnTime')} />
      <FigureCard
        name={t('figures.failedTurns')}
        value={numbers.share(turns.failed, turns.turns)}
        how={t('how.failedTurns')}
        went={rows.map((row) => row.figures.turns.failed)}
      />
      <FigureCard
        name={t('figures.messages')}
        value={numbers.count(messages.visitor + messages.bot + messages.agent)}
        beside={[
          `${t('figures.visitor')} ${numbers.count(messages.visitor)}`,
          `${t('figures.bot')} ${numbers.count(messages.bot)}`,
          `${t('figures.agent')} ${numbers.count(messages.agent)}`,
        ].join(' · ')}
        how={t('how.messages')}
      />
      <FigureCard
        name={t('figures.contained')}
        value={numbers.share(runs.ended - runs.handedOver - runs.failed, runs.ended)}
        how={t('how.contained')}
      />
      <FigureCard
        name={t('figures.resolvedAssumed')}
        value={numbers.share(runs.resolvedAssumed, runs.ended)}
        how={t('how.resolvedAssumed')}
      />
      <FigureCard
        name={t('figures.undelivered')}
        value={numbers.share(messages.undelivered, messages.bot + messages.agent)}
        how={t('how.undelivered')}
      />
    </>
  );
}

function visitorsBeside({ distinct, exact }: Figures['visitors'], t: TFunction<'reports'>) {
  if (distinct === null) return t('frame.notCounted');
  return exact ? undefined : t('frame.estimated');
}
