import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonSchemas } from '../src/operations/directory/file-documents.ts';
import { clientTypes } from './client-types.ts';
import { withCostChapter } from './cost/page.ts';
import { flowsPage } from './flows-page.ts';
import { tenantFilesPage } from './tenant-files-page.ts';

const docs = join(import.meta.dirname, '..', 'docs');
const generated = join(import.meta.dirname, '..', 'src', 'client', 'generated');

/** What `npm run documents` writes, by its path below `docs`. */
export function documents(): Readonly<Record<string, string>> {
  return {
    'flows.md': flowsPage(),
    'operations.md': withCostChapter(readFileSync(join(docs, 'operations.md'), 'utf8')),
    'tenant-files.md': tenantFilesPage(),
    ...Object.fromEntries(
      Object.entries(jsonSchemas()).map(([name, schema]) => [
        `schemas/${name}.json`,
        `${JSON.stringify(schema, null, 2)}\n`,
      ]),
    ),
  };
}

if (import.meta.main) {
  await mkdir(join(docs, 'schemas'), { recursive: true });
  for (const [path, text] of Object.entries(documents())) await writeFile(join(docs, path), text);
  await mkdir(generated, { recursive: true });
  for (const [path, text] of Object.entries(await clientTypes()))
    await writeFile(join(generated, path), text);
}
