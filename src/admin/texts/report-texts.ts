import { chunkOf } from '../app/chunk.ts';
import { lazyTexts } from './lazy-texts.ts';
import type { ReportTexts } from './shape.ts';

/** The texts of overview and reports, of the language that is shown. */
export const useReportTexts = lazyTexts<ReportTexts>({
  en: chunkOf(async () => (await import('./en/reports.ts')).reports),
  de: chunkOf(async () => (await import('./de/reports.ts')).reports),
  fr: chunkOf(async () => (await import('./fr/reports.ts')).reports),
  ar: chunkOf(async () => (await import('./ar/reports.ts')).reports),
  'en-XA': chunkOf(async () =>
    (await import('./pseudo.ts')).pseudoOf((await import('./en/reports.ts')).reports),
  ),
});
