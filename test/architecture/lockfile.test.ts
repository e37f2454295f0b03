import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Locked {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly inBundle?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly hasInstallScript?: boolean;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
/** What is in another package's archive is covered by that one's checksum. */
const fetched = Object.entries(packages).filter(([path, { inBundle }]) => path !== '' && !inBundle);

it('every package has a strong checksum, except for those of other platforms that develop alone', () => {
  const without = fetched.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
  for (const [path, { dev, optional, os }] of without) {
    expect(path).toMatch(/^node_modules\/(@biomejs\/cli-|@oxc-parser\/binding-)/);
    expect({ dev, optional }, path).toEqual({ dev: true, optional: true });
    expect(os, path).toBeDefined();
  }
  // docs/security.md says how many.
  expect(without).toHaveLength(23);
});

it('every package comes from the registry', () => {
  for (const [path, { resolved }] of fetched)
    expect(resolved ?? 'https://registry.npmjs.org/', path).toMatch(/^https:\/\/registry\.npmjs\.org\//);
});

it('every install script is allowed or denied, and only that of Node is needed: npm 12 runs no other, and warns of none', () => {
  const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const scripted = fetched.filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = scripted.map(([path]) =>
    path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
  );
  expect(Object.keys(allowScripts)).toEqual([...new Set(names)].sort());
  expect(Object.keys(allowScripts).filter((name) => allowScripts[name])).toEqual(['node']);
});
