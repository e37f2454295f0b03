import { lazyTexts } from './lazy-texts.ts';
import { pseudoOf } from './pseudo.ts';
import type { ReportTexts } from './shape.ts';

/** The texts of overview and reports, of the language that is shown. */
export const useReportTexts = lazyTexts<ReportTexts>({
  en: async () => (await import('./en/reports.ts')).reports,
  de: async () => (await import('./de/reports.ts')).reports,
  fr: async () => (await import('./fr/reports.ts')).reports,
  ar: async () => (await import('./ar/reports.ts')).reports,
  'en-XA': async () => pseudoOf((await import('./en/reports.ts')).reports),
});
