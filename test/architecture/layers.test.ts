import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

const configuration = '.dependency-cruiser.json';
const depcruise = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

interface Rule {
  readonly name: string;
  readonly from: { readonly path?: string };
  readonly to: { readonly path?: string; readonly pathNot?: string };
}
const rules: readonly Rule[] = JSON.parse(readFileSync(configuration, 'utf8')).forbidden;

type Violation = readonly [from: string, to: string, rule: string];

/** One import that each rule forbids, into a folder that exists. */
const planted: readonly Violation[] = [
  ['src/domain/circle-a.ts', 'src/domain/circle-b.ts', 'no-circular'],
  ['src/contract/a.ts', 'src/domain/b.ts', 'contract-stands-alone'],
  ['src/domain/a.ts', 'src/ports/b.ts', 'domain-knows-contract'],
  ['src/reference/a.ts', 'src/domain/b.ts', 'reference-knows-contract'],
  ['src/client/a.ts', 'src/contract/b.ts', 'the-client-stands-alone'],
  ['src/ports/a.ts', 'src/engine/b.ts', 'ports-know-domain'],
  ['src/engine/a.ts', 'src/aws/b.ts', 'engine-knows-ports'],
  ['src/engine/c.ts', 'node:fs', 'engine-is-pure'],
  ['src/channels/a.ts', 'src/engine/b.ts', 'channels-know-ports'],
  ['src/aws/a.ts', 'src/engine/b.ts', 'aws-knows-ports'],
  ['src/clients/a.ts', 'src/engine/b.ts', 'clients-know-ports'],
  ['src/middleware/a.ts', 'src/lambda/b.ts', 'middleware-is-below-lambda'],
  ['src/http/a.ts', '@aws-sdk/client-sqs', 'only-aws-imports-the-sdk'],
  ['src/warnings/a.ts', 'src/operations/b.ts', 'warnings-know-engine-and-limits'],
  ['src/operations/a.ts', 'src/aws/b.ts', 'operations-know-engine-and-channels'],
  ['src/operations/delivery/a.ts', 'src/operations/webhook/b.ts', 'delivery-sees-turns'],
  ['src/operations/files/a.ts', 'src/operations/turn/b.ts', 'files-see-no-journey'],
  ['src/operations/turn/a.ts', 'src/operations/web-chat/b.ts', 'turns-see-the-directory'],
  ['src/operations/directory/a.ts', 'src/operations/turn/b.ts', 'the-directory-sees-no-journey'],
  ['src/http/b.ts', 'src/ports/b.ts', 'http-translates'],
  ['src/handler.ts', 'src/widget/b.ts', 'lambda-never-sees-local'],
  ['src/admin/c.ts', 'src/local/b.ts', 'only-starters-know-local'],
  ['src/local/a.ts', 'src/admin/b.ts', 'local-knows-lambda'],
  ['src/widget/a.ts', 'src/operations/b.ts', 'browsers-see-contract-and-engine'],
  ['src/cli/a.ts', 'src/lambda/b.ts', 'the-command-line-sees-what-the-lambdas-see'],
  ['src/operations/c.ts', 'src/cli/b.ts', 'nothing-needs-the-command-line'],
  ['src/local/simulator/page/a.ts', 'src/local/aws/b.ts', 'simulator-page-stands-alone'],
  ['src/browser/a.ts', 'src/contract/b.ts', 'the-browser-stands-alone'],
  ['src/lambda/c.ts', 'src/browser/b.ts', 'nothing-but-pages-runs-in-a-browser'],
  ['lib/a.ts', 'src/domain/b.ts', 'lib-knows-contract'],
  ...pairsOf('src/channels', 'a-channel-never-sees-its-sibling'),
  ...pairsOf('src/operations', 'a-journey-sees-only-those-below'),
];

/** What runs in a Lambda or a browser never sees the laptop's stack: so no folder is forgotten by all rules. */
const strangersToLocal = foldersOf('src').filter((folder) => folder !== 'local');

/** Imports that the layers allow. */
const allowed = [
  ['src/domain/c.ts', 'src/contract/b.ts'],
  ['src/channels/chatapp-a-cloud/c.ts', 'src/channels/cloud-api/b.ts'],
] as const;

function foldersOf(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/** The folders below `parent` that a rule takes for siblings. */
function siblingsOf(parent: string, rule: string): readonly string[] {
  const path = rules.find(({ name }) => name === rule)?.from.path ?? '';
  return foldersOf(parent).filter((name) => new RegExp(path).test(`${parent}/${name}/`));
}

/** Every such folder with the next one. */
function pairsOf(parent: string, rule: string): readonly Violation[] {
  return siblingsOf(parent, rule).map((folder, n, folders) => {
    const sibling = folders[(n + 1) % folders.length];
    return [`${parent}/${folder}/planted.ts`, `${parent}/${sibling}/b.ts`, rule];
  });
}

/** What the tool says of a project that holds just these imports, line by line. */
let findings: readonly string[];
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'layers-'));
  const add = (path: string, text: string) => {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const file of [configuration, 'tsconfig.json']) cpSync(file, join(folder, file));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const toLocal = strangersToLocal.map((name) => [`src/${name}/to-local.ts`, 'src/local/b.ts'] as const);
  for (const [from, to] of [...planted, ...toLocal, ...allowed]) {
    if (!/^(src|lib)\//.test(to)) {
      add(from, `import '${to}';`);
      continue;
    }
    add(from, `export * from '${'../'.repeat(from.split('/').length - 1)}${to}';`);
    add(to, to.endsWith('/circle-b.ts') ? `export * from './circle-a.ts';` : 'export const nothing = 0;');
  }
  const run = spawnSync('node', [depcruise, '--config', configuration, '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  findings = (run.stdout + run.stderr).split('\n');
});

it.each(planted)('%s may not import %s: %s', (from, to, rule) => {
  const target = to.replace(/^node:/, '');
  const found = findings.filter((line) => line.includes(`${rule}: ${from} → `));
  // A circle is told on the lines that follow.
  expect(
    found.filter((line) => rule === 'no-circular' || line.includes(target)),
    findings.join('\n'),
  ).toHaveLength(1);
});

it.each(strangersToLocal)('src/%s may not import the local stack', (name) => {
  const found = findings.filter((line) => line.includes(`: src/${name}/to-local.ts → src/local/b.ts`));
  expect(found, findings.join('\n')).not.toEqual([]);
});

it.each(allowed)('%s may import %s', (from) => {
  expect(findings.length).toBeGreaterThan(1);
  expect(findings.filter((line) => line.includes(from))).toEqual([]);
});

describe('the rules', () => {
  it('each have a planted violation', () => {
    const names = new Set(planted.map(([, , rule]) => rule));
    expect(rules.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
  });

  it('name only folders that exist', () => {
    const parents = ['.', 'src', ...foldersOf('src').map((name) => `src/${name}`), 'src/local/simulator'];
    const folders = new Set(parents.flatMap(foldersOf));
    const patterns = rules
      .flatMap(({ from, to }) => [from.path, to.path, to.pathNot])
      .filter((path) => path !== undefined && !path.includes('node_modules'));
    // A word before a slash, or one of several between bars.
    const named = patterns.flatMap((path) => path?.match(/[a-z][a-z-]*(?=\/|\|[a-z-]+[/|)]|\)\/)/g) ?? []);
    expect([...new Set(named)].filter((name) => !folders.has(name))).toEqual([]);
    expect(named.length).toBeGreaterThan(rules.length);
  });
});
