import { describe, expect, it } from 'vitest';
import { originAllowed } from '../../../src/channels/checks/origin.ts';

describe('an origin', () => {
  it.each([
    ['https://shop.example', 'https://shop.example'],
    ['https://SHOP.example', 'https://shop.example'],
    ['https://shop.example:443', 'https://shop.example'],
    ['https://shop.example', 'https://shop.example:443'],
    ['http://shop.example:80', 'http://shop.example'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['https://eu.shop.example', 'https://*.shop.example'],
    ['https://eu.shop.example:8443', 'https://*.shop.example:8443'],
  ])('%s is allowed by %s', (origin, entry) => {
    expect(originAllowed(origin, ['https://other.example', entry])).toBe(true);
  });

  it.each([
    ['null', 'null'],
    ['', ''],
    ['*', '*'],
    ['http://shop.example', 'https://shop.example'],
    ['https://shop.example:8443', 'https://shop.example'],
    ['https://shop.example/', 'https://shop.example'],
    ['https://shop.example.evil.example', 'https://shop.example'],
    ['https://evilshop.example', 'https://*.shop.example'],
    ['https://shop.example', 'https://*.shop.example'],
    ['https://a.b.shop.example', 'https://*.shop.example'],
    ['https://*.shop.example', 'https://*.shop.example'],
    ['http://eu.shop.example', 'https://*.shop.example'],
    ['https://eu.shop.example:8443', 'https://*.shop.example'],
    ['https://user@shop.example', 'https://shop.example'],
  ])('%s is not allowed by %s', (origin, entry) => {
    expect(originAllowed(origin, [entry])).toBe(false);
  });

  it('is allowed by no empty list', () => {
    expect(originAllowed('https://shop.example', [])).toBe(false);
  });
});
