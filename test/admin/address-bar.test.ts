import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addressBar, rootPath } from '../../src/admin/components/address-bar.ts';

const origin = 'https://admin.example';
let shown = new URL(origin);
beforeEach(() => {
  vi.stubGlobal('location', { pathname: '', search: '' });
  // As a browser does it: an address of another site is refused.
  vi.stubGlobal('history', {
    replaceState(_state: unknown, _title: string, address: string) {
      const next = new URL(address, origin);
      if (next.origin !== origin) throw new DOMException('another site', 'SecurityError');
      shown = next;
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

it('the tested application is at the root of its host, as deployed', () => {
  expect(rootPath).toBe('/');
});

it.each([
  ['/flows/support', '?version=2', 'flows/support?version=2'],
  ['//evil.example', '', 'evil.example'],
  ['///evil.example/x', '?y', 'evil.example/x?y'],
])('the return path from %s%s is its own: %s', (pathname, search, path) => {
  Object.assign(location, { pathname, search });
  expect(addressBar.read()).toBe(path);
  addressBar.replace(path);
  expect(shown.href).toBe(`${origin}/${path}`);
});

it.each(['/evil.example', '//evil.example', '\\evil.example', '/\\evil.example'])(
  'a stored return path of %s never leads to another site',
  (path) => {
    addressBar.replace(path);
    expect(shown.href).toBe(`${origin}/evil.example`);
  },
);
