import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { refusedAddress } from '../../clients/refused-address.ts';
import type { FlowDefinition } from '../../contract/flow.ts';
import type { FlowFault } from '../../engine/checks/fault.ts';
import { findFlowWarnings } from '../../warnings/find-flow-warnings.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand, type SetOption, withPlaceholders } from '../new-command.ts';
import { parsePairs, standInsOf } from '../placeholders.ts';
import { flowIdsBeside, queuesBeside, readFlow } from '../read-flow.ts';

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
      const given = parsePairs(options.set);
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
      const warnings = [...findFlowWarnings(flow), ...unknownCalls(flow, flowIds)];
      const about = `${file}: flow ${flow.id} version ${flow.version} is valid: ${Object.keys(flow.steps).length} steps, ${scripts.length} scripted conversations`;
      printResult(io, options.json, [about, ...describeWarnings(warnings)].join('\n'), {
        valid: true,
        flow: { id: flow.id, version: flow.version },
        warnings,
      });
    });
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
