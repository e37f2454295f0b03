/** Invisible characters: direction marks, joiners, variation selectors, keycap frames, control characters. */
const unseen = /\u20e3|[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;
const fullWidth = /[\uff01-\uff5e]/g;
const fullWidthOffset = 0xff01 - 0x21;

/**
 * Normalizes a text that a visitor typed for readers, choices and keywords: no invisible characters, digits of any
 * script as `0` to `9`, every dash as `-`, every space as one space, full-width letters as plain ones.
 */
export function normalizeTyped(text: string): string {
  return (
    text
      .replace(/\p{White_Space}+/gu, ' ')
      .replace(unseen, '')
      .replace(fullWidth, (char) => String.fromCharCode(char.charCodeAt(0) - fullWidthOffset))
      .replace(/[^\P{Nd}0-9]/gu, digitOf)
      .replace(/[\p{Pd}\u2212\u207b]/gu, '-')
      // Japanese keyboards have this long vowel mark where others have a dash.
      .replace(/(?<=\d)ー(?=\d)/g, '-')
      .replace(/ +/g, ' ')
      .trim()
  );
}

/** Characters around an answer that don't belong to it: quotation marks, emoji, formatting, final punctuation. */
const frame = '\\p{Pi}\\p{Pf}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{Regional_Indicator}„‚"\'`* ';
const around = new RegExp(`^[${frame}¿¡]+|[${frame}?!。।؟،;…]+$`, 'gu');
const bracketed = /^\p{Ps}([^\p{Ps}\p{Pe}]*)\p{Pe}$/u;

/** An answer without what stands around it. */
export const withoutFrame = (normalized: string): string => normalized.replace(around, '');

/** Also removes brackets around the whole answer, but not those of `(0151) 23456`. */
export const withoutBrackets = (normalized: string): string =>
  withoutFrame(withoutFrame(normalized).replace(bracketed, '$1'));

/** Unicode lists the digits of a script in order, from zero. */
function digitOf(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  let before = 0;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/** Free text without the spaces and invisible characters around it; inside of it a joiner may be a part of a letter. */
export function trimTyped(text: string): string {
  const chars = [...text];
  let [from, to] = [0, chars.length];
  while (from < to && invisible.test(chars[from] ?? '')) from += 1;
  while (to > from && invisible.test(chars[to - 1] ?? '')) to -= 1;
  return chars.slice(from, to).join('');
}

const invisible = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}]$/u;

/** Letters that Unicode does not take apart, as people write them whose keyboard lacks them. */
const plain: Readonly<Record<string, string>> = {
  ...{ ł: 'l', ø: 'o', æ: 'ae', œ: 'oe', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't', ŋ: 'n', ĸ: 'k', ς: 'σ' },
  // Arabic and Persian keyboards have letters of their own for the same sound.
  ...{ ى: 'ي', ی: 'ي', ک: 'ك', ة: 'ه', ٱ: 'ا' },
  // In Hindi both nasal signs are written for the same sound.
  '\u0901': '\u0902',
};
const special = new RegExp(`[${Object.keys(plain).join('')}]`, 'g');

/**
 * Accents of Latin, Greek and Cyrillic, vowel points of Arabic and Hebrew, the stretched line of Arabic, and the skin
 * of an emoji. Elsewhere marks are vowels.
 */
const marks =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\p{Emoji_Modifier}]/gu;

/**
 * Text for comparing what people type: normalised, without case and accents, with letters such as ß and ł as plain ones.
 * @see https://www.unicode.org/reports/tr21/tr21-5.html Case folding
 */
export function foldText(text: string): string {
  return (
    normalizeTyped(text)
      .replace(/[\u2018\u2019\u02bc\u2032\u00b4`]/g, "'")
      .normalize('NFKD')
      .replace(marks, '')
      // Some letters have a capital only (ẞ), others become two as a capital (ß).
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replace(special, (char) => plain[char] ?? char)
      .replace(/ +/g, ' ')
      .trim()
  );
}

const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/**
 * Other spellings of a text: folded without emoji and surrounding punctuation, and with umlauts as two letters
 * (`loeschen`). Emoji stay where there is nothing else. Empty if nothing is left.
 */
export function looseForms(text: string): readonly string[] {
  // The keycap of `1️⃣ Yes` is an emoji, and stars around a word are WhatsApp's bold type.
  const lower = text
    .toLowerCase()
    .replaceAll(/[\d#*]\ufe0f?\u20e3(?!\s*$)/g, ' ')
    .replace(/^\s*\*([^*]+)\*\s*$/, '$1');
  const composed = lower.normalize('NFC');
  const forms = new Set([bare(foldText(lower))]);
  if (composed !== lower || /[äöüåø]/.test(composed))
    forms.add(bare(foldText(composed.replace(/[äöüåø]/g, (char) => umlauts[char] ?? char))));
  forms.delete('');
  return [...forms];
}

const emoji = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/gu;
/** Punctuation of sentences and a dash that stands alone: `C#`, `5%`, `-5` and `A-` are other things than C, 5 and A. */
const isAround = (char: string, within: string | undefined) =>
  char === ' ' ||
  (char === '-' ? within === ' ' : /^[\p{P}~^]$/u.test(char) && !/^[%‰٪#&@*/\\]$/u.test(char));

function bare(folded: string): string {
  for (const text of [folded.replace(emoji, ' '), folded]) {
    const chars = [...text];
    let [from, to] = [0, chars.length];
    while (from < to && isAround(chars[from] ?? '', chars[from + 1])) from += 1;
    while (to > from && isAround(chars[to - 1] ?? '', chars[to - 2])) to -= 1;
    const inside = chars.slice(from, to).join('');
    if (from < to) return inside.replace(/(?<=\d) ?- ?(?=\d)/g, '-').replace(/ +/g, ' ');
  }
  return '';
}
