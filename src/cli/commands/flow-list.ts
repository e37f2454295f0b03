import type { Command } from 'commander';
import type { FlowSummary } from '../../contract/admin/flows.ts';
import { limits } from '../../contract/limits.ts';
import { listFlows } from '../../operations/admin/flows/list-flows.ts';
import { describeTable } from '../describe-table.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand, withTarget } from '../new-command.ts';
import { tenantRecords } from '../stored-flow.ts';
import type { TargetOptions } from '../target.ts';

/** `flow list` */
export function flowList(io: Io): Command {
  return withTarget(
    newCommand(
      'list',
      "list a tenant's flows: what is live of each, what is tried, and whether it has a draft",
      ['flow list --tenant acme --local', 'flow list --tenant acme --stage prod --json'],
    ),
  )
    .requiredOption('--tenant <id>', 'whose flows')
    .action(async (options: TargetOptions & JsonOption & { readonly tenant: string }) => {
      const { admin, caller } = await tenantRecords(options, io);
      const flows: FlowSummary[] = [];
      for (let after: string | null = null, isMore = true; isMore; ) {
        const page = await listFlows(admin, caller, { limit: limits.listItemsMax, after });
        flows.push(...page.items);
        after = page.cursor;
        isMore = page.cursor !== null;
      }
      const rows = flows.map(({ id, title, live, draft, canaryEnded }) => [
        id,
        live.version === null ? 'none' : String(live.version),
        live.canary ? `version ${live.canary.version} for ${live.canary.percent} %` : stopped(canaryEnded),
        draft ? draftInWords(draft) : '',
        title ?? '',
      ]);
      const text =
        rows.length > 0
          ? describeTable(['flow', 'live', 'tried', 'draft', 'title'], rows)
          : `${options.tenant} has no flows yet.`;
      printResult(io, options.json, text, flows);
    });
}

/** A gradual rollout that stopped by itself, until something else is published. */
function stopped(ended: FlowSummary['canaryEnded']): string {
  if (ended?.action !== 'cancel') return '';
  const { version, raised } = ended;
  return `version ${version} stopped: failed in ${raised.part} of ${raised.of}`;
}

function draftInWords({ faults, at }: NonNullable<FlowSummary['draft']>): string {
  return [at ?? 'saved', ...(faults > 0 ? [`${faults} faults`] : [])].join(', ');
}
