import { globSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import type { Io } from '../../src/cli/io.ts';
import { commandGroups, singleCommands } from '../../src/cli/main.ts';
import { runCli } from '../support/run-cli.ts';

/** Every command by the words that call it. */
async function allCommands(): Promise<ReadonlyMap<string, Command>> {
  const io = { env: {}, templatesFolder: '' } as unknown as Io;
  const grouped = Object.entries(commandGroups).flatMap(([group, { commands }]) =>
    Object.entries(commands).map(([name, load]) => [`${group} ${name}`, load] as const),
  );
  const loaded = [...grouped, ...Object.entries(singleCommands)].map(
    async ([name, load]) => [name, (await load())(io)] as const,
  );
  return new Map(await Promise.all(loaded));
}

const commands = await allCommands();

/** Calls that a text writes down, each without the program's name. */
function callsIn(text: string): readonly string[] {
  return [...text.matchAll(/(?:npx |`)gateway ([a-z][^`|\n\\]*)/g)].map(([, call = '']) => call);
}

/** What a call names that there is not. */
function unknownIn(call: string): readonly string[] {
  const words = call.split(/[\s[\]]+/);
  const [first = '', second = ''] = words;
  const command = commands.get(first) ?? commands.get(`${first} ${second}`);
  if (!command) return [`gateway ${call}`];
  const known = new Set(['--help', ...command.options.flatMap(({ long, short }) => [long, short])]);
  return words
    .map((word) => /^--[a-z-]+/.exec(word)?.[0])
    .filter((option) => option !== undefined && !known.has(option))
    .map((option) => `gateway ${call}: ${option}`);
}

it('every command that a document or a message names is there, with its options', () => {
  const files = globSync(['*.md', 'docs/**/*.md', '{src,bin}/**/*.ts']).filter(
    (file) => file !== 'CHANGELOG.md',
  );
  const calls = files.flatMap((file) => callsIn(readFileSync(file, 'utf8')));
  expect(calls.length).toBeGreaterThan(60);
  expect(calls.flatMap(unknownIn)).toEqual([]);
});

it('every example of a help text works, too', async () => {
  const helps = await Promise.all(
    [...commands.keys()].map(async (name) => (await runCli([...name.split(' '), '--help'])).out),
  );
  const calls = helps.flatMap(callsIn);
  expect(calls.length).toBeGreaterThan(commands.size);
  expect(calls.flatMap(unknownIn)).toEqual([]);
});

it('every help text begins with what the command does: a verb, without a full stop', () => {
  const verbs =
    /^(?:change|chat|check|compare|create|delete|email|end|erase|export|find|invite|let|list|print|roll|run|send|serve|set|show|stop|synchronize|trace|validate|watch|write) /;
  const others = [...commands.values()].map((command) => command.description());
  expect(others.filter((text) => !verbs.test(text) || text.endsWith('.'))).toEqual([]);
});
