import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { adminFiles } from '../../bin/admin-files.ts';
import { buildWidget } from '../../bin/build-widget.ts';
import { environmentBundles } from '../../bin/environment-files.ts';
import { noticesFile, packagesOf, thirdPartyNotices } from '../../bin/third-party-notices.ts';
import { bundleFolder } from '../../lib/bundles.ts';

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'notices-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** The packages that the notices name, with a text behind each group of them. */
function namedIn(notices: string): string[] {
  return [...notices.matchAll(/^(\S+) \d\S* \(.+\)$/gm)].map(([, name]) => String(name));
}

const nameOf = (folder: string) => folder.slice(folder.lastIndexOf('node_modules/') + 13);

it('each function carries the licences of every package in it', async () => {
  const { folder, bundles } = await environmentBundles();
  expect(bundles.length).toBeGreaterThan(1);
  for (const { name, sources } of bundles) {
    const notices = readFileSync(join(bundleFolder(name, folder), noticesFile), 'utf8');
    const packages = packagesOf(sources).map(nameOf);
    expect(namedIn(notices).sort(), name).toEqual([...new Set(packages)].sort());
    if (packages.includes('zod')) expect(notices).toContain('Permission is hereby granted');
  }
});

it('the admin application carries those of its components and styles', async () => {
  const file = (await adminFiles()).get(noticesFile);
  const named = namedIn(String(file));
  for (const name of ['react', 'react-dom', '@mantine/core', 'oauth4webapi', 'zod'])
    expect(named).toContain(name);
});

it('the widget says whether it holds code of others', async () => {
  const folder = temporary();
  const built = await buildWidget(folder);
  const packages = packagesOf([...built.values()].flatMap(({ sources }) => sources)).map(nameOf);
  const notices = readFileSync(join(folder, noticesFile), 'utf8');
  expect(namedIn(notices)).toEqual(packages);
  expect(notices).toContain(
    packages.length > 0 ? 'This holds code of others:' : 'This holds no code of others.',
  );
});

it('a package without a text gets the standard one of its license; an unknown license stops the build', () => {
  const root = temporary();
  const add = (name: string, license: string | undefined) => {
    const folder = join(root, 'node_modules', name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ name, version: '1.0.0', license, author: 'Ada' }),
    );
    return join(folder, 'index.js');
  };
  const notices = thirdPartyNotices([add('plain', 'MIT'), 'src/own.ts']);
  expect(notices).toContain('plain 1.0.0 (MIT)\n\nCopyright (c) Ada');
  expect(() => thirdPartyNotices([add('strange', 'ACME-1')])).toThrow('ACME-1');
  expect(() => thirdPartyNotices([add('silent', undefined)])).toThrow('says no licence');
});
