import { inLanguage } from '../in-language.ts';
import type { Language } from '../language.ts';
import { hoursTexts } from './hours-texts.ts';
import type { Standing } from './when-open.ts';

const hourMs = 60 * 60_000;
/** A longer wait is not worth a closing time. */
const longMs = 20 * hourMs;

/** In the visitor's own time and words. */
export function sentenceOf({ isOpen, untilMs }: Standing, language: Language, nowMs: number): string {
  const { tag, time } = language;
  const texts = inLanguage(hoursTexts, language);
  if (isOpen && untilMs - nowMs > longMs) return texts.open;
  const days = Math.round((midnight(untilMs) - midnight(nowMs)) / (24 * hourMs));
  const back = [texts.backToday, texts.backTomorrow][days] ?? texts.backOn;
  const day = new Intl.DateTimeFormat(tag, { weekday: 'long' }).format(untilMs);
  return (isOpen ? texts.openUntil : back)
    .replace('{day}', day)
    .replace('{time}', time(new Date(untilMs).toISOString()));
}

const midnight = (ms: number) => new Date(ms).setHours(0, 0, 0, 0);
