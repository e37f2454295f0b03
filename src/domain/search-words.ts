/** Scripts in which one character is a word. */
const dense = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u;
const stemChars = 2;

/** The beginning of a word by which the index groups words. A searched word that is shorter only finds itself. */
export function stemOf(word: string): string {
  return [...word].slice(0, dense.test(word) ? 1 : stemChars).join('');
}

/** Whether a searched word finds only itself: a single letter begins too many. */
export const isWhole = (searched: string) => !dense.test(searched) && [...searched].length < stemChars;

/** Whether a searched word finds a word of the index: it begins it; a single letter only finds itself. */
export function matchesWord(searched: string, word: string): boolean {
  return isWhole(searched) ? word === searched : word.startsWith(searched);
}
