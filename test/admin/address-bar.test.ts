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

it('the application that is tested stands at the root of its host, as deployed', () => {
  expect(rootPath).toBe('/');
});

it.each([
  ['/flows/support', '?version=2', 'flows/support?version=2'],
  ['//evil.example', '', 'evil.example'],
  ['///evil.example/x', '?y', 'evil.example/x?y'],
])('the way back from %s%s is a path of its own: %s', (pathname, search, path) => {
  Object.assign(location, { pathname, search });
  expect(addressBar.read()).toBe(path);
  addressBar.replace(path);
  expect(shown.href).toBe(`${origin}/${path}`);
});

it.each(['/evil.example', '//evil.example', '\\evil.example', '/\\evil.example'])(
  'a kept way back of %s leads to no other site',
  (path) => {
    addressBar.replace(path);
    expect(shown.href).toBe(`${origin}/evil.example`);
  },
);
