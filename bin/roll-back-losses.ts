import { readFileSync } from 'node:fs';
import { lossesOf, type Template } from '../lib/roll-back-losses.ts';

/**
 * `node bin/roll-back-losses.ts NOW BEFORE STACK…`: names what would be deleted if these stacks went from the templates in
 * one folder back to those in another; exits with 1 when anything would be.
 */
const [now = '', before = '', ...stacks] = process.argv.slice(2);
const read = (folder: string, stack: string): Template =>
  JSON.parse(readFileSync(`${folder}/${stack}.template.json`, 'utf8'));
const losses = stacks.flatMap((stack) =>
  lossesOf(read(now, stack), read(before, stack)).map((loss) => `${stack}: ${loss}`),
);
for (const loss of losses) console.log(`Going back would delete, with what it holds: ${loss}`);
process.exitCode = losses.length === 0 ? 0 : 1;
