import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Marked } from 'marked';
import { gfmHeadingId } from 'marked-gfm-heading-id';
import pages from '../../docs/pages.json' with { type: 'json' };
import { problemCodes, problemStatuses } from '../../src/contract/problem.ts';
import { readStyle } from '../../src/local/pages/read-style.ts';
import { type JsonSchemas, jsonSchemas } from '../../src/operations/directory/file-documents.ts';
import { asyncApiDocument } from '../../src/reference/asyncapi.ts';
import { openApiDocument } from '../../src/reference/openapi.ts';
import { problemMeanings } from '../../src/reference/refusals.ts';

const schemaNames = [
  ...(['flow', 'conversations', 'widget', 'channel', 'tenant'] as const),
] satisfies (keyof JsonSchemas)[];
const docsFolder = join(import.meta.dirname, '../../docs');
const viewer = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));

/** The builders of the documentation site's files, by path below `docs/`. */
export type DocsFiles = ReadonlyMap<string, () => Promise<string | Buffer>>;

/**
 * Builds the documentation as a site of static files, the same locally and on AWS: guides, references, and the documents
 * they are generated from.
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

type Document = ReturnType<typeof asyncApiDocument>;
/** The parts of a JSON Schema that the events' schemas use. */
interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

/** Lists every event of the bus with its fields. */
function eventsPage({ info, components }: Document): string {
  const sections = Object.values(components.messages).map(({ name, summary, payload, examples }) => {
    return `<section id="${name}"><h2><a href="#${name}"><code>${name}</code></a></h2>
<p>${sentence(summary)}</p>
${fieldsOf(name, payload as Schema)}
<details><summary>An example of <code>${name}</code></summary>
<pre tabindex="0"><code>${sentence(JSON.stringify(examples[0]?.payload, null, 2))}</code></pre></details></section>`;
  });
  const shared = Object.entries(components.schemas as Readonly<Record<string, Schema>>)
    .filter(([, { properties }]) => properties)
    .map(
      ([name, schema]) => `<section id="${name}"><h3><a href="#${name}">${name}</a></h3>
${fieldsOf(name, schema)}</section>`,
    );
  return layOut({
    title: 'Events',
    main: `<h1>Events</h1>
<p>${sentence(info.description)} The fields below are those of <code>detail</code>. The full document is <a href="asyncapi.json">asyncapi.json</a>;
<a href="guides/events.html">the guide</a> explains how to subscribe.</p>
${sections.join('\n')}
<h2 id="shared">Shared types</h2>
${shared.join('\n')}`,
  });
}

const fieldsOf = (name: string, schema: Schema) =>
  `<div class="wide" tabindex="0" role="region" aria-label="Fields of ${name}"><table>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Always there</th></tr></thead>
<tbody>
${rowsOf(schema, '').join('\n')}
</tbody></table></div>`;

function rowsOf(schema: Schema, before: string): string[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${before}${name}`;
    const row = `<tr><th scope="row"><code>${sentence(path)}</code></th><td>${typeOf(field)}</td><td>${required.has(name) ? 'yes' : 'no'}</td></tr>`;
    const inside = [field, field.items, ...(field.anyOf ?? []), ...(field.oneOf ?? [])].find(
      (one) => one?.properties,
    );
    return [row, ...(inside ? rowsOf(inside, `${path}${field.type === 'array' ? '[]' : ''}.`) : [])];
  });
}

function typeOf({
  $ref,
  type,
  const: only,
  enum: choices,
  allOf,
  anyOf,
  oneOf,
  items,
  format,
}: Schema): string {
  const name = ($ref ?? allOf?.[0]?.$ref)?.split('/').at(-1);
  if (name !== undefined) return name === 'AnswerValue' ? 'any JSON value' : `<a href="#${name}">${name}</a>`;
  const several = anyOf ?? oneOf;
  if (several) return [...new Set(several.map(typeOf))].join(' or ');
  if (only !== undefined) return `<code>${sentence(JSON.stringify(only))}</code>`;
  if (choices) return choices.map((choice) => `<code>${sentence(JSON.stringify(choice))}</code>`).join(', ');
  if (type === 'array') return `list of ${items ? typeOf(items) : 'anything'}`;
  return sentence([[type ?? 'anything'].flat().join(' or '), ...(format ? [`(${format})`] : [])].join(' '));
}

const list = (pages: readonly MarkdownPage[]) =>
  pages
    .map(
      ({ file, title, about }) =>
        `<li><a href="${file.replace(/\.md$/, '.html')}">${sentence(title)}</a><span>${sentence(about)}</span></li>`,
    )
    .join('\n');

/** Builds the start page. */
function homePage(version: string): string {
  return layOut({
    title: 'Documentation',
    main: `<h1>Documentation</h1>
<p>One gateway for the chat on your site, WhatsApp and your contact center. Version ${sentence(version)}.</p>
<h2>For developers</h2>
<ul class="pages">
${list(guides)}
</ul>
<h2>References</h2>
<ul class="pages">
<li><a href="reference.html">API reference</a><span>Every route, to try out. As a document: <a href="openapi.json">openapi.json</a></span></li>
<li><a href="events.html">Events</a><span>Events on the bus. As a document: <a href="asyncapi.json">asyncapi.json</a></span></li>
<li><a href="problems.html">Problems</a><span>Every error code, its meaning and what to do.</span></li>
</ul>
<h2>For authors, admins and operators</h2>
<ul class="pages">
${list(topics)}
</ul>`,
  });
}

/** A page in Markdown. */
interface MarkdownPage {
  /** Below `docs/`. */
  readonly file: string;
  readonly title: string;
  readonly about: string;
}

/** The guides for integrators, in reading order, and the pages for authors, admins and operators. */
const { guides, topics } = pages;

const published = new Set([...guides, ...topics].map(({ file }) => file));

/** @throws Error for a page that is not there */
async function markdownPage(folder: string, { file, title }: MarkdownPage): Promise<string> {
  const marked = new Marked(gfmHeadingId(), { gfm: true });
  marked.use({
    renderer: {
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const address = addressOf(file, href);
        return address === null ? words : `<a href="${escaped(address)}">${words}</a>`;
      },
    },
  });
  const main = await marked.parse(await readFile(join(folder, file), 'utf8'));
  return layOut({
    title,
    // A wide table scrolls by itself, and by keyboard.
    main: main
      .replaceAll('<table>', '<div class="wide" tabindex="0" role="region" aria-label="Table"><table>')
      .replaceAll('</table>', '</table></div>'),
    depth: file.split('/').length - 1,
  });
}

/** The target of a link on the site; null for repository files, which the site doesn't have. */
function addressOf(file: string, href: string): string | null {
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = posix.normalize(posix.join(posix.dirname(file), path));
  if (target.startsWith('images/')) return href;
  if (!published.has(target)) return null;
  return `${path.replace(/\.md$/, '.html')}${anchor ? `#${anchor}` : ''}`;
}

/** The reference of the API, whose viewer sends requests to the server that the document names. */
function viewerPage(): string {
  return layOut({
    title: 'API reference',
    head: '\n    <link rel="stylesheet" href="viewer.css">',
    main: `<noscript><p>The viewer needs JavaScript; the document itself is <a href="openapi.json">openapi.json</a>.</p></noscript>
<div id="reference"></div>
<script src="viewer.js"></script>
<script src="start.js"></script>`,
  });
}

/** Starts the viewer; a file, since the policy allows no script in a page. */
const viewerScript = `const dark = matchMedia('(prefers-color-scheme: dark)');
const wear = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', wear);
wear();
SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  displayOperationId: true,
  tryItOutEnabled: true,
});
`;

/** Every code of a problem, at the address that its `type` names. @see RFC 9457, section 3.1.1 */
function problemsPage(): string {
  const entries = problemCodes.toSorted().map(
    (code) =>
      `<section id="${code}"><h2><a href="#${code}"><code>${code}</code></a> <span class="status">${problemStatuses[code].join(', ')}</span></h2>
<p>${sentence(problemMeanings[code])}</p></section>`,
  );
  return layOut({
    title: 'Problems',
    main: `<h1>Problems</h1>
<p>A request that is refused is answered with <code>application/problem+json</code>: <code>type</code> is the address of an entry on this
page, <code>code</code> its name, which programs may compare, <code>detail</code> says what is wrong with this very request,
<code>errors</code> which of its fields, and <code>correlationId</code> finds it in the logs. A status of 500 or above, 429 and 409
<code>request_in_progress</code> go away: repeat the request with the same idempotency key, after <code>Retry-After</code> where there is
one. Every other one stays until the request is changed.</p>
${entries.join('\n')}`,
  });
}

/** One page of the documentation. */
interface LaidOut {
  readonly title: string;
  /** HTML of the page's own. */
  readonly main: string;
  /** Its depth below `docs/`. */
  readonly depth?: number;
  readonly head?: string;
}

const areas = [
  ['index.html', 'Guides'],
  ['reference.html', 'API reference'],
  ['events.html', 'Events'],
  ['problems.html', 'Problems'],
] as const;

/** The frame of every page; it needs no script. */
function layOut({ title, main, depth = 0, head = '' }: LaidOut): string {
  const up = '../'.repeat(depth);
  const links = areas.map(([path, name]) => `<a href="${up}${path}">${name}</a>`).join('\n        ');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${escaped(title)} · Messaging gateway</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${up}docs.css">${head}
  </head>
  <body>
    <a class="skip" href="#main">Skip to the page</a>
    <header class="bar">
      <a class="name" href="${up}index.html">Messaging gateway</a>
      <nav class="links" aria-label="Documentation">
        ${links}
      </nav>
    </header>
    <main id="main">
${main}
    </main>
  </body>
</html>
`;
}

/** Text in HTML. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A sentence of ours, whose code stands between backticks. */
function sentence(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

const pictures = () =>
  readdirSync(join(docsFolder, 'images'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.png'))
    .map((name) => name.replaceAll('\\', '/'));
