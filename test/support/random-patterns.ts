const chars = ['a', 'b', '.', '\\w', '[^b]', '[a-f]', '\\p{L}', 'é', '😀', '\\s', '[^\\d]'];
const places = ['^', '$', '\\b', '\\B'];
const counts = ['*', '+', '?', '*?', '{0,9}', '{2,}', '{0,40}', '{0,190}', '{40}', '{9}'];
const letters = ['a', 'b', 'é', 'ж', '漢', '😀', ' ', '1'];

/** A pattern and a short text, made of choices: whatever these are, the pattern is one, though it may be too large. */
export function patternOf(choices: readonly number[], repeats = counts): { pattern: string; text: string } {
  let at = 0;
  const choose = (below: number) => (choices[at++ % choices.length] ?? 0) % below;
  const oneOf = (list: readonly string[]) => list[choose(list.length)] ?? 'a';
  const part = (depth: number): string => {
    const kind = choose(depth > 3 ? 3 : 8);
    if (kind === 0) return oneOf(places);
    if (kind < 3) return oneOf(chars);
    if (kind < 5) return `(?:${part(depth + 1)})${oneOf(repeats)}`;
    if (kind < 7) return part(depth + 1) + part(depth + 1);
    return `(?:${part(depth + 1)}|${part(depth + 1)})`;
  };
  const pattern = part(0) + part(0);
  return { pattern, text: Array.from({ length: 1 + choose(5) }, () => oneOf(letters)).join('') };
}
