/**
 * A set of visitors that can be merged over hours and days and stays small: their marks, or above a size the
 * registers of a HyperLogLog, one character each.
 * @see https://arxiv.org/abs/1702.01284 for the estimate
 */
export type VisitorSketch = string;

const [exact, estimated] = ['=', '~'] as const;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** By the code of a character: a year of a great tenant has tens of millions of them. */
const digits = new Uint8Array(128);
for (let value = 0; value < alphabet.length; value += 1) digits[alphabet.charCodeAt(value)] = value;
const digitAt = (text: string, at: number) => digits[text.charCodeAt(at)] ?? 0;

/** Characters of a mark: two say which register, four what is kept there. */
export const markLength = 6;
/** Bits of what is kept of a mark. */
const rankBits = 24;
/** The number of registers that two characters can address: the standard error is 1.04 by its root, 1.6 %. */
const mostRegisters = 4096;
/** An error of 6.5 per cent. */
const fewestRegisters = 256;

/** The sketch of one visitor's hash; empty if it is unknown. */
export const sketchOfOne = (mark: string | null): VisitorSketch => exact + (mark ?? '');

/** Everybody who is in any of them, once. */
export function unionOfSketches(sketches: readonly VisitorSketch[]): VisitorSketch {
  const marks = new Set(sketches.flatMap(marksOf));
  const registers = sketches.filter((one) => one.startsWith(estimated));
  const size = registers.reduce((least, { length }) => Math.min(least, length - 1), mostRegisters);
  if (registers.length === 0 && marks.size * markLength <= size) return written(marks);
  const all = new Uint8Array(size);
  for (const one of registers) for (let n = 0; n < one.length - 1; n += 1) raise(all, n, digitAt(one, n + 1));
  for (const mark of marks) raise(all, registerOf(mark), rankOf(mark));
  return estimated + Array.from(all, (value) => alphabet[value]).join('');
}

/** The same in so many characters at most; as good as if it had never been longer. */
function inRegisters(sketch: VisitorSketch, size: number): VisitorSketch {
  if (sketch.length - 1 <= size) return sketch;
  const room = estimated + (alphabet[0] ?? '').repeat(size);
  return unionOfSketches([sketch, room]);
}

/** All of them as exact as their characters together allow. */
export function fittedSketches(
  sketches: readonly VisitorSketch[],
  mostCharacters: number,
): readonly VisitorSketch[] {
  let fitted = sketches;
  const characters = () => fitted.reduce((sum, { length }) => sum + length, 0);
  for (let size = mostRegisters; characters() > mostCharacters && size > fewestRegisters; ) {
    size /= 2;
    fitted = fitted.map((one) => inRegisters(one, size));
  }
  return fitted;
}

/** Returns the number of visitors, and whether it is exact or estimated. */
export function visitorsIn(sketch: VisitorSketch): { readonly distinct: number; readonly exact: boolean } {
  if (sketch.startsWith(exact)) return { distinct: marksOf(sketch).length, exact: true };
  return { distinct: Math.round(estimateOf(registersOf(sketch))), exact: false };
}

function marksOf(sketch: VisitorSketch): readonly string[] {
  if (!sketch.startsWith(exact)) return [];
  const count = (sketch.length - 1) / markLength;
  return Array.from({ length: count }, (_, n) => sketch.slice(1 + n * markLength, 1 + (n + 1) * markLength));
}

const written = (marks: ReadonlySet<string>): VisitorSketch => exact + [...marks].sort().join('');

const registersOf = (sketch: VisitorSketch) =>
  Uint8Array.from({ length: sketch.length - 1 }, (_, n) => digitAt(sketch, n + 1));

const registerOf = (mark: string) => digitAt(mark, 0) * alphabet.length + digitAt(mark, 1);

/** Returns the position of the first set bit from the left, counted from 1. */
function rankOf(mark: string): number {
  const bits = [2, 3, 4, 5].reduce((sum, at) => sum * alphabet.length + digitAt(mark, at), 0);
  return Math.clz32(bits) - (32 - rankBits) + 1;
}

/** Fewer registers are the same ones laid upon each other. */
function raise(registers: Uint8Array, n: number, value: number): void {
  const at = n & (registers.length - 1);
  registers[at] = Math.max(registers[at] ?? 0, value);
}

/** Ertl's improved estimate: right for few and for many without tables. */
function estimateOf(registers: Uint8Array): number {
  const size = registers.length;
  const counts = new Array<number>(rankBits + 2).fill(0);
  for (const value of registers) counts[value] = (counts[value] ?? 0) + 1;
  const share = (value: number) => (counts[value] ?? 0) / size;
  let sum = size * tau(1 - share(rankBits + 1));
  for (let value = rankBits; value >= 1; value -= 1) sum = (sum + (counts[value] ?? 0)) / 2;
  return size ** 2 / (2 * Math.LN2 * (sum + size * sigma(share(0))));
}

function sigma(share: number): number {
  if (share === 1) return Number.POSITIVE_INFINITY;
  let [power, weight, sum, before] = [share, 1, share, Number.NaN];
  while (sum !== before) {
    before = sum;
    power *= power;
    sum += power * weight;
    weight *= 2;
  }
  return sum;
}

function tau(share: number): number {
  if (share === 0 || share === 1) return 0;
  let [root, weight, sum, before] = [share, 1, 1 - share, Number.NaN];
  while (sum !== before) {
    before = sum;
    root = Math.sqrt(root);
    weight /= 2;
    sum -= (1 - root) ** 2 * weight;
  }
  return sum / 3;
}
