import i18next, { type TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ProblemText } from '../../../../engine/problems.ts';

/**
 * Translates a problem or warning of a flow by its code; one that no catalog has stays in English. The engine, the API
 * and the command line speak English: a test compares the English catalog with their very words.
 */
export function engineText({ message, code, params = {} }: ProblemText, t: TFunction<'flows'>): string {
  if (code === undefined || !i18next.exists(`engine.${code}`, { ns: 'flows' })) return message;
  const { meant: word, ...named } = params;
  const text = t(`engine.${code as 'noStep'}`, { id: '', ...named });
  return word === undefined ? text : t('engine.meant', { text, word });
}

/** Puts the engine's messages in the user's language. */
export function useEngineText(): (text: ProblemText) => string {
  const { t } = useTranslation('flows');
  return (text) => engineText(text, t);
}
