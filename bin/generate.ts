import { globSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const clientFolder = 'src/client/generated';
const schemas = 'docs/schemas';
/** The base URL of `"$schema"` in examples and new files. */
export const schemasFolder: string = join(root, schemas);
/** The sources of the generated files. */
const sources =
  'package-lock.json bin/{generate,client-types}.ts src/{contract,engine,operations,reference}/**/*.{ts,json}';

/**
 * Writes what is made from the sources and not committed: the types of the client and the JSON Schemas for editors.
 * Returns at once while both are newer than every source.
 * @param outRoot the folder below which both are written
 */
export async function generate(outRoot: string = root): Promise<void> {
  // Written last, so that its age is that of all.
  const last = join(outRoot, clientFolder, 'api.ts');
  const changed = globSync(sources.split(' '), { cwd: root }).map((file) => modifiedAt(join(root, file)));
  if (modifiedAt(last) > Math.max(...changed)) return;
  // Loaded only here: they bring the compiler and the engine.
  const { clientTypes } = await import('./client-types.ts');
  const { jsonSchemas } = await import('../src/operations/directory/file-documents.ts');
  for (const [name, schema] of Object.entries(jsonSchemas()))
    replaceFile(join(outRoot, schemas, `${name}.json`), `${JSON.stringify(schema, null, 2)}\n`);
  for (const [name, text] of Object.entries(await clientTypes()))
    replaceFile(join(outRoot, clientFolder, name), text);
}

const modifiedAt = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Replaces a file in one step, so that a process beside this one never reads half of it. */
function replaceFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}

if (import.meta.main) await generate();
