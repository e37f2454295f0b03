import { layOut, sentence } from './layout.ts';
import { guides, type MarkdownPage, topics } from './markdown-page.ts';

const list = (pages: readonly MarkdownPage[]) =>
  pages
    .map(
      ({ file, title, about }) =>
        `<li><a href="${file.replace(/\.md$/, '.html')}">${sentence(title)}</a><span>${sentence(about)}</span></li>`,
    )
    .join('\n');

/** Where the documentation begins. */
export function homePage(version: string): string {
  return layOut({
    title: 'Documentation',
    main: `<h1>Documentation</h1>
<p>One gateway for the chat on your site, WhatsApp and your contact center. Version ${sentence(version)}.</p>
<h2>For your programs</h2>
<ul class="pages">
${list(guides)}
</ul>
<h2>References</h2>
<ul class="pages">
<li><a href="reference.html">API reference</a><span>Every route, to be tried. As a document: <a href="openapi.json">openapi.json</a></span></li>
<li><a href="events.html">Events</a><span>What the bus says. As a document: <a href="asyncapi.json">asyncapi.json</a></span></li>
<li><a href="problems.html">Problems</a><span>Every code of an error, what it means and what to do.</span></li>
</ul>
<h2>For authors, admins and operators</h2>
<ul class="pages">
${list(topics)}
</ul>`,
  });
}
