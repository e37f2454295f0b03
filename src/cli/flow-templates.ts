import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { JsonSchemas } from '../operations/directory/json-schemas.ts';
import { conversationsSuffix } from '../operations/directory/read-tenant-folder.ts';
import { CommandError } from './errors.ts';
import type { Io } from './io.ts';

/** The flows that an author may begin with: the repository's examples, each with its conversations. */
export const flowTemplates = ['greeting', 'order', 'booking', 'faq', 'survey', 'handoff'] as const;
export type FlowTemplate = (typeof flowTemplates)[number];

/** Writes a file that is not there yet. @throws CommandError when it is */
export async function writeNew(file: string, content: unknown): Promise<string> {
  if (existsSync(file)) {
    throw new CommandError(
      `There is a file ${file} already.`,
      'Nothing in it was changed: choose another name.',
    );
  }
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
  return file;
}

/**
 * Writes a flow that works, and its conversations.
 * @throws CommandError when there is such a file already
 */
export async function writeFlow(
  file: string,
  template: FlowTemplate,
  io: Pick<Io, 'templatesFolder' | 'schemasFolder'>,
): Promise<string[]> {
  const id = basename(file, '.json');
  if (!/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(id)) {
    throw new CommandError(
      `"${id}" can't be the id of a flow.`,
      'Name the file with letters, digits, _ and -, a letter first.',
    );
  }
  const flow = await readTemplate(io.templatesFolder, `${template}.json`);
  const $schema = schemaOf(file, 'flow', io);
  const conversations = file.replace(/(\.json)?$/, conversationsSuffix);
  return [
    await writeNew(file, { ...(flow as object), $schema, id }),
    await writeNew(
      conversations,
      await readTemplate(io.templatesFolder, `${template}${conversationsSuffix}`),
    ),
  ];
}

/** Where an editor finds the JSON Schema of a file: in the command line's own package, from the file's folder. */
export function schemaOf(
  file: string,
  name: keyof JsonSchemas,
  { schemasFolder }: Pick<Io, 'schemasFolder'>,
): string {
  return relative(dirname(file), join(schemasFolder, `${name}.json`)).replaceAll('\\', '/');
}

async function readTemplate(folder: string, name: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, name), 'utf8'));
}
