import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withCostChapter } from './cost/page.ts';
import { flowsPage } from './flows-page.ts';
import { tenantFilesPage } from './tenant-files-page.ts';

const docs = join(import.meta.dirname, '..', 'docs');

/** Returns the pages that `npm run documents` writes, by path below `docs`. */
export function documents(): Readonly<Record<string, string>> {
  return {
    'flows.md': flowsPage(),
    'operations.md': withCostChapter(readFileSync(join(docs, 'operations.md'), 'utf8')),
    'tenant-files.md': tenantFilesPage(),
  };
}

if (import.meta.main)
  for (const [path, text] of Object.entries(documents())) await writeFile(join(docs, path), text);
