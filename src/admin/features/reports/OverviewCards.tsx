import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Figures, FiguresAnswer } from '../../../contract/admin/reports.ts';
import { useRole } from '../../components/console-context.ts';
import { PageLink } from '../../components/PageHeader.tsx';
import { FigureCard, TimeCard } from './FigureCard.tsx';
import { fewest, useNumbers } from './formats.ts';
import { visitorsCell } from './report-data.ts';

type ShareId = 'flowAlone' | 'handedOver' | 'abandoned' | 'failed';

interface Props {
  readonly report: FiguresAnswer;
}

/** Shows the four figures that most ask for, each with its change and how it went. */
export function HomeTiles({ report }: Props) {
  const { t } = useTranslation('reports');
  const numbers = useNumbers();
  const { may } = useRole();
  const { from, to, rows, total, compared } = report;
  const before = compared?.total;
  return (
    <div className="tiles">
      <FigureCard
        name={t('figures.conversations')}
        value={numbers.count(total.runs.started)}
        change={before ? numbers.change(total.runs.started, before.runs.started) : ''}
        beside={`${t('outcomes.open')}: ${numbers.count(total.runs.open)}`}
        how={t('how.conversations')}
        went={rows.map(({ figures }) => figures.runs.started)}
      >
        {may('conversations:view') && (
          <PageLink path={`conversations?from=${from}&to=${to}`}>{t('frame.rows')}</PageLink>
        )}
      </FigureCard>
      <ShareCard report={report} id="flowAlone" wanted="more" />
      <ShareCard report={report} id="handedOver" wanted="fewer" />
      <TimeCard
        name={t('figures.firstReply')}
        times={total.firstReply}
        before={before?.firstReply}
        how={t('how.firstReply')}
        went={rows.map(({ figures }) => figures.firstReply.p50)}
      />
    </div>
  );
}

interface ShareProps extends Props {
  readonly id: ShareId;
  readonly wanted: 'more' | 'fewer';
}

/** Shows how large a part of the ended conversations ended in one way. */
function ShareCard({ report: { rows, total, compared }, id, wanted }: ShareProps) {
  const { t } = useTranslation('reports');
  const numbers = useNumbers();
  const { runs } = total;
  const was = compared?.total.runs;
  const canJudge = was && was.ended >= fewest && runs.ended >= fewest;
  return (
    <FigureCard
      name={t(`figures.${id}`)}
      value={numbers.share(runs[id], runs.ended)}
      change={canJudge ? numbers.points(runs[id] / runs.ended, was[id] / was.ended) : ''}
      wanted={wanted}
      beside={
        runs.ended >= fewest
          ? t('frame.of', { part: numbers.count(runs[id]), whole: numbers.count(runs.ended) })
          : undefined
      }
      how={t(`how.${id}`)}
      went={rows.map(({ figures: { runs: of } }) => (of.ended < fewest ? null : of[id] / of.ended))}
    />
  );
}

/** Shows the other figures of a range: how fast, how sound, how much. */
export function OtherTiles({ report }: Props) {
  return (
    <div className="tiles">
      <ShareCard report={report} id="abandoned" wanted="fewer" />
      <ShareCard report={report} id="failed" wanted="fewer" />
      <Others {...report} />
    </div>
  );
}

/** Speed, quality and volume. */
function Others({ total, rows }: Pick<FiguresAnswer, 'total' | 'rows'>) {
  const { t } = useTranslation('reports');
  const numbers = useNumbers();
  const { runs, messages, turns, turnTime, visitors } = total;
  return (
    <>
      <FigureCard
        name={t('figures.visitors')}
        value={visitorsCell(total, numbers, t).text}
        beside={visitorsBeside(visitors, t)}
        how={t('how.visitors')}
        went={rows.map((row) => row.figures.visitors.distinct)}
      />
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
