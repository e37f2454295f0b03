import { expect, it } from 'vitest';
import { adminFiles } from '../../bin/admin-files.ts';

it('the admin application holds no development code', async () => {
  const files = await adminFiles();
  expect([...files.keys()]).toContain('index.html');
  expect([...files.values()].join()).not.toContain('React DevTools');
});
