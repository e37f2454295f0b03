import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable } from '../../src/cli/io.ts';
import { describeTable } from '../../src/cli/records.ts';
import { runCli } from '../support/run-cli.ts';

describe('the output of a command', () => {
  it.each([
    ['a terminal title', '\u001b]0;pwned\u0007', '\\u001b]0;pwned\\u0007'],
    ['a cleared screen', '\u001b[2J', '\\u001b[2J'],
    ['a control sequence of one byte', '\u009b31m', '\\u009b31m'],
    ['a carriage return over what stands there', 'safe\rFORGED', 'safe\\u000dFORGED'],
    ['text turned round', 'exe\u202ecod.txt', 'exe\\u202ecod.txt'],
    ['an isolate', '\u2066x\u2069', '\\u2066x\\u2069'],
    ['a backspace', 'no\b\byes', 'no\\u0008\\u0008yes'],
    ['another line separator', 'a\u2028b\u0085c', 'a\\u2028b\\u0085c'],
  ])('shows %s instead of obeying it', (_, text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it('leaves ordinary text alone', () => {
    const text = 'Grüße 👩‍👩‍👧 \t مرحبا\nשלום – “ok”';
    expect(printable(text)).toBe(text);
  });

  it('stays the JSON that it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(JSON.parse(printable(JSON.stringify({ text })))).toEqual({ text });
      }),
    );
  });

  it('keeps a row of a table on its line', () => {
    expect(describeTable(['id', 'name'], [['a\nb', '\u001b[31mx']]).split('\n')).toHaveLength(2);
  });
});

it("an error's message quotes nothing that a terminal obeys", async () => {
  const { code, err } = await runCli(['flow', 'validate', 'no\u001b[2Jfile.json']);
  expect(code).toBe(1);
  expect(err).toContain('no\\u001b[2Jfile.json');
});

it("a reply of several lines in `flow chat` can't pass for another turn", async () => {
  const flow = {
    id: 'f',
    version: 1,
    start: 'a',
    steps: { a: { kind: 'end', text: 'one\nbot> two {{ message.text }}' } },
  };
  const file = join(mkdtempSync(join(tmpdir(), 'flow-')), 'f.json');
  writeFileSync(file, JSON.stringify(flow));
  const { out } = await runCli(['flow', 'chat', file], { typed: ['\u001b[31mred'] });
  expect(out).toBe('bot> one\n     bot> two \\u001b[31mred\n     (completed at step a)');
});
