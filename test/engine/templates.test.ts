import { describe, expect, it } from 'vitest';
import { ExpressionError } from '../../src/engine/errors.ts';
import { evaluate } from '../../src/engine/expressions.ts';
import type { Json } from '../../src/engine/interfaces.ts';
import { renderTemplate, renderValue } from '../../src/engine/templates.ts';

const scope = { n: 3, name: 'Ada', nothing: null, items: [1, 'a'], yes: true };
const see = (expression: string): Json => evaluate(expression, scope);

describe('a template', () => {
  it.each([
    ['Hello {{ name }}, you are {{n}}.', 'Hello Ada, you are 3.'],
    ['[{{ nothing }}]', '[]'],
    ['{{ items }} {{ yes }}', '[1,"a"] true'],
    ['{{ {"a": {"b": n}} }}', '{"a":{"b":3}}'],
    ['{{ "}}" + name }}', '}}Ada'],
    ["{{ '\\'}}' }}", "'}}"],
    ['{{ "{{" }}', '{{'],
    ['a { b } }} c', 'a { b } }} c'],
    ['', ''],
  ])('%s', (template, expected) => {
    expect(renderTemplate(template, see)).toBe(expected);
  });

  it.each([
    ['{{ name', '{{ is not closed by }}'],
    ['{{ }}', '{{ }} holds no expression'],
    ['{{ 1 + }}', 'in "1 +"'],
    ['{{ "a }}', '{{ is not closed by }}'],
  ])('%s does not parse', (template, message) => {
    expect(() => renderTemplate(template, see)).toThrow(ExpressionError);
    expect(() => renderTemplate(template, see)).toThrow(message);
  });

  it('does not fill braces inside a value', () => {
    expect(renderTemplate('{{ text }}', () => '{{ name }}')).toBe('{{ name }}');
  });

  it('that is one expression keeps the type of its value', () => {
    expect(renderValue('{{ n }}', see)).toBe(3);
    expect(renderValue('{{ items }}', see)).toEqual([1, 'a']);
    expect(renderValue('{{ n }}.', see)).toBe('3.');
    expect(renderValue('{{ n }}{{ n }}', see)).toBe('33');
  });
});
