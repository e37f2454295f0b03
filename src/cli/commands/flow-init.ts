import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { type FlowTemplate, flowTemplates, writeFlow } from '../flow-templates.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand } from '../new-command.ts';

/** `flow init FILE` */
export function flowInit(io: Io): Command {
  return newCommand('init', 'write a flow that works, and its scripted conversations', [
    'flow init flows/welcome.json',
    'flow init tenants/acme/flows/bookings.json --template booking',
  ])
    .argument('<file>', "the flow's JSON file, which must not be there yet; its name becomes the id")
    .addOption(
      new Option('--template <name>', 'what it begins as').choices(flowTemplates).default('greeting'),
    )
    .action(async (file: string, options: JsonOption & { readonly template: FlowTemplate }) => {
      const path = resolve(file);
      const files = await writeFlow(path, options.template, io);
      const next = `Try it: npx gateway flow dev ${file}. docs/flows.md tells the language.`;
      printResult(io, options.json, [...files.map((name) => `+ ${name}`), next].join('\n'), { files });
    });
}
