import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildClient } from '../../bin/build-client.ts';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'client-'));
  await buildClient(join(folder, 'package'));
  // As who installs it has it: packed, and without a node_modules anywhere above.
  execFileSync('npm', ['pack', '--silent', join(folder, 'package')], { cwd: folder });
  const packed = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  execFileSync('npm', ['install', '--silent', '--offline', '--no-audit', packed], { cwd: folder });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What the compiler says of a program that has only the package. */
function compile(program: string): string[] {
  const file = join(folder, 'program.ts');
  const imports = "import { createGatewayClient, openVisitorChat } from 'messaging-gateway-client';\n";
  const made = "const gateway = createGatewayClient({ baseUrl: 'https://gateway.example' });\n";
  writeFileSync(file, `${imports}${made}${program}\nexport { gateway, openVisitorChat };\n`);
  const options = {
    ...{ strict: true, noEmit: true, types: [], lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'] },
    ...{ target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext },
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  };
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

describe('the installed client', () => {
  it('runs in Node without a clone', () => {
    const program =
      "import { createGatewayClient } from 'messaging-gateway-client'; console.log(typeof createGatewayClient({ baseUrl: 'https://gateway.example' }).GET)";
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(printed.trim()).toBe('function');
  });

  it('is bundled for browsers in less than 7 KiB', async () => {
    const { outputFiles } = await build({
      stdin: { contents: "export * from 'messaging-gateway-client'", resolveDir: folder },
      ...{ bundle: true, write: false, format: 'esm', platform: 'browser', minify: true },
    });
    expect(gzipSync(outputFiles[0]?.contents ?? '').length).toBeLessThan(7 * 1024);
  });

  it('compiles strictly what the document says, and refuses any other path, field and body', () => {
    expect(
      compile(`
const { data } = await gateway.GET('/v1/admin/flows/{flowId}', { params: { path: { flowId: 'a' } } });
const live: number | undefined = data?.live.version ?? undefined;
await gateway.POST('/v1/service/messages', { body: { to: { conversationId: 'c' }, text: String(live) } });
// @ts-expect-error there is no such path
await gateway.GET('/v1/admin/flow');
// @ts-expect-error a flow has no such field
data?.item;
// @ts-expect-error a body lacks a field
await gateway.POST('/v1/admin/flows/{flowId}/rollback', { params: { path: { flowId: 'a' } }, body: {} });
// @ts-expect-error the path has a parameter
await gateway.GET('/v1/admin/flows/{flowId}');`),
    ).toEqual([]);
  });

  it('has its guide beside it', () => {
    const readme = readFileSync(join(folder, 'node_modules/messaging-gateway-client/README.md'), 'utf8');
    expect(readme).toContain('npm install');
    expect(readme).not.toMatch(/\]\((?!https:)/);
  });
});
