import { existsSync, watch } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { type Tenant, tenant } from '../../contract/directory.ts';
import type { FlowDefinition } from '../../contract/flow.ts';
import { limits } from '../../contract/limits.ts';
import type { TenantFolder } from '../../domain/tenant-folder.ts';
import { coverageOf } from '../../engine/coverage.ts';
import { readJsonFile } from '../../operations/directory/read-json-file.ts';
import type { FlowFile } from '../../operations/directory/read-tenant-folder.ts';
import { findFlowWarnings } from '../../warnings/find-flow-warnings.ts';
import { CommandError, explainError } from '../explain-error.ts';
import type { Io } from '../io.ts';
import { type FlowPreview, type PreviewNews, previewId } from '../io.ts';
import { newCommand, type SetOption, withPlaceholders } from '../new-command.ts';
import {
  describeRehearsed,
  parsePairs,
  readFlow,
  readFlowsBeside,
  rehearseAll,
  standInsOf,
} from '../read-flow.ts';
import { gatherSecrets } from '../tenant-secrets.ts';
import { describeWarnings } from './flow-files.ts';

interface Options extends SetOption {
  readonly port: number;
  readonly allow?: readonly string[];
  readonly secrets?: string;
}

const defaultPort = 3100;

/** `flow dev FILE` */
export function flowDev(io: Io): Command {
  const command = newCommand(
    'dev',
    'watch a flow: on every change, validate it, run its tests, and serve it in a chat',
    [
      'flow dev examples/tenants/acme/flows/support.json',
      'flow dev flows/support.json --port 0 --set ORDER_SERVICE_URL=https://orders.example',
    ],
    { json: false },
  );
  return withPlaceholders(command)
    .argument('<file>', "the flow's JSON file")
    .option('--port <port>', 'the port of the chat on 127.0.0.1; 0 picks a free one', toPort, defaultPort)
    .option('--allow <origin...>', 'origins that http steps may call in addition to public https ones')
    .option('--secrets <file>', "JSON file with the flow's secrets by name; the environment takes precedence")
    .action((file: string, options: Options) => develop(io, file, options));
}

/** Until it is interrupted; a broken file leaves the last good draft in the chat. */
async function develop(io: Io, file: string, options: Options): Promise<void> {
  const given = parsePairs(options.set);
  const preview = await startPreview(io, options);
  try {
    const check = checker(io, file, preview, { ...preview.placeholders, ...given }, options.secrets);
    const watch = watchFolder(dirname(resolve(file)), check);
    await watch.idle();
    io.err(`Chat with it at ${preview.url}/ (Ctrl-C ends).`);
    await io.interrupted();
    await watch.stop();
  } finally {
    await preview.stop();
  }
}

const quietMs = 100;

interface Watch {
  /** Resolves when nothing is being done. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Calls `look` at once, and whenever files of a folder have changed and then been left alone for a moment; never twice
 * at a time.
 * @throws Error when the folder can't be watched
 */
function watchFolder(folder: string, look: () => Promise<void>): Watch {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = () => {
    running = running.then(look);
  };
  const watcher = watch(folder, (_event, name) => {
    if (name !== null && !name.endsWith('.json')) return;
    clearTimeout(timer);
    timer = setTimeout(run, quietMs);
  });
  // The folder is gone: keep serving what was read last.
  watcher.on('error', () => watcher.close());
  run();
  return {
    idle: () => running,
    async stop() {
      watcher.close();
      clearTimeout(timer);
      await running;
    },
  };
}

/** @throws CommandError when the port is taken */
async function startPreview(io: Io, { port, allow = [] }: Options): Promise<FlowPreview> {
  try {
    return await io.startPreview({ port, allowedOrigins: allow, env: io.env, report: io.err });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    throw new CommandError(
      `Port ${port} is in use.`,
      'Choose another with --port; --port 0 picks a free one.',
    );
  }
}

/** Checks the draft, updates the preview and prints changes; never throws. */
function checker(
  io: Io,
  file: string,
  preview: FlowPreview,
  placeholders: Readonly<Record<string, string>>,
  secretsFile: string | undefined,
): () => Promise<void> {
  const sources = {
    placeholders,
    secretsFile,
    env: io.env,
    origins: [preview.url, preview.url.replace('127.0.0.1', 'localhost')],
  };
  let last = '';
  const isNew = (content: string) => {
    const known = content === last;
    last = content;
    return !known;
  };
  const send = (news: PreviewNews) => {
    preview.send(news);
    io.out([`${clockTime(io)} ${news.title}`, ...news.lines].join('\n'));
  };
  return async () => {
    try {
      const draft = await readDraft(file, sources);
      if (!isNew(JSON.stringify([draft.folder, draft.scripts]))) return;
      await preview.show(draft.folder);
      send(await newsOf(draft));
    } catch (error) {
      const { message } = explainError(error);
      if (!isNew(message)) return;
      send({
        title: `${basename(file)} is not served`,
        state: 'broken',
        lines: message.split('\n').map(setIn),
      });
    }
  };
}

async function newsOf({ flow, scripts, others }: Draft): Promise<PreviewNews> {
  const results = await rehearseAll(flow, scripts, others);
  const failed = results.filter(({ ok }) => !ok).length;
  const { walked, all } = coverageOf(
    flow,
    results.flatMap(({ ways }) => ways),
  );
  const played =
    results.length === 0
      ? ['  has no tests']
      : [
          ...describeRehearsed(results.filter(({ ok }) => !ok)),
          `  ${results.length - failed} of ${results.length} tests pass`,
          `  ${walked} of ${all} paths are covered`,
        ];
  return {
    title: `flow ${flow.id} version ${flow.version} is served: ${Object.keys(flow.steps).length} steps`,
    state: failed > 0 ? 'failing' : 'ready',
    lines: [...describeWarnings(findFlowWarnings(flow, ['webchat'])), ...played],
  };
}

/** What reading a draft uses. */
interface DraftSources {
  readonly placeholders: Readonly<Record<string, string>>;
  readonly secretsFile: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Origins of the pages that may show it. */
  readonly origins: readonly string[];
}

/** A flow as its file is at the moment, and the folder that a preview serves it from. */
interface Draft extends FlowFile {
  readonly others: readonly FlowDefinition[];
  readonly folder: TenantFolder;
}

/**
 * Reads a flow, those beside it, and of the tenant whose folder it lies in the clock and the secrets of flows.
 * @throws ConfigurationFileError with every problem; the error of reading if the file is missing
 */
async function readDraft(file: string, sources: DraftSources): Promise<Draft> {
  const read = await readFlow(file, await standInsOf(file, sources.placeholders));
  const others = await readFlowsBeside(file, await standInsOf(dirname(file), sources.placeholders));
  const home = join(dirname(resolve(file)), '..');
  const { time_zone, country, flow_secrets, llm_tokens_per_day } = await readHome(join(home, 'tenant.json'));
  const names = Object.keys(flow_secrets ?? {});
  const examples = join(home, 'secrets.example.json');
  const secretsFile =
    sources.secretsFile ?? (names.length > 0 && existsSync(examples) ? examples : undefined);
  const secrets = await gatherSecrets(names, { stored: {}, file: secretsFile, env: sources.env });
  return {
    ...read,
    others,
    folder: {
      tenant: {
        id: previewId,
        name: 'Preview',
        status: 'active',
        default_widget: previewId,
        ...(time_zone !== undefined && { time_zone }),
        ...(country !== undefined && { country }),
        ...(flow_secrets && { flow_secrets }),
        ...(llm_tokens_per_day !== undefined && { llm_tokens_per_day }),
      },
      widgets: [
        {
          id: previewId,
          flow: read.flow.id,
          allowed_origins: [...sources.origins],
          session_limit_per_minute: limits.sessionMessagesPerMinuteMax,
          new_sessions_per_address: 0,
          appearance: { title: read.flow.title ?? read.flow.id },
        },
      ],
      channels: [],
      flows: [read.flow, ...others.filter(({ id }) => id !== read.flow.id)],
      secrets,
    },
  };
}

/** Nothing of a flow that lies in no tenant's folder. @throws ConfigurationFileError */
async function readHome(file: string): Promise<Partial<Tenant>> {
  return existsSync(file) ? await readJsonFile(file, tenant) : {};
}

const setIn = (line: string) => `  ${line}`;
const clockTime = ({ nowMs }: Io) => new Date(nowMs()).toTimeString().slice(0, 8);

function toPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('It must be a number from 0 to 65535.');
  return port;
}
