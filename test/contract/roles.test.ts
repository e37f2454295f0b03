import { expect, it } from 'vitest';
import { allows, capabilities, roleNames, roles } from '../../src/contract/roles.ts';

it.each([
  ['viewer', ['flows:view', 'widgets:view', 'reports:view']],
  ['editor', ['flows:edit', 'widgets:edit', 'conversations:view', 'conversations:answer']],
  ['admin', ['flows:publish', 'users:manage', 'channels:configure', 'people:manage', 'audit:view']],
  ['super-admin', ['tenants:manage']],
] as const)('%s adds its own capabilities to those of the role before it', (name, added) => {
  const before = roleNames[roleNames.indexOf(name) - 1];
  expect([...roles[name]]).toEqual([...(before ? roles[before] : []), ...added]);
});

it('an editor cannot publish, an admin cannot manage tenants', () => {
  expect(allows(['editor'], 'flows:edit')).toBe(true);
  expect(allows(['editor'], 'flows:publish')).toBe(false);
  expect(allows(['admin'], 'flows:publish')).toBe(true);
  expect(allows(['admin'], 'tenants:manage')).toBe(false);
});

it('no role allows nothing, the highest all', () => {
  expect(capabilities.filter((capability) => allows([], capability))).toEqual([]);
  expect(capabilities.filter((capability) => !allows(['super-admin'], capability))).toEqual([]);
});
