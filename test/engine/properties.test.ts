import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FlowDefinition, Step } from '../../src/contract/flow.ts';
import { ExpressionError } from '../../src/engine/errors.ts';
import { evaluate } from '../../src/engine/expressions.ts';
import type { Effect, FlowState, Json } from '../../src/engine/interfaces.ts';
import { compileRegex } from '../../src/engine/linear-regex.ts';
import { matchChoice } from '../../src/engine/match-choice.ts';
import { processInbound } from '../../src/engine/process-inbound.ts';
import { parseTemplate, renderTemplate } from '../../src/engine/templates.ts';
import { messageOf, turnOf } from '../support/turn-of.ts';

type Kind = 'message' | 'set' | 'branch' | 'http' | 'llm';

function stepOf(kind: Kind, next: string): Step {
  switch (kind) {
    case 'message':
      return { kind, text: 'n is {{ n }}', next };
    case 'set':
      return { kind, assign: { n: 'n + 1' }, next };
    case 'branch':
      return { kind, branches: [{ when: 'n > 2', next }], otherwise: next };
    case 'http':
      return {
        kind,
        method: 'POST',
        url: 'https://a.example/{{ n }}',
        saveAs: { n: 'n + response.body.number' },
        next,
        onError: next,
      };
    case 'llm':
      return { kind, system: '', prompt: '{{ n }}', send: true, next, onError: next };
  }
}

function lineOf(kinds: readonly Kind[]): FlowDefinition {
  const steps = kinds.map(
    (kind, n) => [`s${n}`, stepOf(kind, n + 1 < kinds.length ? `s${n + 1}` : 'end')] as const,
  );
  return {
    id: 'line',
    version: 1,
    start: 's0',
    variables: { n: 0 },
    steps: { ...Object.fromEntries(steps), end: { kind: 'end', text: 'End.' } },
  };
}

const countReplies = (effects: readonly Effect[] = []) =>
  effects.filter(({ kind }) => kind === 'reply').length;

/** Runs a turn; call number n to the outside is given up when `giveUp[n]`, and the turn taken up again. */
async function runTurn(flow: FlowDefinition, giveUp: readonly boolean[]) {
  let state: FlowState | null = null;
  let calls = 0;
  const keys = new Set<string | undefined>();
  for (;;) {
    const stop = new AbortController();
    let replies = countReplies((state as FlowState | null)?.progress?.effects);
    const answer = async <T>(given: T): Promise<T> => {
      calls += 1;
      if (giveUp[calls - 1]) {
        stop.abort();
        return new Promise(() => {});
      }
      return given;
    };
    const { deps } = turnOf(flow, state, {
      signal: stop.signal,
      ids: { next: () => `reply-${++replies}` },
      http: {
        send: (request) => {
          keys.add(request.headers['idempotency-key']);
          return answer({
            status: 200,
            headers: { 'content-type': 'application/json' },
            body: '{"number":7}',
          });
        },
      },
      llm: { complete: () => answer('Hm.') },
    });
    const result = await processInbound(messageOf('hi'), deps);
    if (result.outcome === 'ended') return { ...result, keys: [...keys] };
    state = JSON.parse(JSON.stringify(result.state));
  }
}

describe('a turn', () => {
  it('has the same effects however often it is suspended', async () => {
    const kinds = fc.array(fc.constantFrom<Kind>('message', 'set', 'branch', 'http', 'llm'), {
      minLength: 1,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(kinds, fc.array(fc.boolean(), { maxLength: 20 }), async (line, giveUp) => {
        const flow = lineOf(line);
        expect(await runTurn(flow, giveUp)).toEqual(await runTurn(flow, []));
      }),
      { numRuns: 100 },
    );
  });
});

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

  it('is found by its number when nothing is called like a number', () => {
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
    const pieces = fc.array(
      fc.oneof(fc.string(), fc.constantFrom('{{ x }}', '{{ {"a": "}}"} }}', "{{ '{{' }}", '}', '{')),
    );
    fc.assert(
      fc.property(pieces, json, (parts, x) => {
        const template = parts.join('');
        try {
          parseTemplate(template);
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
  it('that is nonsense fails with the one error there is for that', () => {
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
