import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { Marked } from 'marked';
import { gfmHeadingId } from 'marked-gfm-heading-id';
import { escaped, layOut } from './layout.ts';

/** A page that is written in Markdown. */
export interface MarkdownPage {
  /** Below `docs/`. */
  readonly file: string;
  readonly title: string;
  readonly about: string;
}

/** What an integrator reads, in the order of need. */
export const guides: readonly MarkdownPage[] = [
  {
    file: 'guides/first-message.md',
    title: 'The first message',
    about: 'Send a message and read the replies, on your own machine, in five minutes.',
  },
  {
    file: 'guides/idempotency.md',
    title: 'Idempotency and retries',
    about: 'Repeat any request without sending anything twice.',
  },
  {
    file: 'guides/limits.md',
    title: 'Limits',
    about: 'How much, how large, how often, and what the headers tell.',
  },
  {
    file: 'guides/late-replies.md',
    title: 'Late replies: 202 and the long-poll',
    about: 'When the answer takes longer than a request may.',
  },
  {
    file: 'guides/client.md',
    title: 'The client for Node and browsers',
    about: 'The API as typed functions, with retries and the long-poll done.',
  },
  {
    file: 'signing.md',
    title: 'Signing and identity',
    about: 'Requests that only your server can make, and visitors whom your site vouches for.',
  },
  {
    file: 'guides/webhooks.md',
    title: 'Webhooks of each provider',
    about: 'WhatsApp Cloud API, 360dialog and a contact center: how their calls are verified.',
  },
  {
    file: 'service-keys.md',
    title: 'Service keys',
    about: 'Your own systems read, answer and speak first.',
  },
  { file: 'guides/events.md', title: 'Events', about: 'What the bus says, and how to listen to it.' },
  {
    file: 'guides/versions.md',
    title: 'Versions and deprecation',
    about: 'What may change under you, and what never does.',
  },
];

/** What authors, admins and operators read. */
export const topics: readonly MarkdownPage[] = [
  { file: 'widget.md', title: 'The chat widget', about: 'Install it on a site and make it look like yours.' },
  { file: 'flows.md', title: 'Flows', about: 'The language of conversations.' },
  { file: 'tenant-files.md', title: "A tenant's files", about: 'Flows, widgets and channels as files.' },
  { file: 'console.md', title: 'The console', about: 'Every page, with pictures.' },
  { file: 'admin-api.md', title: 'The admin API', about: 'What the console calls, for your own programs.' },
  { file: 'command-line.md', title: 'The command line', about: 'Every command.' },
  { file: 'contact-center.md', title: 'Contact centers', about: 'Humans who answer from another system.' },
  { file: 'files.md', title: 'Files of visitors', about: 'Uploads, what becomes of them, who sees them.' },
  { file: 'data.md', title: 'What is kept of people', about: 'Where, for how long, and how it is erased.' },
  { file: 'security.md', title: 'Who is kept from what', about: 'Threats, and what stands against them.' },
  { file: 'operations.md', title: 'Operations', about: 'Deploying, alarms, costs, restoring.' },
];

const published = new Set([...guides, ...topics].map(({ file }) => file));

/** @throws Error for a page that is not there */
export async function markdownPage(folder: string, { file, title }: MarkdownPage): Promise<string> {
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

/** Where a link leads on the site; null for what lies in the repository only, which readers of the site don't have. */
function addressOf(file: string, href: string): string | null {
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = posix.normalize(posix.join(posix.dirname(file), path));
  if (target.startsWith('images/')) return href;
  if (!published.has(target)) return null;
  return `${path.replace(/\.md$/, '.html')}${anchor ? `#${anchor}` : ''}`;
}
