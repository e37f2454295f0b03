import { readFileSync } from 'node:fs';
import { lossesOf, type Template } from '../lib/roll-back-losses.ts';
import { readCommandLine, refuse } from './command-line.ts';

const usage = `node bin/roll-back-losses.ts NOW BEFORE STACK…

Names what would be deleted if these stacks went from the templates in the folder NOW back to those in BEFORE; exits with 1
when anything would be.`;

const { positionals } = readCommandLine(usage, {}, Number.POSITIVE_INFINITY);
const [now = '', before = '', ...stacks] = positionals;
if (stacks.length === 0) refuse('Two folders of templates are needed, and the names of stacks.');
const read = (folder: string, stack: string): Template =>
  JSON.parse(readFileSync(`${folder}/${stack}.template.json`, 'utf8'));
const losses = stacks.flatMap((stack) =>
  lossesOf(read(now, stack), read(before, stack)).map((loss) => `${stack}: ${loss}`),
);
for (const loss of losses) console.log(`Going back would delete, with what it holds: ${loss}`);
process.exitCode = losses.length === 0 ? 0 : 1;
