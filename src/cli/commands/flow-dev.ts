import { basename, dirname, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { coverageOf } from '../../engine/coverage.ts';
import { findFlowWarnings } from '../../warnings/find-flow-warnings.ts';
import { CommandError } from '../errors.ts';
import { explainError } from '../explain-error.ts';
import type { FlowPreview, PreviewNews } from '../flow-preview.ts';
import type { Io } from '../io.ts';
import { newCommand, type SetOption, withPlaceholders } from '../new-command.ts';
import { parsePairs } from '../placeholders.ts';
import { type Draft, readDraft } from '../read-draft.ts';
import { describeRehearsed, rehearseAll } from '../read-flow.ts';
import { watchFolder } from '../watch-folder.ts';
import { describeWarnings } from './flow-validate.ts';

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
    'watch a flow: at every change check it, play its conversations, and serve it in a chat at once',
    [
      'flow dev examples/tenants/acme/flows/support.json',
      'flow dev flows/support.json --port 0 --set ORDER_SERVICE_URL=https://orders.example',
    ],
    { json: false },
  );
  return withPlaceholders(command)
    .argument('<file>', "the flow's JSON file, and what lies beside it")
    .option(
      '--port <port>',
      'where the chat is served on 127.0.0.1; 0 picks a free port',
      toPort,
      defaultPort,
    )
    .option('--allow <origin...>', 'origins besides public https ones that http steps may call')
    .option('--secrets <file>', "JSON file with the flow's secrets by name; the environment's win")
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

/** Looks at the draft, shows it and tells of it; never throws. What is as it was is not told again. */
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
  const tell = (news: PreviewNews) => {
    preview.tell(news);
    io.out([`${clockTime(io)} ${news.title}`, ...news.lines].join('\n'));
  };
  return async () => {
    try {
      const draft = await readDraft(file, sources);
      if (!isNew(JSON.stringify([draft.folder, draft.scripts]))) return;
      await preview.show(draft.folder);
      tell(await newsOf(draft));
    } catch (error) {
      const { message } = explainError(error);
      if (!isNew(message)) return;
      tell({
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
      ? ['  has no scripted conversations']
      : [
          ...describeRehearsed(results.filter(({ ok }) => !ok)),
          `  ${results.length - failed} of ${results.length} conversations pass`,
          `  ${walked} of ${all} ways are walked`,
        ];
  return {
    title: `flow ${flow.id} version ${flow.version} is served: ${Object.keys(flow.steps).length} steps`,
    state: failed > 0 ? 'failing' : 'ready',
    lines: [...describeWarnings(findFlowWarnings(flow, ['webchat'])), ...played],
  };
}

const setIn = (line: string) => `  ${line}`;
const clockTime = ({ nowMs }: Io) => new Date(nowMs()).toTimeString().slice(0, 8);

function toPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('It must be a number from 0 to 65535.');
  return port;
}
