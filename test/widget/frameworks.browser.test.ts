import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildWidget } from '../../bin/build-widget.ts';
import { startBrowser } from '../support/start-browser.ts';
import { eventually, startShop, visit, widgetOf } from '../support/start-shop.ts';
import type { TestStack } from '../support/start-stack.ts';

let site: string;
let browser: Browser;
let stack: TestStack;
beforeAll(async () => {
  site = mkdtempSync(join(tmpdir(), 'site-'));
  [browser, stack] = await Promise.all([startBrowser(), startShop({ startsOnOpen: true }), install()]);
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stack.stop();
  rmSync(site, { recursive: true });
});

/** A site that has the package from a tarball, and the frameworks. */
async function install(): Promise<void> {
  await buildWidget(join(site, 'widget'));
  const npm = (...args: string[]) =>
    execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund'], { cwd: site, encoding: 'utf8' });
  writeFileSync(join(site, 'package.json'), '{"name":"site","private":true,"type":"module"}');
  const tarball = npm('pack', './widget', '--silent').trim();
  npm('install', `./${tarball}`);
  for (const name of ['react', 'react-dom', 'vue', '@types', '@vue', 'csstype', 'scheduler'])
    symlinkSync(join(import.meta.dirname, '../../node_modules', name), join(site, 'node_modules', name));
  mkdirSync(join(site, 'src'));
}

const options = () => `api: '${stack.url}', tenant: 'acme', widget: 'acme-web'`;

/** What its compiler says of a file of the site. */
function complaintsAbout(file: string): string[] {
  const program = ts.createProgram([file], {
    ...{ strict: true, skipLibCheck: true, noEmit: true, jsx: ts.JsxEmit.ReactJSX, types: [] },
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

/** The page of an app of the site, in a browser. */
async function pageOf(name: string, source: string): Promise<Page> {
  const file = join(site, 'src', name);
  writeFileSync(file, source);
  expect(complaintsAbout(file)).toEqual([]);
  const { outputFiles } = await build({
    ...{ entryPoints: [file], bundle: true, write: false, splitting: true, format: 'esm', jsx: 'automatic' },
    define: {
      'process.env.NODE_ENV': '"development"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    outdir: join(site, 'out'),
  });
  const { page, violations } = await visit(browser, 'about:blank');
  await page.route('**/app/**', (route) => {
    const path = new URL(route.request().url()).pathname.replace('/app/', '');
    const script = outputFiles.find((output) => output.path.endsWith(`/${path}`))?.contents;
    const html = `<!doctype html><html lang="en"><title>App</title><body><div id="app"></div><script type="module" src="/app/${name.replace(/\.\w+$/, '.js')}"></script>`;
    return route.fulfill(
      script
        ? { contentType: 'text/javascript', body: Buffer.from(script) }
        : { contentType: 'text/html', body: html },
    );
  });
  await page.goto(`${stack.url}/app/`);
  expect(violations).toEqual([]);
  return page;
}

/** What every component does, told by the page's own buttons. */
async function expectLivesWithItsComponent(page: Page): Promise<void> {
  const { root, input, say, transcript } = widgetOf(page);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await eventually(() => root.locator('h2').textContent()).toBe('Acme support');
  // Once, though React mounts twice while one develops.
  await eventually(transcript).toEqual(['bot: Hello! This is Acme.', 'bot: What can we do for you?']);
  await expect
    .poll(() => page.locator('#place').evaluate((place) => place.querySelectorAll('messaging-widget').length))
    .toBe(1);
  await say('hello');
  await eventually(() => page.locator('#heard').textContent()).toContain('1 user: hello');
  // Another listener hears on; the widget stays.
  await input.fill('half a sen');
  await press('Listen anew');
  await expect.poll(() => input.inputValue()).toBe('half a sen');
  await press('Say');
  await eventually(() => page.locator('#heard').textContent()).toContain('2 user: said by the page');
  // Other options are another widget, with the same visitor.
  await press('Rename');
  await eventually(() => root.locator('h2').textContent()).toBe('Renamed');
  await eventually(transcript).toContain('user: hello');
  await press('Sign in');
  await say('whose is this?');
  await root.getByText('Not sent: please sign in again.').waitFor();
  await press('Leave');
  await expect.poll(() => root.count()).toBe(0);
}

it('the React component shows the chat while it is mounted', async () => {
  const source = `
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { type ChatWidget, MessagingWidget } from 'messaging-widget/react';

function App() {
  const [round, setRound] = useState(1);
  const [title, setTitle] = useState<string>();
  const [heard, setHeard] = useState('');
  const [isThere, setThere] = useState(true);
  const [token, setToken] = useState<string | null>(null);
  const [widget, setWidget] = useState<ChatWidget>();
  return (
    <>
      <button onClick={() => setRound(2)}>Listen anew</button>
      <button onClick={() => widget?.send('said by the page')}>Say</button>
      <button onClick={() => setTitle('Renamed')}>Rename</button>
      <button onClick={() => setToken('e30.eyJzdWIiOiJhZGEifQ.bad')}>Sign in</button>
      <button onClick={() => setThere(false)}>Leave</button>
      <output id="heard">{heard}</output>
      <div id="place">
        {isThere && (
          <MessagingWidget
            {...{ ${options()}, mode: 'inline' as const }}
            {...(title !== undefined && { title })}
            style={{ height: 500 }}
            token={token}
            context={{ plan: 'gold' }}
            onReady={setWidget}
            onMessage={({ author, text }) => setHeard((all) => all + round + ' ' + author + ': ' + text + '; ')}
          />
        )}
      </div>
    </>
  );
}

createRoot(document.getElementById('app')!).render(<StrictMode><App /></StrictMode>);
`;
  await expectLivesWithItsComponent(await pageOf('react.tsx', source));
  const wrong = join(site, 'src', 'wrong.tsx');
  writeFileSync(
    wrong,
    `import { MessagingWidget } from 'messaging-widget/react';
export const a = <MessagingWidget api="" tenant="acme" onUnread={(count: number) => count} />;
// @ts-expect-error: the gateway's address is missing
export const b = <MessagingWidget tenant="acme" />;
// @ts-expect-error: no such event
export const c = <MessagingWidget api="" tenant="acme" onOpened={() => {}} />;`,
  );
  expect(complaintsAbout(wrong)).toEqual([]);
});

it('the Vue component shows the chat while it is mounted', async () => {
  const source = `
import { type ChatWidget, MessagingWidget } from 'messaging-widget/vue';
import { createApp, defineComponent, h, ref, shallowRef } from 'vue';

const App = defineComponent(() => {
  const round = ref(1);
  const title = ref<string>();
  const heard = ref('');
  const isThere = ref(true);
  const token = ref<string | null>(null);
  const widget = shallowRef<ChatWidget>();
  return () => [
    h('button', { onClick: () => { round.value = 2; } }, 'Listen anew'),
    h('button', { onClick: () => widget.value?.send('said by the page') }, 'Say'),
    h('button', { onClick: () => { title.value = 'Renamed'; } }, 'Rename'),
    h('button', { onClick: () => { token.value = 'e30.eyJzdWIiOiJhZGEifQ.bad'; } }, 'Sign in'),
    h('button', { onClick: () => { isThere.value = false; } }, 'Leave'),
    h('output', { id: 'heard' }, heard.value),
    h('div', { id: 'place' }, isThere.value
      ? h(MessagingWidget, {
          ${options()}, mode: 'inline',
          ...(title.value !== undefined && { title: title.value }),
          style: { height: '500px' },
          token: token.value,
          context: { plan: 'gold' },
          onReady: (made: ChatWidget) => { widget.value = made; },
          onMessage: ({ author, text }) => { heard.value += round.value + ' ' + author + ': ' + text + '; '; },
        })
      : undefined),
  ];
});

createApp(App).mount('#app');
`;
  await expectLivesWithItsComponent(await pageOf('vue.ts', source));
});

it('a missing framework is not requested: the module alone needs none', () => {
  const { peerDependenciesMeta, dependencies } = JSON.parse(
    readFileSync(join(site, 'node_modules/messaging-widget/package.json'), 'utf8'),
  );
  expect(dependencies).toBeUndefined();
  expect(peerDependenciesMeta).toEqual({ react: { optional: true }, vue: { optional: true } });
  expect(readFileSync(join(site, 'node_modules/messaging-widget/widget.mjs'), 'utf8')).not.toMatch(
    /"react|"vue/,
  );
});
