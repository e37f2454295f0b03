import { writeFileSync } from 'node:fs';
import { readCommandLine, refuse } from '../bin/command-line.ts';
import { estimateWork, evaluate } from '../src/engine/expressions.ts';
import { sizeOf, stepBudget, workLimits } from '../src/engine/size.ts';
import { expressionOf } from '../test/support/random-expressions.ts';

/**
 * Looks for the dearest expressions that are still admitted, by hill climbing.
 * What it finds is kept in test/engine/fixtures/dearest-expressions.json; a unit of work must cost 20 ns at most.
 */
const usage = `npm run search:cost -- [SECONDS] [SEED]

Looks for the dearest expressions that are still admitted, and keeps them in test/engine/fixtures/dearest-expressions.json.

  SECONDS   how long (60)
  SEED      where to begin, a number (1)
  --help    this text`;

const { positionals } = readCommandLine(usage, {}, 2);
const [seconds, seed] = [Number(positionals[0] ?? 60), Number(positionals[1] ?? 1)];
if (!(seconds > 0) || !Number.isInteger(seed)) refuse('SECONDS and SEED must be numbers, for example 60 1.');

const kept = 50;
const file = new URL('../test/engine/fixtures/dearest-expressions.json', import.meta.url);

interface Found {
  readonly choices: readonly number[];
  readonly expression: string;
  readonly units: number;
  readonly ms: number;
}

let state = seed;
function random(below: number): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}

/** Milliseconds of processor time, the best of a few; null for what is refused. */
function weigh(choices: readonly number[]): Found | null {
  const { expression, scope } = expressionOf(choices);
  const units = estimateWork(expression, (name) => (name in scope ? sizeOf(scope[name]) : null));
  if (units > workLimits.perStep || expression.length > 1_024) return null;
  let ms = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && (run === 0 || ms > 0.5); run += 1) {
    const before = process.cpuUsage();
    try {
      evaluate(expression, scope, stepBudget());
    } catch {
      // What fails has cost something too.
    }
    const { user, system } = process.cpuUsage(before);
    ms = Math.min(ms, (user + system) / 1_000);
  }
  return { choices, expression, units: Math.round(units), ms };
}

function changed(choices: readonly number[]): number[] {
  const next = [...choices];
  for (let changes = 1 + random(3); changes > 0; changes -= 1) next[random(next.length)] = random(10_000);
  return next;
}

const worst = new Map<string, Found>();
function remember(found: Found): void {
  worst.set(found.expression, found);
  if (worst.size <= 4 * kept) return;
  const ranked = [...worst.values()].sort((a, b) => b.ms - a.ms).slice(0, kept);
  worst.clear();
  for (const one of ranked) worst.set(one.expression, one);
}

const until = Date.now() + seconds * 1_000;
let climbs = 0;
while (Date.now() < until) {
  climbs += 1;
  let best = weigh(Array.from({ length: 30 + random(90) }, () => random(10_000)));
  for (let idle = 0; best !== null && idle < 60 && Date.now() < until; idle += 1) {
    const next = weigh(changed(best.choices));
    if (next === null || next.ms <= best.ms) continue;
    best = next;
    idle = 0;
  }
  if (best) remember(best);
}

const ranked = [...worst.values()].sort((a, b) => b.ms - a.ms).slice(0, kept);
for (const { ms, units, expression } of ranked.slice(0, 10)) {
  const nsPerUnit = Math.round((ms * 1e6) / units);
  console.log(`${ms.toFixed(2)} ms  ${units} units  ${nsPerUnit} ns a unit  ${expression.slice(0, 150)}`);
}
console.log(
  `${climbs} climbs in ${seconds} s; the dearest took ${ranked[0]?.ms.toFixed(2)} ms of processor time`,
);
const lines = ranked.map(({ expression, choices }) => ({ expression, choices: choices.join(' ') }));
writeFileSync(file, `${JSON.stringify(lines, null, 2)}\n`);
