#!/usr/bin/env node
import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { readCommandLine, refuse } from '../bin/command-line.ts';
import { type Checkout, checkOut, today } from './checkout.ts';
import { performancePage } from './page.ts';
import { enginePeers } from './peers.ts';
import { keepsBudget, type Row, tableOf } from './row.ts';
import { bundleRows } from './rows/bundles.ts';
import { countRows } from './rows/counts.ts';
import { engineRow } from './rows/engine.ts';
import { firstTurnRows } from './rows/first-turn.ts';
import { turnRows } from './rows/turn.ts';
import { webhookRows } from './rows/webhooks.ts';

const usage = `npm run bench [-- --before COMMIT] [--only ROWS] [--write]

Measures the gateway against floors, which are pinned beside each row, and prints one table.

  --before COMMIT  the same of an earlier commit, measured in turn with today's
  --only ROWS      some of: counts, engine, webhooks, bundles, turn, first-turn
  --write          writes bench/results.json and docs/performance.md with its charts

  --help           this text

Peers of the field are measured when they are installed: npm ci --prefix bench/peers`;

const groups = {
  counts: () => countRows(),
  engine: async (before) => [await engineRow(today, before, await enginePeers())],
  webhooks: (before) => webhookRows(today, before),
  bundles: (before) => bundleRows(today, before),
  turn: (before) => turnRows(today, before),
  'first-turn': (before) => firstTurnRows(today, before),
} as const satisfies Record<string, (before: Checkout | null) => Promise<readonly Row[]>>;

const options = {
  before: { type: 'string' },
  only: { type: 'string' },
  write: { type: 'boolean', default: false },
} as const;

async function run(): Promise<void> {
  const { values } = readCommandLine(usage, options);
  const names = values.only?.split(',') ?? Object.keys(groups);
  const strange = names.find((name) => !Object.hasOwn(groups, name));
  if (strange !== undefined)
    refuse(`There is no group of rows "${strange}", only ${Object.keys(groups).join(', ')}.`);
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
  const machine = `Node ${process.versions.node}, ${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)}`;
  const before = values.before === undefined ? null : checkOut(values.before);
  try {
    const rows: Row[] = [];
    for (const name of names) {
      console.error(`measuring: ${name}`);
      rows.push(...(await groups[name as keyof typeof groups](before)));
    }
    console.log(`${machine}\n\n${tableOf(rows)}`);
    if (values.write) write({ machine, ...(values.before !== undefined && { before: values.before }), rows });
    if (rows.some((row) => row.kind === 'counted' && keepsBudget(row) === false))
      console.log('\nA budget of what is counted is missed.');
  } finally {
    before?.remove();
  }
}

function write(results: Parameters<typeof performancePage>[0]): void {
  writeFileSync(join(import.meta.dirname, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
  for (const [file, text] of Object.entries(performancePage(results)))
    writeFileSync(join(today.root, 'docs', file), text);
}

await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
});
