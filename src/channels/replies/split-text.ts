import { graphemes } from './choices.ts';

/**
 * Cuts a text into parts of at most so many characters, at the end of a line or a word where there is one, and never
 * inside an emoji or a letter with its accents, unless one alone is longer. A blank text has no parts.
 */
export function splitText(text: string, maxChars: number): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > maxChars) {
    const end = cutBefore(rest, maxChars);
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === '' ? parts : [...parts, rest];
}

function cutBefore(text: string, maxChars: number): number {
  const window = text.slice(0, maxChars + 1);
  const natural = Math.max(window.lastIndexOf('\n'), window.lastIndexOf(' '));
  // A break in the first half would leave a part that is oddly short.
  if (natural > maxChars / 2) return natural;
  // One character more than the limit, whole: half an emoji would end there.
  const { index = 0 } = graphemes.segment(text.slice(0, maxChars + 2)).containing(maxChars) ?? {};
  if (index > maxChars / 2) return index;
  const splitsPair = /[\ud800-\udbff]/.test(text[maxChars - 1] ?? '');
  return splitsPair ? maxChars - 1 : maxChars;
}
