import { layOut } from './layout.ts';

/** The reference of the API, whose viewer sends requests to the server that the document names. */
export function viewerPage(): string {
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
export const viewerScript = `const dark = matchMedia('(prefers-color-scheme: dark)');
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
