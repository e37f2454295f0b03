import { lazyTexts } from './lazy-texts.ts';
import type { ReportTexts } from './shape.ts';
import { textChunks } from './text-chunks.ts';

/** The texts of overview and reports, of the language that is shown. */
export const useReportTexts = lazyTexts(
  textChunks<ReportTexts>({
    en: async () => (await import('./en/reports.ts')).reports,
    de: async () => (await import('./de/reports.ts')).reports,
    fr: async () => (await import('./fr/reports.ts')).reports,
    ar: async () => (await import('./ar/reports.ts')).reports,
  }),
);
