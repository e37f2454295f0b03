import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';

const at = (file: string) => `${import.meta.dirname}/${file}`;

/** Preloads the application's code in parallel with the page. */
function preloadMain(): Plugin {
  let base = '/';
  return {
    name: 'preload-main',
    configResolved: (config) => {
      base = config.base;
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) => {
        const main = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.moduleIds.includes(at('main.tsx')),
        );
        if (main?.type !== 'chunk') return [];
        return [main.fileName, ...main.imports].map(
          (file): HtmlTagDescriptor => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: base + file },
          }),
        );
      },
    },
  };
}

/** All that a file imports before it runs. */
function importsOf(file: string, context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const found = new Set<string>();
  const ahead = [file];
  for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    ahead.push(...(context.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** Puts what every visit loads into two files instead of forty; computed once per build. */
const always = new Map<string, ReadonlySet<string>>();

function groupOf(id: string, context: Rolldown.ChunkingContext): string | null {
  if (fieldsOfFewPages.test(id)) return null;
  if (always.size === 0) {
    always.set('start', importsOf(at('start.ts'), context));
    always.set('main', importsOf(at('main.tsx'), context));
  }
  const [name] = [...always].find(([, files]) => files.has(id)) ?? [];
  return name ?? null;
}

/** The component library's index imports them for every page. */
const fieldsOfFewPages =
  /components.(NumberInput|MultiSelect|TagsInput|PillsInput|Pill)\b|react-number-format/;

const ofForms =
  /features.editor.(FlowReader|EditorNews|inspector|list|store|problems|saving|expression.Expr|document.(?!outline|document))/;

const forgetFiles: Plugin = { name: 'forget-files', buildStart: () => always.clear() };

/** The builder sets the `base`; the stage comes from `config.json` at the start. */
export default defineConfig({
  plugins: [react(), preloadMain(), forgetFiles],
  root: import.meta.dirname,
  // Regardless of the environment: a test builds what is deployed.
  define: { 'process.env.NODE_ENV': '"production"' },
  oxc: { jsx: { development: false } },
  // The engine loads what reads dates and telephone numbers when a test chat needs it.
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // Everything is a file: the policy allows nothing inline, data addresses of images excepted.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: groupOf, debugName: 'always', priority: 1 },
            // Shared by editing and reading a flow; by the rule below, small parts of other pages would join
            // it.
            { name: 'problems', test: /flows.view.(engine-messages|ProblemList)/, priority: 1 },
            { name: 'hours', test: /contract.weekdays|components.(WeekHoursField|DayHours)/, priority: 1 },
            { name: 'contact-dialog', test: /features.contacts.ContactDialog/, priority: 1 },
            {
              name: 'conversation-queries',
              test: /features.(conversations.queries|inbox.change-handoff)/,
              priority: 1,
            },
            { name: 'step-names', test: /flows.(view.connection-name|canvas.KindIcon)/, priority: 1 },
            { name: 'downloads', test: /components.save-(text|json)/, priority: 1 },
            { name: 'flow-forms', test: ofForms, minShareCount: 2, priority: 1 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 3_000 },
          ],
        },
      },
    },
  },
});
