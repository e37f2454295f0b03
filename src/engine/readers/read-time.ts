import { foldText } from '../fold-text.ts';
import type { Conventions } from './locale.ts';
import { type Reading, readingOf, unreadable } from './reading.ts';

/** Words for the halves of a day, folded; the longer before those that they end in. */
const halves: Readonly<Record<'am' | 'pm', string>> = {
  am:
    'in the morning|morgens|vormittags|du matin|de la manana|da manha|del mattino|di mattina|s ochtends|s morgens|rano|sabah|' +
    'صباحا|في الصباح|ص|午前|朝|上午|早上|凌晨|a m|am|oo',
  pm:
    'in the afternoon|in the evening|at night|nachmittags|abends|de l apres midi|du soir|de la tarde|de la noche|da tarde|' +
    'da noite|del pomeriggio|di sera|s middags|s avonds|po poludniu|wieczorem|ogleden sonra|aksam|' +
    'مساء|في المساء|م|午後|夕方|夜|下午|晚上|p m|pm|os',
};
const named: Readonly<Record<string, string>> = {
  '12:00':
    'noon|midday|mittag|mittags|midi|mediodia|al mediodia|meio dia|mezzogiorno|poludnie|w poludnie|ogle|الظهر|ظهرا|正午|中午',
  '00:00':
    'midnight|mitternacht|minuit|medianoche|meia noite|mezzanotte|middernacht|polnoc|gece yarisi|منتصف الليل|午夜|半夜',
};
const oneOf = (words: string) => `(?:${words})`;
const isHalf = Object.entries(halves).map(
  ([half, words]) =>
    [half, new RegExp(`^${oneOf(words)} ?(?=\\d)|(?<=[\\d時点點半] ?)${oneOf(words)}$`)] as const,
);
const isNamed = Object.entries(named).map(
  ([time, words]) => [time, new RegExp(`^(?:12 ?)?${oneOf(words)}$`)] as const,
);
/** Says only that this is a time. */
const before = /^(?:at|um|a las?|a les?|as|alle|om|o|saat|godz|godzina|ore|في|الساعه) (?=\d)/;

/** A time of day, read as `14:30`. Where the language counts to twelve and the half of the day is missing, it may be either. */
export function readTime(text: string, { hours }: Conventions): Reading {
  const folded = foldText(text)
    .replaceAll(/[.'-](?!\d)/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
  const [time] = isNamed.find(([, words]) => words.test(folded.replaceAll('-', ' '))) ?? [];
  if (time !== undefined) return { kind: 'value', value: time };
  const plain = folded.replace(before, '');
  const [half, words] = isHalf.find(([, pattern]) => pattern.test(plain)) ?? [];
  const figures = (words ? plain.replace(words, '') : plain)
    .replace(/ ?(?:uhr|uur|o clock|h|時|点|點) ?/, ':')
    .replace(/半$/, '30')
    .replace(/ ?(?:分|min)$|:$|(?<=\d:\d\d):00$/, '')
    .replaceAll(' ', '');
  const [, a, b = '00'] =
    /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(figures) ?? /^(\d{2})(\d{2})$/.exec(figures) ?? [];
  const [hour, minute] = [Number(a), Number(b)];
  if (a === undefined || hour > 23 || minute > 59) return unreadable;
  const [am, pm] = [hour % 12, (hour % 12) + 12].map((one) => `${String(one).padStart(2, '0')}:${b}`);
  if (half !== undefined)
    return hour > 12 && half === 'am' ? unreadable : readingOf([(half === 'am' ? am : pm) ?? '']);
  const isClear = hour === 0 || hour > 12 || a.startsWith('0') || hours === 24;
  return isClear ? readingOf([`${a.padStart(2, '0')}:${b}`]) : readingOf([am ?? '', pm ?? '']);
}
