import type { Command } from 'commander';
import type { FlowFault } from '../../engine/checks/fault.ts';
import { findFlowWarnings } from '../../operations/directory/find-flow-warnings.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand, type SetOption, withPlaceholders } from '../new-command.ts';
import { parsePairs, standInsOf } from '../placeholders.ts';
import { readFlow } from '../read-flow.ts';

/** `flow validate FILE` */
export function flowValidate(io: Io): Command {
  return withPlaceholders(
    newCommand('validate', "check a flow's file, and warn of what channels and time limits don't allow", [
      'flow validate examples/tenants/acme/flows/support.json',
      'flow validate flows/support.json --set ORDER_SERVICE_URL=https://orders.example --json',
    ]),
  )
    .argument('<file>', "the flow's JSON file")
    .action(async (file: string, options: JsonOption & SetOption) => {
      const { flow, scripts } = await readFlow(file, await standInsOf(file, parsePairs(options.set)));
      const warnings = findFlowWarnings(flow);
      const about = `${file}: flow ${flow.id} version ${flow.version} is valid: ${Object.keys(flow.steps).length} steps, ${scripts.length} scripted conversations`;
      printResult(io, options.json, [about, ...describeWarnings(warnings)].join('\n'), {
        valid: true,
        flow: { id: flow.id, version: flow.version },
        warnings,
      });
    });
}

/** A line for each warning. */
export function describeWarnings(warnings: readonly FlowFault[]): string[] {
  return warnings.map(({ path, message }) => `  warning: ${path}: ${message}`);
}
