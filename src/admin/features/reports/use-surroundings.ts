import { useTranslation } from 'react-i18next';
import { useRole } from '../../components/console-context.ts';
import type { Surroundings } from './overview-data.ts';
import { useDays } from './use-days.ts';
import { useNumbers } from './use-numbers.ts';

/** The number formats and translations of a report. */
export function useSurroundings(): Surroundings {
  const { t } = useTranslation('reports');
  const days = useDays();
  const numbers = useNumbers();
  return { t, days, numbers, mayOpen: useRole().may('conversations:view') };
}
