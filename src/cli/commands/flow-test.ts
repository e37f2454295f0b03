import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import type { FlowDefinition } from '../../contract/flow.ts';
import type { FlowScript } from '../../engine/flow-script.ts';
import { recordScript } from '../../engine/record-script.ts';
import type { FlowFile } from '../../operations/directory/read-tenant-folder.ts';
import { CommandError, ReportedFailure } from '../errors.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand, type SetOption, withPlaceholders } from '../new-command.ts';
import { parsePairs, standInsOf } from '../placeholders.ts';
import {
  conversationsFileOf,
  describeCoverage,
  describeRehearsed,
  readFlow,
  readFlowsBeside,
  rehearseAll,
} from '../read-flow.ts';

type Options = JsonOption & SetOption & { readonly record?: string | true };

/** `flow test FILE` */
export function flowTest(io: Io): Command {
  return withPlaceholders(
    newCommand('test', 'play the scripted conversations beside a flow; nothing outside is called', [
      'flow test examples/tenants/acme/flows/support.json',
      'flow test flows/survey.json --json',
      'flow test flows/survey.json --record          # write anew what the flow says now',
      'printf "hi\\n9\\n" | npx gateway flow test flows/survey.json --record "a happy visitor"',
    ]),
  )
    .argument('<file>', "the flow's JSON file; its conversations lie beside it as NAME.conversations.json")
    .option(
      '--record [title]',
      'write what the flow says as what is expected: of every conversation, or of a new one whose visitor is standard input',
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
      `The flow ${flow.id} has no scripted conversations.`,
      `Write some into ${conversationsFileOf(file)}; docs/flows.md shows how, and --record TITLE writes one for you.`,
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
  const count = title === true ? `${recorded.length} conversations are` : `“${title}” is`;
  printResult(io, json, `${count} recorded in ${target}`, { file: target, conversations: recorded.length });
}

/** @throws CommandError when the flow raises */
async function recordOne(flow: FlowDefinition, script: FlowScript, others: readonly FlowDefinition[]) {
  try {
    return await recordScript(flow, script, others);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const named = script.title ? `The conversation “${script.title}”` : 'A conversation';
    throw new CommandError(`${named} can't be recorded: ${message}.`, 'Nothing was written.');
  }
}

async function readVisitor(io: Io): Promise<FlowScript['steps']> {
  const steps: FlowScript['steps'] = [];
  for await (const line of createInterface({ input: io.input }))
    if (line.trim() !== '') steps.push({ user: line });
  return steps;
}
