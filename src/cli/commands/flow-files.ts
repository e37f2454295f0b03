import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type Command, Option } from 'commander';
import { refusedAddress } from '../../clients/refused-address.ts';
import type { FlowDefinition } from '../../contract/flow.ts';
import type { FlowScript } from '../../engine/flow-script.ts';
import type { FlowProblem } from '../../engine/problems.ts';
import { recordScript } from '../../engine/record-script.ts';
import type { JsonSchemas } from '../../operations/directory/file-documents.ts';
import { ConfigurationFileError, type FileProblem } from '../../operations/directory/read-json-file.ts';
import { conversationsSuffix, type FlowFile } from '../../operations/directory/read-tenant-folder.ts';
import { findFlowWarnings } from '../../warnings/find-flow-warnings.ts';
import { CommandError, ReportedFailure } from '../explain-error.ts';
import { type Io, printResult } from '../io.ts';
import {
  type JsonOption,
  newCommand,
  newTargetCommand,
  type SetOption,
  withPlaceholders,
} from '../new-command.ts';
import {
  conversationsFileOf,
  describeCoverage,
  describeRehearsed,
  flowIdsBeside,
  parsePairs,
  queuesBeside,
  readFlow,
  readFlowsBeside,
  rehearseAll,
  standInsOf,
} from '../read-flow.ts';
import { storedContent, tenantRecords, toVersion, type WhichOptions } from '../stored-flow.ts';
import type { TargetOptions } from '../target.ts';

/** `flow init FILE` */
export function flowInit(io: Io): Command {
  return newCommand('init', 'create a working flow with tests', [
    'flow init flows/welcome.json',
    'flow init tenants/acme/flows/bookings.json --template booking',
  ])
    .argument('<file>', "the flow's JSON file, which must not exist yet; its name becomes the ID")
    .addOption(
      new Option('--template <name>', 'the template to start from')
        .choices(flowTemplates)
        .default('greeting'),
    )
    .action(async (file: string, options: JsonOption & { readonly template: FlowTemplate }) => {
      const path = resolve(file);
      const files = await writeFlow(path, options.template, io);
      const next = `Try it: npx gateway flow dev ${file}. docs/flows.md describes the language.`;
      printResult(io, options.json, [...files.map((name) => `+ ${name}`), next].join('\n'), { files });
    });
}

/** The flows that an author may begin with: the repository's examples, each with its conversations. */
export const flowTemplates = ['greeting', 'order', 'booking', 'faq', 'survey', 'handoff'] as const;
type FlowTemplate = (typeof flowTemplates)[number];

/** Writes a file that is not there yet. @throws CommandError when it is */
export async function writeNew(file: string, content: unknown): Promise<string> {
  if (existsSync(file)) {
    throw new CommandError(`The file ${file} already exists.`, 'It was not changed: choose another name.');
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
      `"${id}" is not a valid flow ID.`,
      'Name the file with letters, digits, _ and -, starting with a letter.',
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

/** The path of a file's JSON Schema for editors: in the command line's package, relative to the file's folder. */
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

/** `flow validate FILE…` */
export function flowValidate(io: Io): Command {
  return withPlaceholders(
    newCommand('validate', 'validate flow files, and warn about channel and time limits', [
      'flow validate flows/*.json',
      'flow validate flows/support.json --set ORDER_SERVICE_URL=https://orders.example --json',
    ]),
  )
    .argument('<files...>', "the flows' JSON files; test files are read with their flows")
    .action(async (files: readonly string[], options: JsonOption & SetOption) => {
      const flows = files.filter((file) => files.length === 1 || !file.endsWith(conversationsSuffix));
      const checked: Checked[] = [];
      const problems: FileProblem[] = [];
      for (const file of flows) {
        try {
          checked.push(await check(file, options));
        } catch (error) {
          if (!(error instanceof ConfigurationFileError)) throw error;
          problems.push(...error.problems);
        }
      }
      if (problems.length > 0) throw new ConfigurationFileError(problems);
      const [only] = checked;
      printResult(
        io,
        options.json,
        checked.flatMap(({ about, warnings }) => [about, ...describeWarnings(warnings)]).join('\n'),
        files.length === 1 && only
          ? { valid: true, flow: only.flow, warnings: only.warnings }
          : { valid: true, flows: checked.map(({ file, flow, warnings }) => ({ file, flow, warnings })) },
      );
    });
}

interface Checked {
  readonly file: string;
  readonly flow: Pick<FlowDefinition, 'id' | 'version'>;
  readonly about: string;
  readonly warnings: readonly FlowProblem[];
}

/** @throws ConfigurationFileError with every problem of the flow and its tests */
async function check(file: string, { set }: SetOption): Promise<Checked> {
  const given = parsePairs(set);
  const placeholders = await standInsOf(file, given);
  // Alone in a folder of its own, it may call what is stored.
  const isOfTenant = existsSync(join(dirname(resolve(file)), '..', 'tenant.json'));
  const flowIds = await flowIdsBeside(file);
  const queues = await queuesBeside(file);
  const { flow, scripts } = await readFlow(file, placeholders, {
    ...(isOfTenant && { flowIds }),
    ...(queues && { queues }),
    refusedAddress: (address) => refusedAddress(address, originsOf(given)),
  });
  const { id, version, steps } = flow;
  return {
    file,
    flow: { id, version },
    about: `${file}: flow ${id} version ${version} is valid: ${Object.keys(steps).length} steps, ${scripts.length} tests`,
    warnings: [...findFlowWarnings(flow), ...unknownCalls(flow, flowIds)],
  };
}

/** A service of a deployment's own network is named with its placeholder. */
const originsOf = (given: Readonly<Record<string, string>>): string[] =>
  Object.values(given).flatMap((value) => (URL.canParse(value) ? [new URL(value).origin] : []));

function unknownCalls({ steps }: FlowDefinition, flowIds: ReadonlySet<string>): FlowProblem[] {
  return Object.entries(steps).flatMap(([id, step]) =>
    step.kind === 'call' && !flowIds.has(step.flow)
      ? [{ path: `steps.${id}.flow`, message: `no file beside this one contains the flow ${step.flow}` }]
      : [],
  );
}

/** A line for each warning. */
export function describeWarnings(warnings: readonly FlowProblem[]): string[] {
  return warnings.map(({ path, message }) => `  warning: ${path}: ${message}`);
}

type Options = JsonOption & SetOption & { readonly record?: string | true };

/** `flow test FILE` */
export function flowTest(io: Io): Command {
  return withPlaceholders(
    newCommand('test', 'run the tests of a flow; external calls are simulated', [
      'flow test examples/tenants/acme/flows/support.json',
      'flow test flows/survey.json --json',
      'flow test flows/survey.json --record          # save the current replies as the expected ones',
      'printf "hi\\n9\\n" | npx gateway flow test flows/survey.json --record "a happy visitor"',
    ]),
  )
    .argument('<file>', "the flow's JSON file; its tests are beside it in NAME.conversations.json")
    .option(
      '--record [title]',
      'save the replies of the flow as the expected ones: of every test, or of a new test with the messages on standard input',
    )
    .action(async (file: string, options: Options) => {
      const known = parsePairs(options.set);
      const read = await readFlow(file, await standInsOf(file, known));
      const others = await readFlowsBeside(file, await standInsOf(dirname(file), known));
      if (options.record !== undefined) await record(io, read, others, options.record, options.json);
      else await test(io, read, others, options.json);
    });
}

/** @throws ReportedFailure when a conversation fails */
async function test(
  io: Io,
  { file, flow, scripts }: FlowFile,
  others: readonly FlowDefinition[],
  json: boolean | undefined,
): Promise<void> {
  if (scripts.length === 0) {
    throw new CommandError(
      `The flow ${flow.id} has no tests.`,
      `Write them in ${conversationsFileOf(file)}; docs/flows.md shows how, and --record TITLE records one.`,
    );
  }
  const results = await rehearseAll(flow, scripts, others);
  const failed = results.filter(({ ok }) => !ok).length;
  const sum = `${results.length - failed} passed, ${failed} failed`;
  const lines = [...describeRehearsed(results), ...describeCoverage(flow, results), sum];
  printResult(io, json, lines.join('\n'), { results, failed });
  if (failed > 0) throw new ReportedFailure();
}

async function record(
  io: Io,
  { file, flow, scripts }: FlowFile,
  others: readonly FlowDefinition[],
  title: string | true,
  json: boolean | undefined,
): Promise<void> {
  const all = title === true ? scripts : [...scripts, { title, steps: await readVisitor(io) }];
  const recorded = await Promise.all(all.map((script) => recordOne(flow, script, others)));
  const target = conversationsFileOf(file);
  await writeFile(target, `${JSON.stringify(recorded, null, 2)}\n`);
  const count = title === true ? `${recorded.length} tests are` : `“${title}” is`;
  printResult(io, json, `${count} recorded in ${target}`, { file: target, conversations: recorded.length });
}

/** @throws CommandError when the flow raises */
async function recordOne(flow: FlowDefinition, script: FlowScript, others: readonly FlowDefinition[]) {
  try {
    return await recordScript(flow, script, others);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const named = script.title ? `The test “${script.title}”` : 'A test';
    throw new CommandError(`${named} can't be recorded: ${message}.`, 'Nothing was written.');
  }
}

async function readVisitor(io: Io): Promise<FlowScript['steps']> {
  const steps: FlowScript['steps'] = [];
  for await (const line of createInterface({ input: io.input }))
    if (line.trim() !== '') steps.push({ user: line });
  return steps;
}

type FlowPullOptions = TargetOptions &
  JsonOption &
  WhichOptions & { readonly out?: string; readonly overwrite?: boolean };

/** `flow pull FLOW` */
export function flowPull(io: Io): Command {
  return newTargetCommand('pull', 'write a stored flow and its tests into files', [
    'flow pull support --tenant acme --stage prod --out tenants/acme/flows/support.json',
    'flow pull support --tenant acme --draft --local --overwrite',
  ])
    .argument('<flow>', 'the ID of the flow')
    .requiredOption('--tenant <id>', 'the tenant of the flow')
    .option('--version <version>', 'this version; default: the live one', toVersion)
    .option('--draft', 'its draft instead')
    .option('--out <file>', 'the file to write; default: FLOW.json in this folder')
    .option('--overwrite', 'also overwrite existing files')
    .action(async (flowId: string, options: FlowPullOptions) => {
      const { called, definition, conversations } = await storedContent(
        await tenantRecords(options, io),
        flowId,
        options,
      );
      const file = options.out ?? `${flowId}.json`;
      const files = new Map<string, unknown>([[file, definition]]);
      const tests = conversationsFileOf(file);
      // Tests that were deleted must not come back with the next apply.
      if (conversations.length > 0 || existsSync(tests)) files.set(tests, conversations);
      const there = [...files.keys()].filter((name) => existsSync(name));
      if (there.length > 0 && !options.overwrite)
        throw new CommandError(
          `Already there: ${there.join(', ')}.`,
          'Check `npx gateway flow diff` first, then pass --overwrite, or --out another file.',
        );
      await mkdir(dirname(file), { recursive: true });
      for (const [name, content] of files) await writeFile(name, `${JSON.stringify(content, null, 2)}\n`);
      const lines = [...files.keys()].map((name) => `+ ${name}`);
      printResult(io, options.json, [`flow ${flowId}, ${called}:`, ...lines].join('\n'), {
        flow: flowId,
        version: typeof definition.version === 'number' ? definition.version : null,
        files: [...files.keys()],
      });
      if (!options.draft) io.err('Placeholders of the original files are filled in.');
    });
}
