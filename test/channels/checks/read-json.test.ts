import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readJson } from '../../../src/channels/checks/read-json.ts';

const read = (text: string) => readJson(Buffer.from(text));

it.each([
  ['NUL', '{"a":["x\\u0000y"]}', { a: ['x\ufffdy'] }],
  ['a high surrogate alone', '["\\uD83Dx"]', ['\ufffdx']],
  ['a low surrogate alone', '["x\\ude00"]', ['x\ufffd']],
  ['a high surrogate before another pair', '["\\ud83d\\ud83d\\ude00"]', ['\ufffd😀']],
  ['a prototype key', '{"__proto__":{"admin":true},"a":1}', { a: 1 }],
  ['a prototype key in escapes', '{"\\u005f_proto__":{"admin":true},"a":1}', { a: 1 }],
  ['a prototype key with an escaped letter', '{"__\\u0070roto__":1,"a":1}', { a: 1 }],
])('a webhook body with %s is repaired', (_, text, expected) => {
  const value = read(text);
  expect(value).toEqual(expected);
  expect(Object.keys(value as object)).toEqual(Object.keys(expected));
});

it('any other body is parsed unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      fc.pre(!/__proto__|\\u0000|\\ud/.test(text));
      expect(read(text)).toEqual(JSON.parse(text));
    }),
  );
});

it('what is not JSON is refused', () => {
  expect(() => read('{')).toThrow(expect.objectContaining({ code: 'invalid_body' }));
});
