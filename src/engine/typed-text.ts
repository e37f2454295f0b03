/** What nobody sees: marks of direction, joiners, variation selectors, the frame of a keycap, control characters. */
const unseen = /\u20e3|[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;
const fullWidth = /[\uff01-\uff5e]/g;
const fullWidthOffset = 0xff01 - 0x21;

/**
 * What a visitor typed, as readers, choices and keywords compare it: without invisible characters, with the digits of
 * any script as `0` to `9`, every dash as `-`, every space as one space, and full-width letters as plain ones.
 */
export function normalizeTyped(text: string): string {
  return (
    text
      .replace(/\p{White_Space}+/gu, ' ')
      .replace(unseen, '')
      .replace(fullWidth, (char) => String.fromCharCode(char.charCodeAt(0) - fullWidthOffset))
      .replace(/\p{Nd}/gu, digitOf)
      .replace(/[\p{Pd}\u2212\u207b]/gu, '-')
      // Japanese keyboards have this long vowel mark where others have a dash.
      .replace(/(?<=\d)ー(?=\d)/g, '-')
      .replace(/ +/g, ' ')
      .trim()
  );
}

/** Unicode lists the digits of a script in order, from zero. */
function digitOf(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x80) return char;
  let before = 0;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/** Free text without the spaces and invisible characters around it; inside of it a joiner may be a part of a letter. */
export function trimTyped(text: string): string {
  const chars = [...text];
  const isSeen = (char: string) => !/^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}]$/u.test(char);
  const from = chars.findIndex(isSeen);
  return from === -1 ? '' : chars.slice(from, chars.findLastIndex(isSeen) + 1).join('');
}
