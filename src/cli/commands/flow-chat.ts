import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { guardedHttpClient } from '../../clients/guarded-http-client.ts';
import { openAiClient } from '../../clients/openai-client.ts';
import type { Effect } from '../../engine/interfaces.ts';
import { type Outside, type Rehearsal, rehearse } from '../../engine/rehearse.ts';
import { CommandError } from '../errors.ts';
import type { Io } from '../io.ts';
import { type JsonOption, newCommand, type SetOption, withPlaceholders } from '../new-command.ts';
import { parsePairs, placeholdersOf, standInsOf } from '../placeholders.ts';
import { onOneLine, setIn } from '../printable.ts';
import { readFlow, readFlowsBeside } from '../read-flow.ts';
import { resolveTarget, type TargetOptions } from '../target.ts';

type Options = JsonOption &
  SetOption &
  Pick<TargetOptions, 'local' | 'endpoint'> & { readonly allow?: readonly string[] };

/** `flow chat FILE` */
export function flowChat(io: Io): Command {
  const command = newCommand(
    'chat',
    'talk to a flow in the terminal; nothing is stored, and its http steps make real calls',
    [
      'flow chat examples/tenants/acme/flows/support.json --local',
      'flow chat flows/support.json --set ORDER_SERVICE_URL=https://orders.example',
      'flow chat flows/survey.json --json   # a JSON line for each turn; messages from standard input',
    ],
  );
  return withPlaceholders(command)
    .argument('<file>', "the flow's JSON file")
    .option('--local', "with the placeholders of `npm start`'s stack, whose services may be called")
    .option('--endpoint <url>', 'the same for a local stack at another address')
    .option('--allow <origin...>', 'origins besides public https ones that http steps may call')
    .action((file: string, options: Options) => chat(io, file, options));
}

async function chat(io: Io, file: string, options: Options): Promise<void> {
  const target = options.local || options.endpoint ? await resolveTarget(options, io) : null;
  const known = { ...target?.placeholders, ...parsePairs(options.set) };
  const placeholders = await placeholdersOf(file, known);
  const { flow } = await readFlow(file, placeholders);
  const others = await readFlowsBeside(file, await standInsOf(dirname(file), known));
  const local = target?.env.ALLOWED_HTTP_ORIGINS?.split(',').filter(Boolean) ?? [];
  const rehearsal = rehearse(flow, outsideOf(io, [...local, ...(options.allow ?? [])]), others);
  rehearsal.set({ clock: new Date(io.nowMs()).toISOString() });
  if (!options.json)
    io.err(`Talking to flow ${flow.id} version ${flow.version}. Ctrl-D ends, /minutes 30 lets time go by.`);
  for await (const line of createInterface({ input: io.input })) {
    if (line.trim() === '') continue;
    const turn = await say(rehearsal, line);
    io.out(options.json ? JSON.stringify({ user: line, ...turn }) : inWords(turn));
  }
}

type Turn = Awaited<ReturnType<typeof say>>;

/** What is typed instead of a message, once there is a conversation: nobody says anything for so long. */
const timePasses = /^\/minutes (\d{1,6})$/;

/** @throws CommandError when the flow raises */
async function say(rehearsal: Rehearsal, text: string) {
  const [, minutes] = rehearsal.state() ? (timePasses.exec(text.trim()) ?? []) : [];
  try {
    const { effects, state } =
      minutes === undefined ? await rehearsal.say(text) : await rehearsal.pass(Number(minutes));
    return { replies: effects.flatMap(replyOf), status: state.status, step: state.flow.stepId };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new CommandError(
      `The flow raised: ${message}`,
      'A visitor would get a 500; mend the step that is named.',
    );
  }
}

const replyOf = (effect: Effect) => (effect.kind === 'reply' ? [effect.reply] : []);

function inWords({ replies, status, step }: Turn): string {
  const lines = replies.flatMap(({ text, choices = [], attachments = [], cards = [] }) => [
    `bot> ${setIn(text, 5)}`,
    ...attachments.map(({ type, url }) => `     [${type} ${url ?? ''}]`),
    ...cards.flatMap(({ title, buttons = [] }) => [
      `     [card] ${[title, ...buttons.map(({ label }) => `(${label})`)].map(onOneLine).join(' ')}`,
    ]),
    ...choices.map(({ label }, n) => `     ${n + 1}. ${onOneLine(label)}`),
  ]);
  if (lines.length === 0) lines.push('     (says nothing)');
  return [...lines, ...(status === 'active' ? [] : [`     (${status} at step ${step})`])].join('\n');
}

function outsideOf({ env }: Io, allowedOrigins: readonly string[]): Outside {
  const { LLM_BASE_URL: baseUrl, LLM_API_KEY: apiKey, LLM_MODEL: model = '' } = env;
  return {
    http: guardedHttpClient({ allowedOrigins }),
    llm: baseUrl
      ? openAiClient({ baseUrl, model, ...(apiKey && { apiKey }) })
      : { complete: () => Promise.reject(new Error('no language model: set LLM_BASE_URL')) },
  };
}
