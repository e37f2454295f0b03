import { describe, expect, it } from 'vitest';
import type { StepOf } from '../../src/contract/flow.ts';
import { compileRegex } from '../../src/engine/linear-regex.ts';
import { readAnswer } from '../../src/engine/read-answer.ts';
import { messageOf } from '../support/turn-of.ts';

type Question = StepOf<'question'>;
const question = (rest: Partial<Question>): Question => ({
  kind: 'question',
  text: '?',
  saveAs: 'x',
  next: 'y',
  ...rest,
});
const asked = (rest: Partial<Question>) => ({
  question: question(rest),
  choices: Array.isArray(rest.choices) ? (rest.choices as { label: string; value: string }[]) : [],
  visitor: () => ({ language: 'de', today: '2025-06-02' }),
  bound: (rule: number | string) => rule,
  matches: (pattern: string, text: string) => compileRegex(pattern).matches(text),
});
const read = async (text: string, rest: Partial<Question>) => {
  const answer = await readAnswer(asked(rest), messageOf(text));
  return answer.ok ? answer.value : undefined;
};

describe('an answer', () => {
  it.each([
    ['text', ' a b ', 'a b'],
    ['text', '  ', undefined],
    ['number', '12', 12],
    ['number', '-3.5', -3.5],
    ['number', '1,25', 1.25],
    ['number', '1.000,5', 1000.5],
    ['number', '1e9', undefined],
    ['number', 'Infinity', undefined],
    ['number', '0x1f', undefined],
    ['email', 'ada@example.com', 'ada@example.com'],
    ['email', 'ada@example', undefined],
    ['email', 'ada@@example.com', undefined],
    ['email', 'ada@example..com', undefined],
    ['email', 'a b@example.com', undefined],
    ['phone', '+39 06 123-45.67', '+39061234567'],
    ['phone', '+49 (030) 123456', '+4930123456'],
    ['phone', '12345', undefined],
    ['phone', '+39 call me', undefined],
    ['date', '2024-02-29', '2024-02-29'],
    ['date', '31.1.2025', '2025-01-31'],
    ['date', '1/2/2025', '2025-02-01'],
    ['date', '2025-02-29', undefined],
    ['date', '31/04/2025', undefined],
    ['date', 'tomorrow', '2025-06-03'],
  ] as const)('of type %s: %j', async (type, text, expected) => {
    expect(await read(text, { validate: { type } })).toBe(expected);
  });

  it('matches a pattern as a whole, in the digits of any script', async () => {
    const validate = { type: 'regex', pattern: '[0-9]{4}' } as const;
    expect(await read('1234', { validate })).toBe('1234');
    expect(await read('١٢٣٤', { validate })).toBe('1234');
    expect(await read('12345', { validate })).toBeUndefined();
    const arabic = { type: 'regex', pattern: '[٠-٩]{2}' } as const;
    expect(await read('١٢', { validate: arabic })).toBe('١٢');
  });

  it('is matched in time even by a pattern that takes JavaScript years', async () => {
    const validate = { type: 'regex', pattern: '(a+)+(b|a*)*c' } as const;
    expect(await read('a'.repeat(4_096), { validate })).toBeUndefined();
    expect(await read('not@'.repeat(1_000), { validate: { type: 'email' } })).toBeUndefined();
  });

  it('is one of the choices when there are any', async () => {
    const choices = [
      { label: 'Où ça', value: 'where' },
      { label: '1', value: '2' },
      { label: 'Both', value: '3' },
    ];
    const said = ['where', 'OU  CA', '1.', '1', '2', '3', 'both', '4', ''];
    expect(await Promise.all(said.map((text) => read(text, { choices })))).toEqual([
      'where',
      'where',
      'where',
      '2',
      '2',
      '3',
      '3',
      undefined,
      undefined,
    ]);
  });

  it('without validation is anything, also an attachment alone', () => {
    const photo = messageOf('', { attachments: [{ type: 'image', url: 'https://a.example/1.png' }] });
    expect(readAnswer(asked({}), photo)).toEqual({ ok: true, value: '' });
    expect(readAnswer(asked({ validate: { type: 'text' } }), photo)).toEqual({ ok: false, problem: null });
    expect(readAnswer(asked({}), messageOf(' '))).toEqual({ ok: false, problem: null });
  });
});
