import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safeHref, splitLinks } from '../../../src/contract/rich/links.ts';

const linksIn = (text: string) => splitLinks(text).filter((part) => typeof part !== 'string');

it.each([
  ['see https://shop.example/a.', ['https://shop.example/a']],
  ['(https://shop.example/a_(b)) and http://x.example!', ['https://shop.example/a_(b)', 'http://x.example']],
  ['“https://shop.example”', ['https://shop.example']],
  ['javascript:alert(1) data:text/html,x file:///etc', []],
  ['https://', []],
  ['https://bank.example@evil.example/ http://a:b@evil.example', []],
  ['https://shop.example/"onmouseover="alert(1)', ['https://shop.example/']],
])('in %j the links are %j', (text, expected) => {
  expect(linksIn(text).map((part) => part.text)).toEqual(expected);
});

it('loses no letter of a text and links to web pages only', () => {
  const words = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.constantFrom(' ', '.', ')', 'https://', 'javascript:', '<b>'),
  );
  fc.assert(
    fc.property(fc.array(words), (parts) => {
      const text = parts.join('');
      const split = splitLinks(text);
      expect(split.map((part) => (typeof part === 'string' ? part : part.text)).join('')).toBe(text);
      for (const part of split) if (typeof part !== 'string') expect(part.href).toMatch(/^https?:\/\//);
    }),
  );
});

it.each([
  ['https://shop.example/a', 'https://shop.example/a'],
  ['javascript:alert(1)', null],
  ['data:image/svg+xml,x', null],
  ['/relative', null],
  [undefined, null],
])('the URL %j can be followed as %j', (address, href) => {
  expect(safeHref(address)).toBe(href);
});
