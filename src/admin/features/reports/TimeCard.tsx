import { useTranslation } from 'react-i18next';
import type { Figures } from '../../../contract/admin/reports.ts';
import { FigureCard } from './FigureCard.tsx';
import { useNumbers } from './use-numbers.ts';

/** How long something took: what half of them stay below, beside what nearly all do. */
export function TimeCard({
  name,
  times: { p50, p95 },
  how,
}: {
  readonly name: string;
  readonly times: Figures['turnTime'];
  readonly how: string;
}) {
  const { t } = useTranslation('reports');
  const numbers = useNumbers();
  return (
    <FigureCard
      name={name}
      value={numbers.time(p50)}
      beside={p95 === null ? undefined : t('p95', { time: numbers.time(p95) })}
      how={how}
    />
  );
}
