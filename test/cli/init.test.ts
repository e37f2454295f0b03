import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { flowTemplates } from '../../src/cli/commands/flow-files.ts';
import { readTenantFolder } from '../../src/operations/directory/read-tenant-folder.ts';
import { runCli } from '../support/run-cli.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'init-'));

describe('flow init', () => {
  it.each(flowTemplates)('writes %s, which is valid and whose tests pass', async (template) => {
    const file = join(folder(), 'flows', 'mine.json');
    expect(await runCli(['flow', 'init', file, '--template', template])).toMatchObject({ code: 0, err: '' });
    expect((await runCli(['flow', 'validate', file])).code).toBe(0);
    const tested = await runCli(['flow', 'test', file]);
    expect(tested).toMatchObject({ code: 0 });
    expect(tested.out).toMatch(/ of \d+ paths are covered/);
    const { $schema, id } = JSON.parse(readFileSync(file, 'utf8'));
    expect(id).toBe('mine');
    expect(join(dirname(file), $schema)).toBe(resolve('docs/schemas/flow.json'));
    expect(readdirSync(join(dirname(file), '..'))).toEqual(['flows']);
  });

  it('overwrites nothing', async () => {
    const file = join(folder(), 'mine.json');
    await runCli(['flow', 'init', file]);
    const before = readFileSync(file, 'utf8');
    const run = await runCli(['flow', 'init', file, '--template', 'survey']);
    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toContain(`The file ${file} already exists.`);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });
});

describe('tenant init', () => {
  it('writes a folder that can be applied unchanged', async () => {
    const directory = join(folder(), 'books');
    const run = await runCli(['tenant', 'init', directory, '--origin', 'https://books.example']);
    expect(run).toMatchObject({ code: 0, err: '' });
    const read = await readTenantFolder(directory);
    const features = ['flows', 'widgets', 'reports'];
    expect(read.tenant).toMatchObject({ id: 'books', status: 'active', features });
    expect(readdirSync(directory).sort()).toEqual(['flows', 'tenant.json', 'widgets']);
    for (const [file, name] of [
      ['tenant.json', 'tenant'],
      ['widgets/books-web.json', 'widget'],
    ] as const) {
      const path = join(directory, file);
      const { $schema } = JSON.parse(readFileSync(path, 'utf8'));
      expect(join(dirname(path), $schema)).toBe(resolve(`docs/schemas/${name}.json`));
    }
    expect(read.widgets).toMatchObject([{ flow: 'welcome', allowed_origins: ['https://books.example'] }]);
  });
});

describe('invalid files', () => {
  it('are all reported at once, with their lines, and as JSON for programs', async () => {
    const directory = join(folder(), 'books');
    await runCli(['tenant', 'init', directory]);
    const { writeFileSync } = await import('node:fs');
    writeFileSync(
      join(directory, 'tenant.json'),
      '{\n  "id": "books",\n  "name": "Books",\n  "stauts": "active"\n}\n',
    );
    writeFileSync(
      join(directory, 'widgets', 'books-web.json'),
      '{\n  "id": "books-web",\n  "flow": "welcom",\n  "flow": "lost",\n  "allowed_origins": ["books"]\n}\n',
    );
    const error = await readTenantFolder(directory).catch((caught) => caught);
    expect(error.problems.map(({ path, line, message }: never) => ({ path, line, message }))).toEqual([
      { path: 'status', line: 1, message: 'is missing' },
      { path: 'stauts', line: 4, message: 'there is no "stauts" here; did you mean "status"?' },
      { path: 'flow', line: 3, message: 'is there twice' },
      { path: 'allowed_origins.0', line: 5, message: 'must be scheme://host[:port] or https://*.host' },
    ]);
  });
});
