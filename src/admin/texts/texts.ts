import { createContext, useContext } from 'react';
import type { Language } from './load-texts.ts';
import type { Texts } from './shape.ts';

/** The language that is shown, and how to show another. */
export interface Speech {
  readonly language: Language;
  readonly texts: Texts;
  readonly speak: (language: Language) => void;
}

export const SpeechContext = createContext<Speech | null>(null);

/** @throws Error outside of the provider */
export function useSpeech(): Speech {
  const speech = useContext(SpeechContext);
  if (!speech) throw new Error('no language is loaded');
  return speech;
}

/** The texts of the language that is shown. */
export const useTexts = (): Texts => useSpeech().texts;
