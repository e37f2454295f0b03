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
import { expect, it } from 'vitest';

const configuration = '.dependency-cruiser.json';
const depcruise = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

/** What the tool says of a project that holds just these files. */
function violationsOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'layers-'));
  try {
    for (const file of [configuration, 'tsconfig.json']) cpSync(file, join(folder, file));
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const run = spawnSync('node', [depcruise, '--config', configuration, '.'], {
      cwd: folder,
      encoding: 'utf8',
    });
    return run.status === 0 ? '' : run.stdout + run.stderr;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const empty = 'export const nothing = 0;';

it.each([
  ['src/domain/a.ts', 'src/ports/b.ts', 'domain-knows-contract'],
  ['src/engine/a.ts', 'src/aws/b.ts', 'engine-knows-ports'],
  ['src/operations/a.ts', 'src/aws/b.ts', 'operations-know-engine-and-channels'],
  ['src/channels/chatapp-a/a.ts', 'src/channels/chatapp-b/b.ts', 'a-channel-never-sees-its-sibling'],
  ['src/operations/web-chat/a.ts', 'src/operations/webhook/b.ts', 'a-journey-sees-only-those-below'],
  ['src/operations/delivery/a.ts', 'src/operations/webhook/b.ts', 'delivery-sees-turns'],
  ['src/operations/turn/a.ts', 'src/operations/web-chat/b.ts', 'turns-see-the-directory'],
  ['src/operations/directory/a.ts', 'src/operations/turn/b.ts', 'the-directory-sees-no-journey'],
  ['src/widget/a.ts', 'src/operations/b.ts', 'browsers-see-contract-and-engine'],
  ['lib/a.ts', 'src/domain/b.ts', 'lib-knows-contract'],
  ['src/operations/a.ts', 'src/cli/b.ts', 'operations-know-engine-and-channels'],
  ['src/handler.ts', 'src/cli/b.ts', 'nothing-needs-the-command-line'],
  ['src/cli/a.ts', 'src/local/b.ts', 'the-command-line-sees-what-the-lambdas-see'],
])('%s may not import %s: %s', (from, to, rule) => {
  const path = `${'../'.repeat(from.split('/').length - 1)}${to}`;
  expect(violationsOf({ [from]: `export * from '${path}';`, [to]: empty })).toContain(rule);
});

it.each([
  ['src/engine/a.ts', 'node:fs', 'engine-is-pure'],
  ['src/http/a.ts', '@aws-sdk/client-sqs', 'only-aws-imports-the-sdk'],
])('%s may not import %s: %s', (from, to, rule) => {
  expect(violationsOf({ [from]: `import '${to}';` })).toContain(rule);
});

it('an import that the layers allow is no violation', () => {
  const files = { 'src/domain/a.ts': "export * from '../contract/b.ts';", 'src/contract/b.ts': empty };
  expect(violationsOf(files)).toBe('');
});

it('every folder of src is bound by a rule', () => {
  const rules: { from: { path?: string } }[] = JSON.parse(readFileSync(configuration, 'utf8')).forbidden;
  const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const free = folders.filter(({ name }) => !rules.some(({ from }) => from.path?.includes(name)));
  expect(free.map(({ name }) => name)).toEqual([]);
});
