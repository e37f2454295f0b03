import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCli } from '../../bin/build-cli.ts';
import manifest from '../../package.json' with { type: 'json' };

let folder: string;
let program: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cli-'));
  await buildCli(join(folder, 'package'));
  // As who installs it has it: packed, and without a node_modules anywhere above.
  execFileSync('npm', ['pack', '--silent', join(folder, 'package')], { cwd: folder });
  const packed = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  execFileSync('npm', ['install', '--silent', '--offline', '--prefix', 'there', packed], { cwd: folder });
  program = join(folder, 'there', 'node_modules', '.bin', 'gateway');
});
afterAll(() => rmSync(folder, { recursive: true }));

const gateway = (...args: string[]) =>
  execFileSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

describe('the installed command line', () => {
  it('prints its version, and calls itself by its installed name', () => {
    expect(gateway('--version').trim()).toBe(manifest.version);
    const help = gateway('flow', 'publish', '--help');
    expect(help).toContain('  gateway flow publish ');
    expect(help).not.toContain('npx');
  });

  it('writes a flow and plays its conversations without a clone', () => {
    gateway('flow', 'init', 'flows/orders.json', '--template', 'order');
    const { $schema } = JSON.parse(readFileSync(join(folder, 'flows/orders.json'), 'utf8'));
    expect(JSON.parse(readFileSync(join(folder, 'flows', $schema), 'utf8'))).toMatchObject({
      title: 'A flow',
    });
    expect(gateway('flow', 'test', 'flows/orders.json')).toContain('4 passed, 0 failed');
  });

  it('says what it does not include', () => {
    gateway('flow', 'init', 'flows/previewed.json');
    expect(() => gateway('flow', 'dev', 'flows/previewed.json')).toThrow(/in a clone of the project/);
  });
});
