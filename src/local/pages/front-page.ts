import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chatPage, chatPagePrefix } from '../../contract/chat-page.ts';
import { docsContentSecurityPolicy } from '../../contract/docs.ts';
import { testNotFoundPath, testPage, testPagePath } from '../../contract/test-chat.ts';
import { type Html, html } from '../hosted-ui/pages.ts';
import type { SentMail } from '../hosted-ui/user-pool.ts';
import type { Page } from '../http-api/http-api.ts';
import type { Stack } from '../stack.ts';
import { readStyle } from './read-style.ts';

/** A widget's script, and the files that it loads by their names under `releases/`. */
export interface ServedWidget {
  readonly code: string;
  readonly parts: readonly { readonly file: string; readonly code: string }[];
}

interface FrontPageOptions {
  /** `widget.js` and what it loads later, ready to be served. */
  readonly widget: ServedWidget;
  /** The same under a name of its content, as a deployment serves it. */
  readonly release: { readonly file: string; readonly integrity: string };
  /** The script and the style sheet of the page of test links. */
  readonly testPage: { readonly js: string; readonly css: string };
  /** The stack, once it has started. */
  readonly stack: () => Stack;
  /** The running parts and their URLs, line by line. */
  readonly rows: () => readonly (readonly string[])[];
  /** A command that sends a message. */
  readonly curl: () => string;
}

const attributes = 'data-tenant="acme" data-widget="acme-web"';

/** Variants of the widget, by the query of the page. */
const variants: Readonly<Record<string, { readonly lang?: string; readonly theme?: string }>> = {
  Light: { theme: 'light' },
  Dark: { theme: 'dark' },
  English: { lang: 'en' },
  Español: { lang: 'es' },
  Deutsch: { lang: 'de' },
  Français: { lang: 'fr' },
  العربية: { lang: 'ar' },
};

/** The strictest policy under which the widget is documented to work. @see docs/widget.md */
const contentSecurityPolicy = (bucket: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self' ${bucket}`,
    `img-src 'self' https: ${bucket}`,
    "require-trusted-types-for 'script'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The pages of `/`: what runs, and a demo shop with the widget. @see design 8 */
export async function frontPages(options: FrontPageOptions): Promise<Readonly<Record<string, Page>>> {
  const folder = join(import.meta.dirname, 'front-page');
  const [template, style] = await Promise.all([
    readFile(join(folder, 'page.html'), 'utf8'),
    readStyle(join(folder, 'style.css')),
  ]);
  return {
    '/': (_request, response, url) =>
      void response
        .writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': contentSecurityPolicy(options.stack().env.AWS_ENDPOINT_URL_S3 ?? ''),
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        })
        .end(fill(template, valuesOf(options, url))),
    [chatPagePrefix]: (_request, response) => {
      const { url, env } = options.stack();
      const page = chatPage({ widget: '/widget.js', api: url, files: env.AWS_ENDPOINT_URL_S3 ?? '' });
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
        .end(page);
    },
    [testPagePath]: testPageAs(200, options),
    [testNotFoundPath]: testPageAs(404, options),
    [`${testPagePath}page.js`]: file('text/javascript', options.testPage.js),
    [`${testPagePath}page.css`]: file('text/css', options.testPage.css),
    '/front-page.css': file('text/css', style),
    '/widget.js': file('text/javascript', options.widget.code, otherSites),
    '/release.json': file('application/json', JSON.stringify(options.release), otherSites),
    [`/${options.release.file}`]: file('text/javascript', options.widget.code, forGood),
    ...partPages(options.widget),
  };
}

function testPageAs(status: number, options: FrontPageOptions): Page {
  const files = { script: `${testPagePath}page.js`, style: `${testPagePath}page.css` };
  return (_request, response) =>
    void response
      .writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      .end(testPage({ ...files, widget: '/widget.js', api: options.stack().url }));
}

/** Files that the widget loads later. */
export function partPages({ parts }: ServedWidget): Readonly<Record<string, Page>> {
  return Object.fromEntries(
    parts.map(({ file: name, code }) => [`/releases/${name}`, file('text/javascript', code, forGood)]),
  );
}

/** Files that other sites load; a script with `integrity` needs CORS. */
const otherSites = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
const forGood = { ...otherSites, 'cache-control': 'public, max-age=31536000, immutable' };

/** Serves the widget's script to this site's own pages. */
export const scriptPage = (code: string): Page => file('text/javascript', code);

function file(type: string, content: string, headers: Readonly<Record<string, string>> = {}): Page {
  return (_request, response) =>
    void response
      .writeHead(200, {
        'content-type': `${type}; charset=utf-8`,
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        ...headers,
      })
      .end(content);
}

function valuesOf({ stack, rows, curl }: FrontPageOptions, url: URL): Readonly<Record<string, string>> {
  const lang = known(url, 'lang', 'en');
  const theme = known(url, 'theme', 'auto');
  const links = Object.entries(variants).map(([label, change]) => {
    const query = new URLSearchParams({ lang, theme, ...change });
    const named = change.lang !== undefined && html` lang="${change.lang}"`;
    return html`<a href="/?${query.toString()}"${named}>${label}</a>`;
  });
  return {
    lang,
    theme,
    dir: lang === 'ar' ? 'rtl' : 'ltr',
    attributes: `${attributes} data-theme="${theme}"`,
    variants: together(links),
    rows: together(rows().map(row)),
    curl: html`${curl()}`.html,
    snippet: html`${`<script src="${stack().url}/widget.js" ${attributes} async></script>`}`.html,
  };
}

/** The variant in the query, if known. */
function known(url: URL, name: 'lang' | 'theme', otherwise: string): string {
  const wanted = url.searchParams.get(name);
  return Object.values(variants).some((change) => change[name] === wanted) && wanted ? wanted : otherwise;
}

const together = (parts: readonly Html[]) => parts.map((part) => part.html).join('');

function row([name = '', value = '']: readonly string[]): Html {
  const where = value.startsWith('http') ? html`<code>${value}</code>` : value;
  return html`<tr><td>${name}</td><td>${where}</td></tr>`;
}

function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => values[name] ?? '');
}

/** Nothing runs and nothing is loaded but the front page's style. */
const mailsPolicy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The page of the mails that Cognito and SES would send. @see design 8 */
export function mailsPage(mails: () => readonly SentMail[]): Readonly<Record<string, Page>> {
  return {
    '/mails': (_request, response) =>
      void response
        .writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': mailsPolicy,
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
        })
        .end(pageOf(mails()).html),
  };
}

/** A mail's text with its addresses as links. */
function linked(text: string): Html {
  const parts = text.split(/(https?:\/\/\S+)/);
  const shown = parts.map((part, n) => (n % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
  return { html: shown.map((part) => part.html).join('') };
}

function pageOf(mails: readonly SentMail[]): Html {
  const rows = mails.map(
    ({ to, subject, text, sentAtMs }) =>
      html`<article class="mail"><h2>${subject}</h2><p class="about">To ${to} · ${new Date(sentAtMs).toISOString().replace('T', ' ').slice(0, 19)} UTC</p><p>${linked(text)}</p></article>`,
  );
  const shown = { html: rows.map((row) => row.html).join('\n') };
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Emails · messaging gateway on this machine</title>
  <link rel="stylesheet" href="/front-page.css">
</head>
<body>
  <nav class="bar" aria-label="This machine">
    <strong><span class="light" aria-hidden="true"></span>Messaging gateway</strong>
    <span class="links"><a href="/">Front page</a><a href="/admin/">Console</a><a href="/mails">Refresh</a></span>
  </nav>
  <main>
    <section class="runs">
      <h1>Emails</h1>
      <p>The last 100 emails that Cognito and SES would send. Kept only while the server runs.</p>
      ${mails.length === 0 ? html`<p>No emails yet. Invite a user, reset a password, or leave an email address in the chat.</p>` : shown}
    </section>
  </main>
</body>
</html>
`;
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  png: 'image/png',
};

/** Serves the documentation's files at `/docs/…`, each made when it is asked for. */
export function docsPages(
  files: ReadonlyMap<string, () => Promise<string | Buffer>>,
): Readonly<Record<string, Page>> {
  const pages = [...files].map(([path, read]): readonly [string, Page] => [
    `/docs/${path}`,
    async (_request, response) => {
      const content = await read();
      response
        .writeHead(200, {
          'content-type': types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
          'cache-control': 'no-cache',
          'x-content-type-options': 'nosniff',
          'content-security-policy': docsContentSecurityPolicy,
        })
        .end(content);
    },
  ]);
  const home: Page = (_request, response) =>
    void response.writeHead(302, { location: '/docs/index.html' }).end();
  return Object.fromEntries([...pages, ['/docs', home], ['/docs/', home]]);
}
