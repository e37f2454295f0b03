import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { build as buildSite } from 'vite';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { buildWidget } from '../../bin/build-widget.ts';

let site: string;
beforeAll(async () => {
  site = mkdtempSync(join(tmpdir(), 'site-'));
  await buildWidget(join(site, 'widget'));
  await mkdir(join(site, 'node_modules'));
  symlinkSync(join(site, 'widget'), join(site, 'node_modules', 'messaging-widget'));
});
afterAll(() => rmSync(site, { recursive: true }));

/** What the compiler of a site that has installed the built folder says of its code. */
function complaintsAbout(code: string): string[] {
  const file = join(site, 'site.ts');
  writeFileSync(file, `import { createWidget } from 'messaging-widget';\n${code}`);
  const program = ts.createProgram([file], {
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    types: [],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

it('the module build has types that a site compiles with, and that refuse wrong uses', () => {
  const code = `
    const widget = createWidget({ api: 'https://gateway.example', tenant: 'acme', color: '#0b5fff' });
    const stop: () => void = widget.on('message', ({ author, text }) => console.log(author.length, text.length));
    widget.open(); widget.send('hello'); widget.identify({ id: crypto.randomUUID() }); stop(); widget.remove();
    // @ts-expect-error: the gateway's address is missing
    createWidget({ tenant: 'acme' });
    // @ts-expect-error: no such position
    createWidget({ api: '', tenant: 'acme', position: 'top' });
    // @ts-expect-error: no such event
    widget.on('opened', () => {});`;
  expect(complaintsAbout(code)).toEqual([]);
  expect(complaintsAbout('createWidget();')).toEqual(['Expected 1 arguments, but got 0.']);
});

it('the folder packs as a package with everything that it names, a license and a readme', () => {
  const folder = join(site, 'widget');
  const files = readdirSync(folder);
  expect(files).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'README.md',
      'package.json',
      'widget.mjs',
      'widget.d.mts',
      'react.mjs',
      'vue.mjs',
    ]),
  );
  const { name, license, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect([name, license, exports['.'].default]).toEqual(['messaging-widget', 'MIT', './widget.mjs']);
  // Every chunk that the module names is there.
  const code = readFileSync(join(folder, 'widget.mjs'), 'utf8');
  const chunks = [...code.matchAll(/"\.\/([\w-]+\.mjs)"/g)].map(([, chunk]) => chunk);
  expect(chunks.length).toBeGreaterThan(10);
  expect(files).toEqual(expect.arrayContaining(chunks));
});

it('a Vite app that has installed the tarball has one React, its own', async () => {
  const app = mkdtempSync(join(tmpdir(), 'vite-app-'));
  onTestFinished(() => rmSync(app, { recursive: true }));
  writeFileSync(join(app, 'package.json'), '{"private":true,"type":"module"}');
  writeFileSync(
    join(app, 'index.html'),
    '<div id="root"></div><script type="module" src="/main.js"></script>',
  );
  writeFileSync(
    join(app, 'main.js'),
    `import { createElement } from 'react';
    import { createRoot } from 'react-dom/client';
    import { MessagingWidget } from 'messaging-widget/react';
    const props = { api: 'https://gateway.example', tenant: 'acme' };
    createRoot(document.getElementById('root')).render(createElement(MessagingWidget, props));`,
  );
  const npm = (...args: string[]) => execFileSync('npm', args, { cwd: app, stdio: 'pipe' });
  npm('pack', '--silent', join(site, 'widget'));
  const tarball = readdirSync(app).find((name) => name.endsWith('.tgz')) ?? '';
  npm('install', '--silent', '--offline', '--no-save', '--legacy-peer-deps', `./${tarball}`);
  for (const name of ['react', 'react-dom', 'scheduler'])
    cpSync(join('node_modules', name), join(app, 'node_modules', name), { recursive: true });
  const reacts = new Set<string>();
  await buildSite({
    root: app,
    logLevel: 'silent',
    plugins: [
      {
        name: 'reacts',
        moduleParsed: ({ id }) => void (/\/react\/index\.js$/.test(id) && reacts.add(id)),
      },
    ],
  });
  expect([...reacts]).toEqual([join(realpathSync(app), 'node_modules/react/index.js')]);
});

it('the release is the same script, under a name and a checksum of its content', async () => {
  const folder = join(site, 'widget');
  const script = readFileSync(join(folder, 'widget.js'));
  const { file, integrity } = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8'));
  expect(readFileSync(join(folder, file)).equals(script)).toBe(true);
  expect(integrity).toBe(`sha384-${createHash('sha384').update(script).digest('base64')}`);
  expect(file).toMatch(/^releases\/widget\.[0-9a-f]{16}\.js$/);
  writeFileSync(join(folder, 'releases', 'widget.of-an-earlier-build.js'), '');
  await buildWidget(folder);
  const released = readdirSync(join(folder, 'releases'));
  expect(released).not.toContain('widget.of-an-earlier-build.js');
  expect(released).toContain(file.split('/')[1]);
  for (const part of released.filter((name) => !name.startsWith('widget.'))) {
    const [name = '', hash] = part.split('.');
    const content = readFileSync(join(folder, 'releases', part));
    expect([name, createHash('sha256').update(content).digest('base64url')]).toEqual([name, hash]);
    expect(script.toString()).toContain(`${name}.${hash}`);
  }
});
