import type { Chrono, ParsedResult } from 'chrono-node';
import { weekdayOf } from '../functions.ts';
import { foldText } from '../typed-text.ts';
import { dateOf, datesInAnyYear, nextWeekday } from './calendar.ts';

/** A date in words is shorter. */
const longest = 40;

/** Phrases that mean no single day (a week, a weekend, "a few days"), but that chrono-node reads as one. */
const vague = new RegExp(
  [
    'week ?end|weekday|fine ?settimana',
    '\\b(?:few|several|some|quelques|algun[oa]s|unos|unas|qualche|einigen|paar|enkele|alguns|algumas)\\b',
    '(?:^|\\b(?:the|la|el|il|de|le|em|na|en) )(?:next|last|past|this|nachste|letzte|kommende|vorige|diese|prochaine|derniere|proxima|pasada|ultima|prossima|scorsa|volgende|komende)n? (?:week|woche|semaine|semana|settimana)$',
    '(?:semaine|semana|settimana) (?:prochaine|derniere|passee|proxima|pasada|passada|prossima|scorsa|que v\\w+)$',
    '^الاسبوع (?:القادم|الماضي|المقبل)$',
    '^(?:来|先|今)週$|^[上下这本]个?(?:周|星期|礼拜)$',
    // In one or two days, not in three.
    '[一二两兩三四五六七八九]{2}[个個]?[天日周週星礼禮]',
  ].join('|'),
);

/**
 * Returns the possible days of a text by chrono-node, which parses phrases such as `in two weeks` or `nächsten
 * Freitag` in ten languages; null unless the whole text is one day. It tries the visitor's language and English,
 * or all ten if the visitor's language is unknown or unsupported.
 */
export async function dateByChrono(
  written: string,
  language: string | undefined,
  today: string,
): Promise<string[] | null> {
  // Figures with marks between them are read by the order that the language writes them in, or not at all.
  if (written.length > longest || /\d ?[./-] ?\d/.test(written) || vague.test(foldText(written))) return null;
  const { languages } = await import('./chrono-languages.ts');
  const own = language === undefined ? undefined : languages[language];
  const locales = own ? new Set([own, languages.en ?? own]) : Object.values(languages);
  const found = [...locales].flatMap((chrono) => read(chrono, written, today) ?? []);
  return found.length > 0 ? [...new Set(found)] : null;
}

function read(chrono: Chrono, written: string, today: string): string[] | null {
  // Noon in UTC is the same day wherever this runs.
  const [result, ...more] = chrono.parse(written, { instant: new Date(`${today}T12:00:00Z`), timezone: 0 });
  if (!result || more.length > 0 || result.end || !isWhole(result, written)) return null;
  const { start } = result;
  const [year = 0, month = 0, day = 0] = [start.get('year'), start.get('month'), start.get('day')].map(
    Number,
  );
  if (start.isCertain('day') && start.isCertain('month'))
    return start.isCertain('year') ? dateOf(year, month, day) : datesInAnyYear(month, day, today);
  const [found] = dateOf(year, month, day);
  // `next friday` is ambiguous: the coming one or the one after.
  if (!start.isCertain('weekday') || found === undefined) return null;
  return found < today ? [found] : [...new Set([nextWeekday(weekdayOf(found), today), found])];
}

/** `maybe tomorrow, or not` is no answer: except for a leading `on`, the whole text must be the date. */
function isWhole({ index, text }: ParsedResult, written: string): boolean {
  const around = foldText(`${written.slice(0, index)} ${written.slice(index + text.length)}`);
  return /^[ .,!]*(?:on|am|an|le|el|il|op|em|na|no|the|den|в)?[ .,!]*$/.test(around);
}
