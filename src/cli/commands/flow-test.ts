import type { Command } from 'commander';
import { CommandError, ReportedFailure } from '../errors.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand, type SetOption, withPlaceholders } from '../new-command.ts';
import { parsePairs, standInsOf } from '../placeholders.ts';
import {
  conversationsFileOf,
  describeRehearsed,
  readConversations,
  readFlow,
  rehearseAll,
} from '../read-flow.ts';

/** `flow test FILE` */
export function flowTest(io: Io): Command {
  return withPlaceholders(
    newCommand('test', 'play the scripted conversations beside a flow; nothing outside is called', [
      'flow test examples/tenants/acme/flows/support.json',
      'flow test flows/survey.json --json',
    ]),
  )
    .argument('<file>', "the flow's JSON file; its conversations lie beside it as NAME.conversations.json")
    .action(async (file: string, options: JsonOption & SetOption) => {
      const flow = await readFlow(file, await standInsOf(file, parsePairs(options.set)));
      const scripts = await readConversations(file);
      if (scripts.length === 0) {
        throw new CommandError(
          `The flow ${flow.id} has no scripted conversations.`,
          `Write some into ${conversationsFileOf(file)}; docs/command-line.md shows how.`,
        );
      }
      const results = await rehearseAll(flow, scripts);
      const failed = results.filter(({ ok }) => !ok).length;
      const sum = `${results.length - failed} passed, ${failed} failed`;
      printResult(io, options.json, [...describeRehearsed(results), sum].join('\n'), { results, failed });
      if (failed > 0) throw new ReportedFailure();
    });
}
