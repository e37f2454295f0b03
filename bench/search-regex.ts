import { loadavg } from 'node:os';
import { readCommandLine, refuse } from '../bin/command-line.ts';
import { limits } from '../src/contract/limits.ts';
import { compileRegex, type LinearRegex, regexWork } from '../src/engine/linear-regex.ts';
import { workLimits } from '../src/engine/size.ts';
import { patternOf } from '../test/support/random-patterns.ts';

/**
 * Looks for the dearest patterns that are still admitted, by hill climbing. A
 * question's pattern matches an answer as a whole, an expression's `matches()` finds it anywhere; either in a text that a
 * step's work covers. Any must take 20 ms of processor time at most, and a unit of work 20 ns. Measured again at the end,
 * and printed with how busy the machine was.
 */
const usage = `npm run search:regex -- [SECONDS] [SEED]

Looks for the dearest patterns of questions and expressions that are still admitted, and prints what they cost.

  SECONDS   how long (60)
  SEED      where to begin, a number (1)
  --help    this text`;

const { positionals } = readCommandLine(usage, {}, 2);
const [seconds, seed] = [Number(positionals[0] ?? 60), Number(positionals[1] ?? 1)];
if (!(seconds > 0) || !Number.isInteger(seed)) refuse('SECONDS and SEED must be numbers, for example 60 1.');

const shown = 5;

type Use = 'answer' | 'expression';
interface Found {
  readonly pattern: string;
  readonly text: string;
  readonly units: number;
  readonly ms: number;
}

let state = seed;
function random(below: number): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}

/** A pattern and the longest text that it may meet, which says one thing over and over. */
function made(choices: readonly number[]): { pattern: string; text: string } {
  const { pattern, text: said } = patternOf(choices);
  const most = Math.min(limits.textChars, charsFor(pattern));
  const text = said.repeat(Math.ceil(limits.textChars / said.length)).slice(0, most);
  return { pattern, text: text.isWellFormed() ? text : text.slice(0, -1) };
}

/** As many characters as a step's work covers. */
const charsFor = (pattern: string) =>
  Math.floor((workLimits.perStep - regexWork(pattern, 0)) / compileRegex(pattern).workPerChar);

const uses: Readonly<Record<Use, (regex: LinearRegex, text: string) => boolean>> = {
  answer: (regex, text) => regex.matches(text),
  expression: (regex, text) => regex.finds(text),
};

/** Milliseconds of processor time, the best of a few. */
function timeOf(use: Use, pattern: string, text: string, runs: number): number {
  const regex = compileRegex(pattern);
  let ms = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const before = process.cpuUsage();
    uses[use](regex, text);
    const { user, system } = process.cpuUsage(before);
    ms = Math.min(ms, (user + system) / 1_000);
  }
  return ms;
}

/** Null for what is refused. */
function weigh(use: Use, choices: readonly number[]): Found | null {
  try {
    const { pattern, text } = made(choices);
    const units = regexWork(pattern, text.length);
    return { pattern, text, units, ms: timeOf(use, pattern, text, 3) };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function search(use: Use, untilMs: number): readonly Found[] {
  const worst = new Map<string, Found>();
  while (Date.now() < untilMs) {
    let choices = Array.from({ length: 10 + random(40) }, () => random(10_000));
    let best = weigh(use, choices);
    for (let idle = 0; best && idle < 80 && Date.now() < untilMs; idle += 1) {
      const next = choices.with(random(choices.length), random(10_000));
      const found = weigh(use, next);
      if (!found || found.ms <= best.ms) continue;
      [best, choices, idle] = [found, next, 0];
    }
    if (best) worst.set(best.pattern, best);
  }
  return [...worst.values()].sort((a, b) => b.ms - a.ms).slice(0, shown);
}

for (const use of ['answer', 'expression'] as const) {
  const found = search(use, Date.now() + (seconds / 2) * 1_000)
    .map((one) => ({ ...one, ms: timeOf(use, one.pattern, one.text, 20) }))
    .sort((a, b) => b.ms - a.ms);
  console.log(`${use}, at a load of ${loadavg()[0]?.toFixed(1)}:`);
  for (const { ms, units, pattern, text } of found)
    console.log(
      `${ms.toFixed(2).padStart(6)} ms  ${units} units  ${((ms * 1e6) / units).toFixed(1)} ns a unit  /${pattern}/ on ${JSON.stringify(text.slice(0, 12))}…`,
    );
}
