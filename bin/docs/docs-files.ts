import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readStyle } from '../../src/local/pages/read-style.ts';
import { type JsonSchemas, jsonSchemas } from '../../src/operations/directory/json-schemas.ts';
import { asyncApiDocument } from '../../src/reference/asyncapi.ts';
import { openApiDocument } from '../../src/reference/openapi.ts';
import { eventsPage } from './events-page.ts';
import { homePage } from './home-page.ts';
import { guides, markdownPage, topics } from './markdown-page.ts';
import { problemsPage } from './problems-page.ts';
import { viewerPage, viewerScript } from './viewer-page.ts';

const schemaNames = [
  ...(['flow', 'conversations', 'widget', 'channel', 'tenant'] as const),
] satisfies (keyof JsonSchemas)[];
const docsFolder = join(import.meta.dirname, '../../docs');
const viewer = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));

/** By path below `docs/`, what makes a file of the documentation's site. */
export type DocsFiles = ReadonlyMap<string, () => Promise<string | Buffer>>;

/**
 * The documentation as a site of static files, the same on a laptop and on AWS: guides, references, and the documents
 * that they are made of.
 */
export function docsFiles(version: string): DocsFiles {
  const json = (make: () => unknown) => async () => JSON.stringify(make());
  const ofViewer = (name: string) => () => readFile(join(viewer, name));
  return new Map<string, () => Promise<string | Buffer>>([
    ['index.html', async () => homePage(version)],
    ...[...guides, ...topics].map(
      (page) => [page.file.replace(/\.md$/, '.html'), () => markdownPage(docsFolder, page)] as const,
    ),
    ['problems.html', async () => problemsPage()],
    ['reference.html', async () => viewerPage()],
    ['events.html', async () => eventsPage(asyncApiDocument(version))],
    ['docs.css', () => readStyle(join(import.meta.dirname, 'docs.css'))],
    ['viewer.css', ofViewer('swagger-ui.css')],
    ['viewer.js', ofViewer('swagger-ui-bundle.js')],
    ['start.js', async () => viewerScript],
    ['openapi.json', json(() => openApiDocument(version))],
    ['asyncapi.json', json(() => asyncApiDocument(version))],
    ...schemaNames.map((name) => [`schemas/${name}.json`, json(() => jsonSchemas()[name])] as const),
    ...pictures().map(
      (name) => [`images/${name}`, () => readFile(join(docsFolder, 'images', name))] as const,
    ),
  ]);
}

const pictures = () =>
  readdirSync(join(docsFolder, 'images'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.png'))
    .map((name) => name.replaceAll('\\', '/'));
