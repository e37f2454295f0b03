/** The letters that stand for a person where there is no picture: of the first and the last part of the name. */
export function initialsOf(name: string): string {
  // Parts without a letter or digit, such as an emoji, are ignored.
  const parts = name.split(/[\s@._-]+/u).flatMap((part) => part.match(/[\p{L}\p{N}]/u)?.[0] ?? []);
  const [first = '', last = ''] = [parts[0], parts.length > 1 ? parts.at(-1) : ''];
  return (first + last).toUpperCase();
}
