import { useRole } from '../app/console-context.ts';
import { useReportTexts } from '../texts/report-texts.ts';
import type { Surroundings } from './overview-data.ts';
import { useDays } from './use-days.ts';
import { useNumbers } from './use-numbers.ts';

/** What numbers and words of a report are written with. */
export function useSurroundings(): Surroundings {
  const texts = useReportTexts();
  const days = useDays();
  const numbers = useNumbers();
  return { texts, days, numbers, mayOpen: useRole().may('conversations:view') };
}
