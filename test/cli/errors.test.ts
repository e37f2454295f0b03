import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { explainError } from '../../src/cli/explain-error.ts';
import { runCli } from '../support/run-cli.ts';

/** The first words of each error that the command line itself words, and the last ones where they are written there, too. */
function messagesIn(source: string): readonly string[] {
  const found = source.matchAll(
    /new (?:Command|Usage|InvalidArgument)Error\(\s*(?:[\w.]+(?: === 0)? \? )?([`'"])((?:(?!\1).|\\\1)*)\1/g,
  );
  return [...found].map(([, , text = '']) => text);
}

/** A capital letter, an option or something quoted first; a full stop last, or a colon before a list. */
const inStyle = /^(?:[A-Z]|--|"|\$\{(?:what|named)\}).*[.:}]$/s;

describe('errors of the command line', () => {
  const messages = [...globSync('src/cli/**/*.ts'), 'bin/start-options.ts'].flatMap((file) =>
    messagesIn(readFileSync(file, 'utf8')),
  );

  it('have one style', () => {
    expect(messages.length).toBeGreaterThan(50);
    expect(messages.filter((message) => !inStyle.test(message))).toEqual([]);
  });

  it.each([
    ['socket hang up', 'Socket hang up.'],
    ['error: unknown option', 'Unknown option.'],
    ['Who are you?', 'Who are you?'],
  ])('are put into it where others have worded them: %s', (theirs, ours) => {
    expect(explainError(new Error(theirs)).message).toBe(ours);
  });

  it.each([
    [['flow', 'lst'], "Unknown command 'lst'.\nDid you mean list? See --help for its arguments and options."],
    [
      ['tenant', 'show', '--local'],
      "Missing required argument 'id'.\nSee --help for its arguments and options.",
    ],
  ])('explain a wrong call and the next step: %j', async (args, err) => {
    expect(await runCli(args)).toEqual({ code: 2, out: '', err });
  });

  it('are JSON for a program that calls a command wrongly, too', async () => {
    const run = await runCli(['tenant', 'show', '--local', '--json']);
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(JSON.parse(run.err)).toEqual({
      error: {
        message: "Missing required argument 'id'.",
        mend: 'See --help for its arguments and options.',
      },
    });
  });
});
