/** The letters that stand for a person where there is no picture: of the first and the last part of the name. */
export function initialsOf(name: string): string {
  // What is no letter or digit, an emoji for example, stands for nobody.
  const parts = name.split(/[\s@._-]+/u).flatMap((part) => part.match(/[\p{L}\p{N}]/u)?.[0] ?? []);
  const [first = '', last = ''] = [parts[0], parts.length > 1 ? parts.at(-1) : ''];
  return (first + last).toUpperCase();
}
