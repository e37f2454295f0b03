import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { guardedHttpClient } from '../../clients/guarded-http-client.ts';
import { openAiClient } from '../../clients/openai-client.ts';
import type { DraftReplayResult, ReplayedConversation } from '../../contract/admin/drafts.ts';
import { isProblem } from '../../domain/errors.ts';
import type { Effect } from '../../engine/interfaces.ts';
import { type ExternalClients, type Rehearsal, rehearse } from '../../engine/rehearse.ts';
import { replayDraft } from '../../operations/admin/flows/replay-draft.ts';
import { CommandError, sentence } from '../explain-error.ts';
import { type Io, onOneLine, printResult, setIn } from '../io.ts';
import {
  type JsonOption,
  newCommand,
  newTargetCommand,
  type SetOption,
  withPlaceholders,
} from '../new-command.ts';
import { parsePairs, placeholdersOf, readFlow, readFlowsBeside, standInsOf } from '../read-flow.ts';
import { openRecords } from '../records.ts';
import { storedContent, tenantRecords, type WhichOptions } from '../stored-flow.ts';
import { resolveTarget, type TargetOptions } from '../target.ts';

type Options = JsonOption &
  SetOption &
  Pick<TargetOptions, 'local' | 'endpoint'> & { readonly allow?: readonly string[] };

/** `flow chat FILE` */
export function flowChat(io: Io): Command {
  const command = newCommand(
    'chat',
    'chat with a flow in the terminal; nothing is stored, and http steps make real calls',
    [
      'flow chat examples/tenants/acme/flows/support.json --local',
      'flow chat flows/support.json --set ORDER_SERVICE_URL=https://orders.example',
      'flow chat flows/survey.json --json   # a JSON line per message; messages from standard input',
    ],
  );
  return withPlaceholders(command)
    .argument('<file>', "the flow's JSON file")
    .option('--local', 'with the placeholders and services of the local stack')
    .option('--endpoint <url>', 'the same for a local stack at another URL')
    .option('--allow <origin...>', 'origins that http steps may call in addition to public https ones')
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
    io.err(
      `Chatting with flow ${flow.id} version ${flow.version}. Ctrl-D ends it, /minutes 30 advances the clock.`,
    );
  for await (const line of createInterface({ input: io.input })) {
    if (line.trim() === '') continue;
    const turn = await say(rehearsal, line);
    io.out(options.json ? JSON.stringify({ user: line, ...turn }) : inWords(turn));
  }
}

type Turn = Awaited<ReturnType<typeof say>>;

/** Input that lets time pass instead of sending a message, once there is a conversation. */
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
    throw new CommandError(`The flow failed: ${message}`, 'A visitor would get a 500. Fix the named step.');
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

function outsideOf({ env }: Io, allowedOrigins: readonly string[]): ExternalClients {
  const { LLM_BASE_URL: baseUrl, LLM_API_KEY: apiKey, LLM_MODEL: model = '' } = env;
  return {
    http: guardedHttpClient({ allowedOrigins }),
    llm: baseUrl
      ? openAiClient({ baseUrl, model, ...(apiKey && { apiKey }) })
      : { complete: () => Promise.reject(new Error('no language model: set LLM_BASE_URL')) },
  };
}

type FlowReplayOptions = TargetOptions & JsonOption & Pick<WhichOptions, 'tenant'>;
type FlowReplayTurn = ReplayedConversation['turns'][number];

/** `flow replay FLOW` */
export function flowReplay(io: Io): Command {
  return newTargetCommand(
    'replay',
    'compare the replies of a flow’s draft with past conversations or tests; nothing is sent',
    [
      'flow replay support --tenant acme --local      # the tests of the draft',
      'flow replay support rQiXQKWDX_mapL-t8kP2Twwk --tenant acme --stage prod',
    ],
  )
    .argument('<flow>', 'the ID of the flow')
    .argument('[conversation...]', 'IDs of past conversations, at most 20')
    .requiredOption('--tenant <id>', 'the tenant of the flow')
    .action(async (flowId: string, conversationIds: readonly string[], options: FlowReplayOptions) => {
      const records = await tenantRecords(options, io);
      // Reports unknown flows as the other commands do.
      await storedContent(records, flowId, { tenant: options.tenant, draft: true, isDraftMeant: true });
      const ports = { ...records.admin, ...openRecords(records.target, io), nowMs: io.nowMs };
      const replay = conversationIds.length === 0 ? {} : { conversationIds: [...conversationIds] };
      const { body } = await replayDraft(ports, records.caller, { flowId, replay }).catch(
        namingProblems(options),
      );
      printResult(io, options.json, flowReplayInWords(body), body);
    });
}

/** Reports conversations that can't be replayed, and where to find others. */
const namingProblems =
  ({ tenant }: FlowReplayOptions) =>
  (error: unknown): never => {
    if (!isProblem(error, 'invalid_body') || !error.errors) throw error;
    const problems = error.errors.map(({ message }) => sentence(message));
    throw new CommandError(problems.join('\n'), `See \`npx gateway conversation list --tenant ${tenant}\`.`);
  };

function flowReplayInWords({ conversations, complete }: DraftReplayResult): string {
  const same = conversations.filter((one) => one.same).length;
  return [
    ...conversations.flatMap(describe),
    `${same} of ${conversations.length} are unchanged`,
    ...(complete ? [] : ['some were not replayed to the end']),
  ].join('\n');
}

function describe({ title, same, raised, stopped, turns }: ReplayedConversation): string[] {
  return [
    `${same ? '✓' : stopped ? '–' : '≠'} ${onOneLine(title)}`,
    ...turns.flatMap((turn) => (turn.same ? [] : differenceOf(turn))),
    ...(raised ? [`    raised at ${raised.stepId ?? '–'}: ${onOneLine(raised.message)}`] : []),
    ...(stopped ? [`    replayed ${turns.length} messages; no recording for step ${stopped.stepId}`] : []),
  ];
}

function differenceOf({ action, before, now }: FlowReplayTurn): string[] {
  const textsOf = (replies: FlowReplayTurn['now']) =>
    replies.map(({ text, choices = [] }) => onOneLine([text, ...choices.map((one) => `[${one}]`)].join(' ')));
  return [
    `    ${onOneLine(happened(action))}`,
    ...textsOf(before).map((text) => `      - ${text}`),
    ...textsOf(now).map((text) => `      + ${text}`),
  ];
}

function happened(action: FlowReplayTurn['action']): string {
  return typeof action.user === 'string' ? `visitor: ${action.user}` : JSON.stringify(action);
}
