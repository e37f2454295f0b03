import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { tenant } from '../contract/directory.ts';
import type { FlowDefinition } from '../contract/flow.ts';
import { queuesOf } from '../contract/queues.ts';
import { coverageOf } from '../engine/coverage.ts';
import type { FlowScript } from '../engine/flow-script.ts';
import { runScript } from '../engine/run-script.ts';
import { type FlowSurroundings, validateFlow } from '../engine/validate.ts';
import { ConfigurationFileError, openJsonFile } from '../operations/directory/read-json-file.ts';
import {
  conversationsSuffix,
  type FlowFile,
  readScripts,
} from '../operations/directory/read-tenant-folder.ts';
import { CommandError, UsageError } from './explain-error.ts';
import type { Io } from './io.ts';

/** The result of a test; `message` names the step with the first difference. */
export interface Rehearsed {
  readonly title: string;
  readonly ok: boolean;
  readonly message?: string;
  /** The connections of the flow that it took. */
  readonly ways: readonly string[];
}

/**
 * Reads and validates one flow and the conversations scripted for it.
 * @param surroundings what it may name besides
 * @throws ConfigurationFileError with every problem of both files
 */
export async function readFlow(
  file: string,
  placeholders: Readonly<Record<string, string>>,
  surroundings: FlowSurroundings = {},
): Promise<FlowFile> {
  const opened = await openJsonFile(file, placeholders);
  const { scripts, problems } = await readScripts(file);
  if (opened.value === undefined) throw new ConfigurationFileError([...opened.problems, ...problems]);
  const result = validateFlow(opened.value, surroundings);
  const found = [...opened.problems, ...(result.ok ? [] : opened.at(result.errors)), ...problems];
  if (!result.ok || found.length > 0) throw new ConfigurationFileError(found);
  return { file, flow: result.flow, scripts };
}

/** The tests file of a flow: `support.conversations.json` beside `support.json`. */
export function conversationsFileOf(flowFile: string): string {
  return flowFile.replace(/(\.json)?$/, conversationsSuffix);
}

/** The flows beside one that it may call: those that are valid; the others say so when they are checked themselves. */
export async function readFlowsBeside(
  file: string,
  placeholders: Readonly<Record<string, string>>,
): Promise<readonly FlowDefinition[]> {
  return (await openFlowsBeside(file, placeholders)).flatMap(({ value }) => {
    const result = validateFlow(value);
    return result.ok ? [result.flow] : [];
  });
}

/** The queues of the tenant in whose folder a flow lies; undefined where there is none, or it can't be read. */
export async function queuesBeside(file: string): Promise<readonly string[] | undefined> {
  const opened = await openJsonFile(join(dirname(file), '..', 'tenant.json')).catch(() => null);
  const own = opened && tenant.safeParse(opened.value).data;
  return own ? queuesOf(own) : undefined;
}

const named = z.object({ id: z.string() });

/** The ids of the flow and of those beside it, valid or not: what a call of it may name. */
export async function flowIdsBeside(file: string): Promise<ReadonlySet<string>> {
  const opened = [await openJsonFile(file), ...(await openFlowsBeside(file, {}))];
  return new Set(opened.flatMap(({ value }) => named.safeParse(value).data?.id ?? []));
}

async function openFlowsBeside(file: string, placeholders: Readonly<Record<string, string>>) {
  const entries = await readdir(dirname(file), { withFileTypes: true }).catch(() => []);
  const others = entries.filter(
    (entry) =>
      !entry.isDirectory() &&
      entry.name.endsWith('.json') &&
      !entry.name.endsWith(conversationsSuffix) &&
      entry.name !== basename(file),
  );
  return Promise.all(others.map(({ name }) => openJsonFile(join(dirname(file), name), placeholders)));
}

/** Plays every scripted conversation against a flow. */
export async function rehearseAll(
  flow: FlowDefinition,
  scripts: readonly FlowScript[],
  others: readonly FlowDefinition[] = [],
): Promise<Rehearsed[]> {
  return Promise.all(
    scripts.map(async (script, n) => {
      const title = script.title ?? `conversation ${n + 1}`;
      const result = await runScript(flow, script, others);
      if (result.ok) return { title, ok: true, ways: result.ways };
      const step = script.steps[result.step];
      const at = step ? `step ${result.step + 1} ${JSON.stringify(step)}` : 'the end';
      return { title, ok: false, message: `at ${at}: ${result.message}`, ways: result.ways };
    }),
  );
}

/** A line for each conversation. */
export function describeRehearsed(results: readonly Rehearsed[]): string[] {
  return results.map(({ title, ok, message }) =>
    ok ? `  passed  ${title}` : `  FAILED  ${title}\n          ${message}`,
  );
}

const waysNamed = 10;

/** The coverage of a flow by its tests, and the connections they don't take. */
export function describeCoverage(flow: FlowDefinition, results: readonly Rehearsed[]): string[] {
  const { walked, all, left } = coverageOf(
    flow,
    results.flatMap(({ ways }) => ways),
  );
  const more = left.length > waysNamed ? [`          … and ${left.length - waysNamed} more`] : [];
  return [
    `${walked} of ${all} paths are covered${left.length > 0 ? '; not:' : ''}`,
    ...left.slice(0, waysNamed).map((path) => `          ${path}`),
    ...more,
  ];
}

/**
 * Runs a flow's tests before it is published; warns if it has none.
 * @param others flows that it may call
 * @throws CommandError naming the failed test and step
 */
export async function assertConversationsPass(
  io: Io,
  { flow, scripts }: FlowFile,
  others: readonly FlowDefinition[],
): Promise<void> {
  const results = await rehearseAll(flow, scripts, others);
  const failed = results.filter(({ ok }) => !ok);
  if (failed.length === 0) {
    const summary = results.length === 0 ? 'warning: has no tests' : `${results.length} tests pass`;
    io.err(`flow ${flow.id} version ${flow.version}: ${summary}`);
    return;
  }
  throw new CommandError(
    [`Flow ${flow.id} version ${flow.version} fails its tests:`, ...describeRehearsed(failed)].join('\n'),
    'Nothing was published. Fix the flow or the test, and check it with `npx gateway flow test`.',
  );
}

/** Names that a file, or the files of a folder, hold as `${NAME}`. */
async function namesIn(path: string): Promise<string[]> {
  const files = (await stat(path)).isDirectory()
    ? (await readdir(path, { recursive: true }))
        .filter((file) => file.endsWith('.json'))
        .map((file) => join(path, file))
    : [path];
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return [
    ...new Set(texts.flatMap((text) => [...text.matchAll(/\$\{([A-Z_]+)\}/g)].map(([, name = '']) => name))),
  ];
}

/** @throws UsageError when a pair is not NAME=value */
export function parsePairs(pairs: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^([A-Z_]+)=(.+)$/.exec(pair) ?? [];
      if (!name || value === undefined) throw new UsageError(`"${pair}" is not NAME=value.`);
      return [name, value];
    }),
  );
}

/**
 * Values for the placeholders of a file or folder, of which none may lack one.
 * The environment is no source: a tenant's files could then ask for the operator's own credentials.
 * @throws CommandError that names those without a value
 */
export async function placeholdersOf(
  path: string,
  known: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const names = await namesIn(path);
  const missing = names.filter((name) => known[name] === undefined);
  if (missing.length === 0) return { ...known };
  const named = missing.map((name) => `\${${name}}`).join(', ');
  throw new CommandError(
    `In ${path} ${named} ${missing.length > 1 ? 'have' : 'has'} no value.`,
    `Give ${missing.map((name) => `--set ${name}=…`).join(' ')}.`,
  );
}

/** The same for trying a flow out, where nothing is called: settings without a value get an unreachable address. */
export async function standInsOf(
  path: string,
  known: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const names = await namesIn(path);
  const standIn = (name: string) => `https://${name.toLowerCase().replaceAll('_', '-')}.invalid`;
  return { ...Object.fromEntries(names.map((name) => [name, standIn(name)])), ...known };
}
