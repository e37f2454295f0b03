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
import { beforeAll, expect, it } from 'vitest';

const configuration = '.dependency-cruiser.json';
const depcruise = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

const forbidden = [
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
  ['src/operations/c.ts', 'src/cli/b.ts', 'operations-know-engine-and-channels'],
  ['src/handler.ts', 'src/cli/b.ts', 'nothing-needs-the-command-line'],
  ['src/cli/a.ts', 'src/local/b.ts', 'the-command-line-sees-what-the-lambdas-see'],
] as const;
const forbiddenPackages = [
  ['src/engine/c.ts', 'node:fs', 'engine-is-pure'],
  ['src/http/a.ts', '@aws-sdk/client-sqs', 'only-aws-imports-the-sdk'],
] as const;
const allowed = ['src/domain/c.ts', 'src/contract/b.ts'] as const;

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
  for (const [from, to] of [...forbidden, allowed]) {
    add(from, `export * from '${'../'.repeat(from.split('/').length - 1)}${to}';`);
    add(to, 'export const nothing = 0;');
  }
  for (const [from, to] of forbiddenPackages) add(from, `import '${to}';`);
  const run = spawnSync('node', [depcruise, '--config', configuration, '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  findings = (run.stdout + run.stderr).split('\n');
});

it.each([...forbidden, ...forbiddenPackages])('%s may not import %s: %s', (from, to, rule) => {
  const target = to.replace(/^node:/, '');
  const found = findings.filter((line) => line.includes(`${rule}: ${from} → `) && line.includes(target));
  expect(found, findings.join('\n')).toHaveLength(1);
});

it('an import that the layers allow is no violation', () => {
  expect(findings.length).toBeGreaterThan(1);
  expect(findings.filter((line) => line.includes(allowed[0]))).toEqual([]);
});

it('every folder of src is bound by a rule', () => {
  const rules: { from: { path?: string } }[] = JSON.parse(readFileSync(configuration, 'utf8')).forbidden;
  const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const free = folders.filter(({ name }) => !rules.some(({ from }) => from.path?.includes(name)));
  expect(free.map(({ name }) => name)).toEqual([]);
});
