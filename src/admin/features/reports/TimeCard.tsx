import { useTranslation } from 'react-i18next';
import type { Figures } from '../../../contract/admin/reports.ts';
import { FigureCard } from './FigureCard.tsx';
import { fewest, useNumbers } from './use-numbers.ts';

interface Props {
  readonly name: string;
  readonly times: Figures['turnTime'];
  /** In the period before. */
  readonly before?: Figures['turnTime'] | undefined;
  readonly how: string;
  readonly went?: readonly (number | null)[];
}

/** Shows how long something took: the median, beside what nearly all stay below. */
export function TimeCard({ name, times: { n, p50, p95 }, before, how, went }: Props) {
  const { t } = useTranslation('reports');
  const numbers = useNumbers();
  const canJudge = before && n >= fewest && before.n >= fewest && p50 !== null && before.p50 !== null;
  return (
    <FigureCard
      name={name}
      value={numbers.time(p50)}
      change={canJudge ? numbers.change(p50, before.p50 ?? 0) : ''}
      wanted="fewer"
      beside={p95 === null ? undefined : t('p95', { time: numbers.time(p95) })}
      how={how}
      {...(went && { went })}
    />
  );
}
