/**
 * Text for comparing what people type: without case, accents and superfluous blanks.
 * Only the accents of Latin, Greek and Cyrillic are marks to drop: elsewhere marks are vowels.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();
}
