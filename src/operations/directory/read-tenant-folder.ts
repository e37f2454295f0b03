import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import { channelAccount, type Tenant, tenant, widget } from '../../contract/directory.ts';
import type { FlowDefinition } from '../../contract/flow.ts';
import type { InputProblem } from '../../contract/in-words.ts';
import { queuesOf } from '../../contract/queues.ts';
import {
  type Conversations,
  type FolderProblem,
  findDoubled,
  findReferenceProblems,
  type Subject,
  scriptsKey,
  type TenantFolder,
} from '../../domain/tenant-folder.ts';
import { findCallProblems } from '../../engine/check-graph.ts';
import { type FlowScript, flowScripts } from '../../engine/flow-script.ts';
import { type FlowSurroundings, validateFlow } from '../../engine/validate.ts';
import {
  ConfigurationFileError,
  type FileProblem,
  type JsonFile,
  openJsonFile,
  parseJsonFile,
} from './read-json-file.ts';

/** The file name suffix of a flow's tests. */
export const conversationsSuffix = '.conversations.json';

/** A flow, where it lies, and the conversations scripted for it. */
export interface FlowFile {
  readonly file: string;
  readonly flow: FlowDefinition;
  readonly scripts: readonly FlowScript[];
}

/** A tenant's folder as it was read. */
export interface TenantFiles extends TenantFolder {
  readonly flowFiles: readonly FlowFile[];
  /** Returns the file and line of each problem. */
  inFiles(problems: readonly FolderProblem[]): FileProblem[];
}

type Read<T> = { readonly opened: JsonFile; readonly id: string; readonly value: T | null };

/**
 * Reads and validates a tenant's folder: `tenant.json`, `widgets/`, `channels/`, `flows/`, `secrets.example.json`.
 * @param placeholders values for `${NAME}` in the files
 * @throws ConfigurationFileError with every problem of every file
 * @see design 6
 */
export async function readTenantFolder(
  directory: string,
  placeholders: Readonly<Record<string, string>> = {},
): Promise<TenantFiles> {
  const problems: FileProblem[] = [];
  const read = reader(directory, placeholders, problems);
  const own = await read('tenant.json', schemaOf(tenant));
  const widgets = await read.all('widgets', schemaOf(widget));
  const channels = await read.all('channels', schemaOf(channelAccount));
  const secrets = await read('secrets.example.json', schemaOf(z.record(z.string(), z.string())), true);
  const surroundings = {
    secrets: own?.value?.flow_secrets ?? {},
    // The content of an unreadable file is unknown.
    ...(own?.value && { queues: queuesOf(own.value) }),
  };
  const files = (await jsonFiles(join(directory, 'flows'))).map((file) => join('flows', file));
  const flows = await readFlows(read, files, surroundings, problems);
  const inFiles = locator({ tenant: own ? [own] : [], widget: widgets, channel: channels, flow: flows });

  problems.push(
    ...doubled('widgets', widgets),
    ...doubled('channels', channels, ({ value, id }) => `${value?.channel} ${id}`),
    ...doubled('flows', flows, ({ value, id }) => `${id} version ${value?.version}`),
    ...(own ? misnamed(directory, own) : []),
    ...inFiles(
      findReferenceProblems({
        tenant: own?.value ?? { id: '', name: '', status: 'active' },
        widgets: valuesOf(widgets),
        channels: valuesOf(channels),
        widgetIds: idsOf(widgets),
        flowIds: idsOf(flows),
      }),
    ),
    ...inFiles(
      findCallProblems(valuesOf(flows)).map(({ flowId: id, ...problem }) => ({
        subject: { kind: 'flow', id },
        ...problem,
      })),
    ),
  );
  const flowFiles = await Promise.all(flows.map((flow) => withScripts(flow, problems)));
  if (problems.length > 0 || !own?.value) throw new ConfigurationFileError(problems);
  return {
    tenant: own.value,
    widgets: valuesOf(widgets),
    channels: valuesOf(channels),
    flows: valuesOf(flows),
    conversations: Object.fromEntries(
      flowFiles.flatMap((read) => (read ? [[scriptsKey(read.flow), conversationsOf(read)]] : [])),
    ),
    secrets: secrets?.value ?? {},
    flowFiles: flowFiles.flatMap((flowFile) => flowFile ?? []),
    inFiles,
  };
}

/** The scripted conversations beside a flow; none when there is no such file. */
export async function readScripts(
  flowFile: string,
): Promise<{ readonly scripts: readonly FlowScript[]; readonly problems: readonly FileProblem[] }> {
  const file = flowFile.replace(/(\.json)?$/, conversationsSuffix);
  const opened = await openJsonFile(file).catch(absent);
  if (!opened) return { scripts: [], problems: [] };
  const parsed = parseJsonFile(opened, flowScripts);
  return parsed.ok ? { scripts: parsed.value, problems: [] } : { scripts: [], problems: parsed.problems };
}

/** The scripted conversations of a flow's file as they are stored. */
export const conversationsOf = ({ scripts }: Pick<FlowFile, 'scripts'>): Conversations =>
  JSON.parse(JSON.stringify(scripts));

type Parse<T> = (
  opened: JsonFile,
) => { ok: true; value: T } | { ok: false; problems: readonly FileProblem[] };

const schemaOf =
  <T extends z.ZodMiniType>(schema: T): Parse<z.output<T>> =>
  (opened) =>
    parseJsonFile(opened, schema);

/** Reads files of a folder, and gathers what is wrong with them. */
function reader(directory: string, placeholders: Readonly<Record<string, string>>, problems: FileProblem[]) {
  const one = async <T>(path: string, parse: Parse<T>, optional = false): Promise<Read<T> | null> => {
    const file = join(directory, path);
    const opened = await openJsonFile(file, placeholders).catch(absent);
    if (!opened) {
      if (!optional) problems.push({ file, path: '', line: null, message: 'there is no such file' });
      return null;
    }
    const parsed = parse(opened);
    if (!parsed.ok) problems.push(...parsed.problems);
    const id = (opened.value as { readonly id?: unknown } | null | undefined)?.id;
    return { opened, id: typeof id === 'string' ? id : '', value: parsed.ok ? parsed.value : null };
  };
  const all = async <T>(folder: string, parse: Parse<T>): Promise<Read<T>[]> => {
    const files = await jsonFiles(join(directory, folder));
    const found = await Promise.all(files.map((file) => one(join(folder, file), parse)));
    return found.flatMap((each) => each ?? []);
  };
  return Object.assign(one, { all });
}

async function readFlows(
  read: ReturnType<typeof reader>,
  files: readonly string[],
  known: FlowSurroundings,
  problems: FileProblem[],
): Promise<Read<FlowDefinition>[]> {
  const asTheyAre: Parse<unknown> = (opened) =>
    opened.value === undefined ? { ok: false, problems: opened.problems } : { ok: true, value: opened.value };
  const found = await Promise.all(files.map((file) => read(file, asTheyAre)));
  const opened = found.flatMap((each) => each ?? []);
  const surroundings = { ...known, flowIds: idsOf(opened) };
  return opened.map(({ opened: file, id, value }) => {
    if (value === null) return { opened: file, id, value };
    const result = validateFlow(value, surroundings);
    problems.push(...file.problems, ...(result.ok ? [] : file.at(result.errors)));
    return { opened: file, id, value: result.ok ? result.flow : null };
  });
}

async function withScripts(
  { opened, value: flow }: Read<FlowDefinition>,
  problems: FileProblem[],
): Promise<FlowFile | null> {
  const { scripts, problems: found } = await readScripts(opened.file);
  problems.push(...found);
  return flow && { file: opened.file, flow, scripts };
}

function locator(files: Readonly<Record<Subject['kind'], readonly Read<unknown>[]>>) {
  return (problems: readonly FolderProblem[]): FileProblem[] =>
    problems.flatMap(({ subject, path, message }) => {
      const file = files[subject.kind].find(({ id }) => id === subject.id) ?? files[subject.kind][0];
      return file?.opened.at([{ path, message }]) ?? [];
    });
}

function doubled<T>(
  folder: string,
  files: readonly Read<T>[],
  nameOf: (file: Read<T>) => string = ({ id }) => id,
): FileProblem[] {
  return findDoubled(files.map(nameOf)).flatMap((n) => {
    const problem: InputProblem = { path: 'id', message: `another file of ${folder} has this one already` };
    return files[n]?.opened.at([problem]) ?? [];
  });
}

function misnamed(directory: string, { opened, id }: Read<Tenant>): FileProblem[] {
  if (id === '' || id === basename(directory)) return [];
  return opened.at([{ path: 'id', message: `the folder must be named as the tenant: ${id}` }]);
}

const valuesOf = <T>(files: readonly Read<T>[]): T[] =>
  files.flatMap(({ value }) => (value === null ? [] : [value]));
const idsOf = (files: readonly { readonly id: string }[]) => new Set(files.map(({ id }) => id));

async function jsonFiles(directory: string): Promise<string[]> {
  const files = await readdir(directory).catch(() => []);
  return files.filter((file) => file.endsWith('.json') && !file.endsWith(conversationsSuffix)).sort();
}

function absent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
