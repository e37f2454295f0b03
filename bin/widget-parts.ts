import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';

/** A file that the widget loads when it is first wanted. */
export interface WidgetPart {
  /** `de.<SHA-256 of the content, base64url>.js` */
  readonly file: string;
  readonly code: string;
}

const dynamicImport = /import\('(\.[^']+)\.ts'\)/g;

/** Makes every `import()` of `src/widget/parts.ts` a call that loads the part by the name of its content. */
export function splitWidgetParts(
  bundlePart: (entry: string) => Promise<string>,
  found: WidgetPart[],
): Plugin {
  return {
    name: 'split-widget-parts',
    setup({ onLoad }) {
      onLoad({ filter: /\/src\/widget\/parts\.ts$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const names = new Map<string, string>();
        for (const [, entry = ''] of source.matchAll(dynamicImport)) {
          const code = await bundlePart(join(dirname(path), `${entry}.ts`));
          const name = `${basename(entry)}.${createHash('sha256').update(code).digest('base64url')}`;
          names.set(entry, name);
          found.push({ file: `${name}.js`, code });
        }
        const calls = source.replace(dynamicImport, (_whole, entry) => `loadPart('${names.get(entry)}')`);
        return { contents: `import { loadPart } from './load-part.ts';\n${calls}`, loader: 'ts' };
      });
    },
  };
}
