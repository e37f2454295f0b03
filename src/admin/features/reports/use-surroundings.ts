import { useTranslation } from 'react-i18next';
import { useRole } from '../../components/console-context.ts';
import type { Surroundings } from './overview-data.ts';
import { useDays } from './use-days.ts';
import { useNumbers } from './use-numbers.ts';

/** What numbers and words of a report are written with. */
export function useSurroundings(): Surroundings {
  const { t } = useTranslation('reports');
  const days = useDays();
  const numbers = useNumbers();
  return { t, days, numbers, mayOpen: useRole().may('conversations:view') };
}
