import { inLanguage } from '../in-language.ts';
import type { Language } from '../language.ts';
import { teamTexts } from './team-texts.ts';

const minuteS = 60;
const hourS = 60 * minuteS;
const dayS = 24 * hourS;

/** The units of a reply time and their limits; times are rounded up, since seconds would promise too much. */
const units = [
  { untilS: 10 * minuteS, unit: 'minute', unitS: minuteS, step: 1 },
  { untilS: hourS - 5 * minuteS, unit: 'minute', unitS: minuteS, step: 5 },
  { untilS: dayS - hourS, unit: 'hour', unitS: hourS, step: 1 },
  { untilS: Number.POSITIVE_INFINITY, unit: 'day', unitS: dayS, step: 1 },
] as const;

/** A usual reply time or wait as a sentence: `replies` in the header, `wait` for who waits. */
export function replyTimeSentence(seconds: number, of: 'replies' | 'wait', language: Language): string {
  const texts = inLanguage(teamTexts, language);
  if (seconds <= minuteS) return of === 'wait' ? texts.waitAtMost : texts.repliesAtOnce;
  const { unit, unitS, step } = units.find(({ untilS }) => seconds <= untilS) ?? units[3];
  const count = Math.ceil(seconds / (unitS * step)) * step;
  const time = new Intl.NumberFormat(language.tag, { style: 'unit', unit, unitDisplay: 'long' }).format(
    count,
  );
  return texts[of].replace('{time}', time);
}
