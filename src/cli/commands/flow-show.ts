import type { Command } from 'commander';
import type { CanaryVerdict } from '../../contract/admin/flows.ts';
import { limits } from '../../contract/limits.ts';
import { listVersions } from '../../operations/admin/flows/list-versions.ts';
import { readFlow } from '../../operations/admin/flows/read-flow.ts';
import { describeTable } from '../describe-table.ts';
import { type Io, printResult } from '../io.ts';
import { toVersion } from '../live-version.ts';
import { type JsonOption, newCommand, withTarget } from '../new-command.ts';
import { storedContent, tenantRecords, type WhichOptions } from '../stored-flow.ts';
import type { TargetOptions } from '../target.ts';

/** `flow show FLOW` */
export function flowShow(io: Io): Command {
  return withTarget(
    newCommand(
      'show',
      'show a stored flow: who runs it, its latest versions, and its steps; --json has it whole',
      [
        'flow show support --tenant acme --local',
        'flow show support --tenant acme --version 3 --stage prod --json',
      ],
    ),
  )
    .argument('<flow>', 'id of the flow')
    .requiredOption('--tenant <id>', 'whose flow it is')
    .option('--version <version>', 'this version; by default what is live', toVersion)
    .option('--draft', 'its draft instead')
    .action(async (flowId: string, options: TargetOptions & JsonOption & WhichOptions) => {
      const records = await tenantRecords(options, io);
      const { admin, caller } = records;
      const content = await storedContent(records, flowId, options);
      const { usedBy, canaryEnded } = (await readFlow(admin, caller, flowId)).body;
      const page = { flowId, limit: limits.listItems, after: null };
      const { items: versions } = await listVersions(admin, caller, page);
      const { called, ...stored } = content;
      const shown = { tenant: options.tenant, flow: flowId, ...stored, canaryEnded, usedBy, versions };
      printResult(io, options.json, inWords(flowId, called, shown), shown);
    });
}

type Shown = Pick<Awaited<ReturnType<typeof storedContent>>, 'definition' | 'live' | 'conversations'> & {
  readonly canaryEnded: CanaryVerdict | null;
  readonly usedBy: readonly { readonly kind: string; readonly id: string }[];
  readonly versions: Awaited<ReturnType<typeof listVersions>>['items'];
};

function inWords(
  flowId: string,
  called: string,
  { definition, live, canaryEnded, usedBy, versions, conversations }: Shown,
) {
  const steps = Object.entries((definition.steps ?? {}) as Record<string, Record<string, unknown>>);
  const rows = steps.map(([id, { kind, text, next }]) => [
    id,
    String(kind),
    typeof next === 'string' ? next : '',
    typeof text === 'string' ? brief(text) : '',
  ]);
  const ended = canaryEnded ? [endInWords(canaryEnded)] : [];
  const tried = live.canary ? `, version ${live.canary.version} for ${live.canary.percent} %` : '';
  return [
    `flow ${flowId}: version ${live.version ?? 'none'} is live${tried}; shown is ${called}`,
    ...ended,
    `  run by  ${usedBy.map(({ kind, id }) => `${kind} ${id}`).join(', ') || 'nobody'}`,
    ...versions.map(
      ({ version, at, by, note }) =>
        `  version ${[version, at ?? '', by?.email ?? '', note ?? ''].filter(Boolean).join('  ')}`,
    ),
    `  ${conversations.length} scripted conversations`,
    '',
    describeTable(['step', 'kind', 'next', 'text'], rows),
  ].join('\n');
}

function endInWords({ version, action, at, raised, against }: CanaryVerdict): string {
  const done = action === 'cancel' ? 'cancelled' : 'promoted';
  return `  version ${version} was ${done} by itself at ${at}: the flow raised in ${raised.part} of ${raised.of} runs, beside ${against.part} of ${against.of}`;
}

const brief = (text: string) => (text.length > 60 ? `${text.slice(0, 57)}...` : text);
