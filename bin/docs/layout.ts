/** One page of the documentation. */
export interface LaidOut {
  readonly title: string;
  /** HTML of the page's own. */
  readonly main: string;
  /** How deep below `docs/` it lies. */
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
export function layOut({ title, main, depth = 0, head = '' }: LaidOut): string {
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
    <header>
      <a class="name" href="${up}index.html">Messaging gateway</a>
      <nav aria-label="Documentation">
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
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A sentence of ours, whose code stands between backticks. */
export function sentence(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}
