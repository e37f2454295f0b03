import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { refusedAddress } from '../../clients/refused-address.ts';
import type { FlowDefinition } from '../../contract/flow.ts';
import type { FlowFault } from '../../engine/checks/fault.ts';
import { ConfigurationFileError, type FileFault } from '../../operations/directory/read-json-file.ts';
import { conversationsSuffix } from '../../operations/directory/read-tenant-folder.ts';
import { findFlowWarnings } from '../../warnings/find-flow-warnings.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand, type SetOption, withPlaceholders } from '../new-command.ts';
import { parsePairs, standInsOf } from '../placeholders.ts';
import { flowIdsBeside, queuesBeside, readFlow } from '../read-flow.ts';

/** `flow validate FILE…` */
export function flowValidate(io: Io): Command {
  return withPlaceholders(
    newCommand('validate', "check flows' files, and warn of what channels and time limits don't allow", [
      'flow validate flows/*.json',
      'flow validate flows/support.json --set ORDER_SERVICE_URL=https://orders.example --json',
    ]),
  )
    .argument(
      '<files...>',
      "the flows' JSON files; files of scripted conversations are read with their flows",
    )
    .action(async (files: readonly string[], options: JsonOption & SetOption) => {
      const flows = files.filter((file) => files.length === 1 || !file.endsWith(conversationsSuffix));
      const checked: Checked[] = [];
      const faults: FileFault[] = [];
      for (const file of flows) {
        try {
          checked.push(await check(file, options));
        } catch (error) {
          if (!(error instanceof ConfigurationFileError)) throw error;
          faults.push(...error.faults);
        }
      }
      if (faults.length > 0) throw new ConfigurationFileError(faults);
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
  readonly warnings: readonly FlowFault[];
}

/** @throws ConfigurationFileError with every fault of the flow and its conversations */
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
    about: `${file}: flow ${id} version ${version} is valid: ${Object.keys(steps).length} steps, ${scripts.length} scripted conversations`,
    warnings: [...findFlowWarnings(flow), ...unknownCalls(flow, flowIds)],
  };
}

/** A service of a deployment's own network is named with its placeholder. */
const originsOf = (given: Readonly<Record<string, string>>): string[] =>
  Object.values(given).flatMap((value) => (URL.canParse(value) ? [new URL(value).origin] : []));

function unknownCalls({ steps }: FlowDefinition, flowIds: ReadonlySet<string>): FlowFault[] {
  return Object.entries(steps).flatMap(([id, step]) =>
    step.kind === 'call' && !flowIds.has(step.flow)
      ? [{ path: `steps.${id}.flow`, message: `no file beside this one holds the flow ${step.flow}` }]
      : [],
  );
}

/** A line for each warning. */
export function describeWarnings(warnings: readonly FlowFault[]): string[] {
  return warnings.map(({ path, message }) => `  warning: ${path}: ${message}`);
}
