import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { adminFiles } from '../../bin/admin-files.ts';
import type { AdminFiles } from '../../src/local/pages/admin-page.ts';

let files: AdminFiles;
beforeAll(async () => {
  files = await adminFiles();
});

const textOf = (name: string) => String(files.get(name) ?? '');

/** Size on the wire, in KB of 1,000 bytes. */
const sizeOf = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => sum + gzipSync(textOf(name), { level: 9 }).length, 0) / 1000;

const named = (pattern: RegExp) => [...files.keys()].filter((name) => pattern.test(name));

/** A chunk and all that it imports before it runs. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, imported = ''] of textOf(name).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
    withImports(`assets/${imported}`, found);
  return found;
}

/** What begins, and the application itself, which it asks for at once. */
const start = () => {
  const html = textOf('index.html');
  const [, entry = ''] = /<script[^>]*src="[^"]*(assets\/[^"]+\.js)"/.exec(html) ?? [];
  const [, main = ''] = /rel="modulepreload"[^>]*href="[^"]*(assets\/main-[^"]+\.js)"/.exec(html) ?? [];
  return new Set([...withImports(entry), ...withImports(main)]);
};

it('the first page loads at most 300 KB of JavaScript and 25 KB of styles', () => {
  const size = sizeOf(start());
  expect(size).toBeGreaterThan(50);
  expect(size).toBeLessThan(300);
  const styles = [...textOf('index.html').matchAll(/href="[^"]*(assets\/[^"]+\.css)"/g)];
  expect(sizeOf(styles.map(([, name = '']) => name))).toBeGreaterThan(5);
  expect(sizeOf(styles.map(([, name = '']) => name))).toBeLessThan(25);
});

it('the start script is small and loads the rest at once; with the application it is at most eight files', () => {
  const [, entry = ''] = /<script[^>]*src="[^"]*(assets\/[^"]+\.js)"/.exec(textOf('index.html')) ?? [];
  expect(sizeOf(withImports(entry))).toBeLessThan(45);
  expect(start().size).toBeGreaterThan(1);
  expect(start().size).toBeLessThanOrEqual(8);
});

it('each page is a chunk of its own, and adds at most 40 KB', () => {
  const shared = start();
  const pages = named(/assets\/\w+Page-[\w-]+\.js$/).filter((name) => !shared.has(name));
  expect(pages.length).toBeGreaterThanOrEqual(8);
  for (const page of pages.filter((name) => !name.includes('EditorPage'))) {
    const own = [...withImports(page)].filter((name) => !shared.has(name));
    expect([page, sizeOf(own) < 40]).toEqual([page, true]);
  }
});

it('the flow editor adds at most 260 KB with its canvas, and its JSON view at most 130 KB on request', () => {
  const shared = start();
  const [page = ''] = named(/assets\/EditorPage-[\w-]+\.js$/);
  const [canvas = ''] = named(/assets\/FlowCanvas-[\w-]+\.js$/);
  const [json = ''] = named(/assets\/JsonView-[\w-]+\.js$/);
  const own = new Set([...withImports(page), ...withImports(canvas)].filter((name) => !shared.has(name)));
  expect(own.has(json)).toBe(false);
  expect(sizeOf(own)).toBeGreaterThan(40);
  expect(sizeOf(own)).toBeLessThan(260);
  const onDemand = [...withImports(json)].filter((name) => !shared.has(name) && !own.has(name));
  expect(sizeOf(onDemand)).toBeGreaterThan(40);
  expect(sizeOf(onDemand)).toBeLessThan(130);
});

it('the canvas is loaded where one is shown, in at most 90 KB; its layout worker has at most 25 KB', () => {
  const [canvas = ''] = named(/assets\/FlowCanvas-[\w-]+\.js$/);
  const [worker = ''] = named(/assets\/arrange\.worker-[\w-]+\.js$/);
  const before = new Set([
    ...start(),
    ...named(/assets\/Flow(Page|View)-/).flatMap((page) => [...withImports(page)]),
  ]);
  expect(before.has(canvas)).toBe(false);
  const size = sizeOf([...withImports(canvas)].filter((name) => !before.has(name)));
  expect(size).toBeGreaterThan(30);
  expect(size).toBeLessThan(90);
  expect(sizeOf([worker])).toBeGreaterThan(5);
  expect(sizeOf([worker])).toBeLessThan(25);
});

it('the views of a flow, its list and its forms, add at most 50 KB to the page', () => {
  const [view = ''] = named(/assets\/FlowView-[\w-]+\.js$/);
  const before = new Set([
    ...start(),
    ...named(/assets\/FlowPage-/).flatMap((page) => [...withImports(page)]),
  ]);
  expect(before.has(view)).toBe(false);
  const size = sizeOf([...withImports(view)].filter((name) => !before.has(name)));
  expect(size).toBeGreaterThan(10);
  expect(size).toBeLessThan(50);
});

it('flows and their texts are checked by the engine in a worker of its own, of at most 110 KB', () => {
  const [worker = ''] = named(/assets\/engine\.worker-[\w-]+\.js$/);
  expect(start().has(worker)).toBe(false);
  expect(sizeOf([worker])).toBeGreaterThan(20);
  expect(sizeOf([worker])).toBeLessThan(110);
});

it('the first catalog of a language is a chunk of its own, of at most 15 KB', () => {
  const languages = named(/assets\/common-[\w-]+\.js$/);
  expect(languages).toHaveLength(4);
  for (const language of languages) {
    expect(start().has(language)).toBe(false);
    expect(sizeOf([language])).toBeLessThan(15);
  }
});

it('all styles together are at most 45 KB', () => {
  expect(sizeOf(named(/\.css$/))).toBeLessThan(45);
});
