import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExpressionError } from '../../src/engine/errors.ts';
import { evaluate } from '../../src/engine/expressions.ts';
import type { Json } from '../../src/engine/interfaces.ts';
import { compileRegex } from '../../src/engine/linear-regex.ts';
import { matchChoice } from '../../src/engine/read-answer.ts';
import { parseTemplate, renderTemplate } from '../../src/engine/templates.ts';

const choices = fc.uniqueArray(
  fc.record({ label: fc.string({ minLength: 1 }), value: fc.string({ minLength: 1 }) }),
  { minLength: 1, maxLength: 9, selector: ({ value }) => value },
);

describe('a choice', () => {
  it('is found by its own value', () => {
    fc.assert(
      fc.property(choices, fc.nat(8), (offered, n) => {
        const chosen = offered[n % offered.length];
        expect(matchChoice(chosen?.value ?? '', offered)).toBe(chosen);
      }),
    );
  });

  it('is one of those offered, or none', () => {
    fc.assert(
      fc.property(choices, fc.string(), (offered, answer) => {
        const found = matchChoice(answer, offered);
        expect(found === null || offered.includes(found)).toBe(true);
      }),
    );
  });

  it('is found by its number when no choice is named by a number', () => {
    const named = choices.map((offered) =>
      offered.map((_, n) => ({ label: `label ${n}`, value: `value ${n}` })),
    );
    fc.assert(
      fc.property(named, fc.nat(8), (offered, n) => {
        expect(matchChoice(String(n + 1), offered)).toBe(offered[n] ?? null);
      }),
    );
  });
});

const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;

describe('a template', () => {
  it('that parses is filled with any value', () => {
    // Braces of a random text may close around a name that nothing has: only what is written here is evaluated.
    const written = new Set(['x', '{"a": "}}"}', "'{{'"]);
    const pieces = fc.array(
      fc.oneof(fc.string(), fc.constantFrom(...[...written].map((inside) => `{{ ${inside} }}`), '}', '{')),
    );
    fc.assert(
      fc.property(pieces, json, (parts, x) => {
        const template = parts.join('');
        try {
          if (parseTemplate(template).some((part) => 'expression' in part && !written.has(part.expression)))
            return;
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionError);
          return;
        }
        expect(renderTemplate(template, (expression) => evaluate(expression, { x }))).toBeTypeOf('string');
      }),
    );
  });

  it('without an expression is its own text', () => {
    const text = fc.string().filter((given) => !given.includes('{{'));
    fc.assert(
      fc.property(text, (given) => {
        expect(renderTemplate(given, () => null)).toBe(given);
      }),
    );
  });
});

describe('an expression', () => {
  it('that is nonsense fails with the one error for that', () => {
    const tokens = fc.array(
      fc.constantFrom(
        'x',
        '1',
        '"a"',
        '+',
        '.',
        '[',
        ']',
        '(',
        ')',
        '{',
        '}',
        ':',
        '?',
        'map',
        ',',
        '!',
        '==',
        'in',
        '\\',
      ),
    );
    fc.assert(
      fc.property(tokens, json, (parts, x) => {
        try {
          evaluate(parts.join(' '), { x });
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionError);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a regular expression', () => {
  it('finds what the native one finds', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '.',
      '[ab]',
      '[^a]',
      '\\d',
      '\\w',
      '^',
      '$',
      '\\b',
      '(?:ab)',
      '(a|b)',
    );
    const suffix = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,2}', '{2,}', '+?');
    const pattern = fc
      .array(fc.tuple(atom, suffix, fc.constantFrom('', '', '|')), { minLength: 1, maxLength: 5 })
      .map((parts) => parts.map((part) => part.join('')).join(''))
      .filter(isPattern);
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', '\n', 'é') });
    fc.assert(
      fc.property(pattern, text, (given, subject) => {
        const regex = compileRegex(given);
        expect(regex.finds(subject)).toBe(new RegExp(given, 'u').test(subject));
        expect(regex.matches(subject)).toBe(new RegExp(`^(?:${given})$`, 'u').test(subject));
      }),
      { numRuns: 1_000 },
    );
  });
});

function isPattern(given: string): boolean {
  try {
    return Boolean(new RegExp(given, 'u'));
  } catch {
    return false;
  }
}
