import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileRegex } from '../../src/engine/linear-regex.ts';
import { patternOf } from '../support/random-patterns.ts';

describe('a linear regular expression', () => {
  it.each([
    ['[A-Z]{2}\\d{3,}', 'AB1234', true],
    ['[A-Z]{2}\\d{3,}', 'AB12', false],
    ['\\p{L}+', 'Zoë', true],
    ['(?<year>\\d{4})(?:-\\d\\d)?', '2025-01', true],
    ['[^\\]a]\\u00e9\\x41', 'béA', true],
    ['\\bfoo\\b.*', 'foo bar', true],
    ['a{0}', '', true],
    ['(?:|a){3}', 'aa', true],
    ['(a*)*', 'aaab', false],
    ['.', '😀', true],
    ['(?:){1000}a', 'a', true],
    ['(?:(?:(?:a{0}){900}){900}){900}b', 'b', true],
    ['(?:a|b|cd)*', 'abcdba', true],
    ['.{2,190}', 'ab', true],
    ['.{2,190}', 'a', false],
    ['(?:^|x)a$', 'a', true],
    ['(?:a+|\\B)*b', 'aab', true],
    ['\\w\\b\\W\\Bж\\B', 'a жж'.slice(0, 3), true],
    ['_\\bé', '_é', true],
    ['é\\bé', 'éé', false],
    ['Z\\BA', 'ZA', true],
    ['9\\B\\b', '9', false],
  ])('%s against %s', (pattern, text, expected) => {
    expect(compileRegex(pattern).matches(text)).toBe(expected);
  });

  it.each([
    '(?=a)',
    '(?<!a)b',
    '(a)\\1',
    '(?<n>a)\\k<n>',
    '(',
    'a{2,1}',
    '[z-a]',
    '*',
    '(?:a{400}){400}',
    '\\q',
    '(?:){99999999999999999999}',
    '(?:a{0}){999999999}b',
    'a{1001}',
    'a'.repeat(257),
  ])('refuses %s', (pattern) => {
    expect(() => compileRegex(pattern)).toThrow(SyntaxError);
  });

  it("agrees with JavaScript's own about short texts, whatever the pattern", () => {
    const choices = fc.array(fc.nat(10_000), { minLength: 4, maxLength: 40 });
    fc.assert(
      fc.property(choices, (chosen) => {
        const { pattern, text } = patternOf(chosen, ['*', '+', '?', '*?', '{0,3}', '{2,}', '{2}']);
        // V8 finds \B inside of a surrogate pair, where ECMA-262 (AdvanceStringIndex) never looks.
        fc.pre(!(pattern.includes('\\B') && /[\u{10000}-\u{10ffff}]/u.test(text)));
        const own = [new RegExp(`^(?:${pattern})$`, 'u').test(text), new RegExp(pattern, 'u').test(text)];
        const regex = compileRegex(pattern);
        expect([regex.matches(text), regex.finds(text)]).toEqual(own);
      }),
      { numRuns: 300 },
    );
  });
});
