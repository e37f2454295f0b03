import { lazyTexts } from './lazy-texts.ts';
import type { TrialTexts } from './shape.ts';
import { textChunks } from './text-chunks.ts';

/** Texts of the test chat and of scripted conversations, in the language that is shown. */
export const useTrialTexts = lazyTexts(
  textChunks<TrialTexts>({
    en: async () => (await import('./en/trial.ts')).trial,
    de: async () => (await import('./de/trial.ts')).trial,
    fr: async () => (await import('./fr/trial.ts')).trial,
    ar: async () => (await import('./ar/trial.ts')).trial,
  }),
);
