import { chunkOf } from '../app/chunk.ts';
import { lazyTexts } from './lazy-texts.ts';
import type { TrialTexts } from './shape.ts';

/** Texts of the test chat and of scripted conversations, in the language that is shown. */
export const useTrialTexts = lazyTexts<TrialTexts>({
  en: chunkOf(async () => (await import('./en/trial.ts')).trial),
  de: chunkOf(async () => (await import('./de/trial.ts')).trial),
  fr: chunkOf(async () => (await import('./fr/trial.ts')).trial),
  ar: chunkOf(async () => (await import('./ar/trial.ts')).trial),
  'en-XA': chunkOf(async () => (await import('./pseudo.ts')).pseudoOf((await import('./en/trial.ts')).trial)),
});
