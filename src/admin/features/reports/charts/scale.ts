/** The smallest round maximum, and the grid lines below it. */
export function scaleOf(most: number): { readonly top: number; readonly ticks: readonly number[] } {
  if (most <= 0) return { top: 1, ticks: [0, 1] };
  const power = 10 ** Math.floor(Math.log10(most));
  const top = ([1, 2, 4, 5, 8, 10].find((times) => times * power >= most) ?? 10) * power;
  return { top, ticks: [0, top / 2, top] };
}

/** Every how-manieth name has room. */
export const everyNth = (count: number, width: number, each: number) =>
  Math.max(1, Math.ceil((count * each) / Math.max(1, width)));
