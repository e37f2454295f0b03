import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Command } from 'commander';
import { DirectoryTableWriter } from '../../aws/directory-writer.ts';
import type { CanaryVerdict, FlowSummary } from '../../contract/admin/flows.ts';
import { readStoredTenant } from '../../contract/directory.ts';
import { limits } from '../../contract/limits.ts';
import { queuesOf } from '../../contract/queues.ts';
import { type DirectoryItem, directoryKeys } from '../../domain/directory-keys.ts';
import { listFlows, listVersions, readFlow } from '../../operations/admin/flows/read-flows.ts';
import { conversationsOf } from '../../operations/directory/read-tenant-folder.ts';
import { findFlowWarnings } from '../../warnings/find-flow-warnings.ts';
import { CommandError } from '../explain-error.ts';
import { type Io, printResult } from '../io.ts';
import {
  confirm,
  type JsonOption,
  newCommand,
  newTargetCommand,
  newTenantCommand,
  type SetOption,
  type TenantOptions,
  withPlaceholders,
  withTarget,
  withYes,
  type YesOption,
} from '../new-command.ts';
import {
  assertConversationsPass,
  parsePairs,
  placeholdersOf,
  readFlow as readFlowFile,
  readFlowsBeside,
  standInsOf,
} from '../read-flow.ts';
import { allPages, describeTable } from '../records.ts';
import {
  changedMeanwhile,
  storedContent,
  tenantRecords,
  toVersion,
  type WhichOptions,
} from '../stored-flow.ts';
import { resolveTarget, type TargetOptions } from '../target.ts';
import { describeChanges, findChanges, knownTenant } from '../tenant-directory.ts';
import { describeWarnings } from './flow-files.ts';

/** `flow list` */
export function flowList(io: Io): Command {
  return newTenantCommand('list', "list a tenant's flows with live version, gradual rollout and draft", [
    'flow list --tenant acme --local',
    'flow list --tenant acme --stage prod --json',
  ]).action(async (options: TenantOptions) => {
    const { admin, caller } = await tenantRecords(options, io);
    const flows = await allPages((page) => listFlows(admin, caller, page));
    const rows = flows.map(({ id, title, live, draft, canaryEnded }) => [
      id,
      live.version === null ? 'none' : String(live.version),
      live.canary ? `version ${live.canary.version} for ${live.canary.percent} %` : stopped(canaryEnded),
      draft ? draftInWords(draft) : '',
      title ?? '',
    ]);
    const text =
      rows.length > 0
        ? describeTable(['flow', 'live', 'rollout', 'draft', 'title'], rows)
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

function draftInWords({ faults: problems, at }: NonNullable<FlowSummary['draft']>): string {
  return [at ?? 'saved', ...(problems > 0 ? [`${problems} problems`] : [])].join(', ');
}

/** `flow show FLOW` */
export function flowShow(io: Io): Command {
  return newTargetCommand(
    'show',
    'show a stored flow: where it is used, its latest versions and its steps; --json prints all of it',
    [
      'flow show support --tenant acme --local',
      'flow show support --tenant acme --version 3 --stage prod --json',
    ],
  )
    .argument('<flow>', 'the ID of the flow')
    .requiredOption('--tenant <id>', 'the tenant of the flow')
    .option('--version <version>', 'this version; default: the live one', toVersion)
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
    `  used by  ${usedBy.map(({ kind, id }) => `${kind} ${id}`).join(', ') || 'nothing'}`,
    ...versions.map(
      ({ version, at, by, note }) =>
        `  version ${[version, at ?? '', by?.email ?? '', note ?? ''].filter(Boolean).join('  ')}`,
    ),
    `  ${conversations.length} tests`,
    '',
    describeTable(['step', 'kind', 'next', 'text'], rows),
  ].join('\n');
}

function endInWords({ version, action, at, raised, against }: CanaryVerdict): string {
  const done = action === 'cancel' ? 'cancelled' : 'promoted';
  return `  version ${version} was ${done} automatically at ${at}: the flow failed in ${raised.part} of ${raised.of} runs, compared with ${against.part} of ${against.of}`;
}

const brief = (text: string) => (text.length > 60 ? `${text.slice(0, 57)}...` : text);

type Options = TargetOptions &
  JsonOption &
  SetOption & { readonly tenant: string; readonly over?: number; readonly dryRun?: boolean };

/** `flow publish FILE` */
export function flowPublish(io: Io): Command {
  const command = newCommand('publish', 'validate and test a flow, store its version and make it live', [
    'flow publish examples/tenants/acme/flows/support.json --tenant acme --local',
    'flow publish flows/support.json --tenant acme --stage prod --dry-run',
  ]);
  return withTarget(withPlaceholders(command))
    .argument('<file>', "the flow's JSON file")
    .requiredOption('--tenant <id>', 'the tenant of the flow')
    .option('--over <version>', 'replace this version even if it was published in the console', toVersion)
    .option('--dry-run', 'report the changes without making them')
    .action(async (file: string, options: Options) => {
      const target = await resolveTarget(options, io);
      const placeholders = await placeholdersOf(file, { ...target.placeholders, ...parsePairs(options.set) });
      const read = await readFlowFile(file, placeholders);
      const { flow } = read;
      for (const line of describeWarnings(findFlowWarnings(flow))) io.err(line);
      const others = await readFlowsBeside(file, await standInsOf(dirname(file), placeholders));
      await assertConversationsPass(io, read, others);
      const writer = new DirectoryTableWriter(target.clients, target);
      const { find, itemAt } = await knownTenant(writer, options.tenant, target);
      // Once more, with what is known now.
      await readFlowFile(file, placeholders, {
        queues: queuesOf(readStoredTenant(find(directoryKeys.tenant))),
      });
      const stored = find(directoryKeys.flow(flow.id, flow.version));
      if (stored !== undefined && !isDeepStrictEqual(stored, JSON.parse(JSON.stringify(flow)))) {
        throw new CommandError(
          `Flow ${flow.id} version ${flow.version} of ${options.tenant} is stored with different content.`,
          'A stored version never changes, since conversations are pinned to it: raise "version" in the file.',
        );
      }
      const live = itemAt(directoryKeys.published(flow.id));
      const before = live?.document ?? null;
      assertSeen(flow.id, live, options);
      if (!options.dryRun) {
        await writer.addFlow(options.tenant, flow, conversationsOf(read));
        if (!(await writer.publish(options.tenant, flow.id, flow.version, live)))
          throw changedMeanwhile(flow.id);
      }
      const did = options.dryRun ? 'would be published' : 'is published';
      const instead = before === flow.version ? 'it was live before' : `before: ${before ?? 'none'}`;
      printResult(
        io,
        options.json,
        `flow ${flow.id} version ${flow.version} of ${options.tenant} ${did} in ${target.label} (${instead})`,
        {
          tenant: options.tenant,
          flow: flow.id,
          version: flow.version,
          before,
          dryRun: options.dryRun === true,
        },
      );
      if (!options.dryRun)
        io.err('New conversations use it within seconds; open ones stay on their version.');
    });
}

/** @throws CommandError if the console has published a version that the file's author may not know */
function assertSeen(flowId: string, live: DirectoryItem | undefined, { over }: Options): void {
  if (live?.by === undefined || over === live.document) return;
  throw new CommandError(
    `Version ${live.document} of flow ${flowId} was published in the console.`,
    `Copy its changes into the file, then pass --over ${live.document}.`,
  );
}

type FlowRollbackOptions = TargetOptions &
  JsonOption &
  YesOption & { readonly tenant: string; readonly to?: number; readonly dryRun?: boolean };

/** `flow rollback FLOW` */
export function flowRollback(io: Io): Command {
  const command = newCommand('rollback', 'roll a flow back to an earlier version', [
    'flow rollback support --tenant acme --local',
    'flow rollback support --tenant acme --to 3 --stage prod',
  ]);
  return withTarget(withYes(command))
    .argument('<flow>', 'the ID of the flow')
    .requiredOption('--tenant <id>', 'the tenant of the flow')
    .option(
      '--to <version>',
      'the version to roll back to; default: the one before the live version',
      toVersion,
    )
    .option('--dry-run', 'report the changes without making them')
    .action(async (flowId: string, options: FlowRollbackOptions) => {
      const target = await resolveTarget(options, io);
      const writer = new DirectoryTableWriter(target.clients, target);
      const { itemAt, versionsOf } = await knownTenant(writer, options.tenant, target);
      const live = itemAt(directoryKeys.published(flowId));
      const current = Number(live?.document ?? 0);
      const versions = versionsOf(flowId);
      const version = options.to ?? versions.findLast((stored) => stored < current);
      if (version === undefined || !versions.includes(version)) {
        const wanted = options.to ? `version ${options.to}` : 'earlier version';
        throw new CommandError(
          `Flow ${flowId} of ${options.tenant} has no ${wanted}.`,
          versions.length > 0 ? `Stored versions: ${versions.join(', ')}.` : 'No version of it is stored.',
        );
      }
      if (version === current)
        throw new CommandError(
          `Version ${version} of flow ${flowId} of ${options.tenant} is already live.`,
          `Nothing was changed. Stored versions: ${versions.join(', ')}.`,
        );
      const what = `Make version ${version} of flow ${flowId} live instead of ${current}`;
      if (!options.dryRun) await confirm(io, target, options, what);
      if (!options.dryRun && !(await writer.publish(options.tenant, flowId, version, live)))
        throw changedMeanwhile(flowId);
      printResult(
        io,
        options.json,
        `flow ${flowId} of ${options.tenant}: ${options.dryRun ? 'would go' : 'went'} from version ${current} to ${version} in ${target.label}`,
        { tenant: options.tenant, flow: flowId, before: current, version, dryRun: options.dryRun === true },
      );
    });
}

type FlowDiffOptions = TargetOptions & JsonOption & SetOption & WhichOptions;

/** `flow diff FILE` */
export function flowDiff(io: Io): Command {
  return withTarget(
    withPlaceholders(
      newCommand('diff', 'compare a flow file with the stored flow: what publishing it would change', [
        'flow diff tenants/acme/flows/support.json --tenant acme --stage prod',
        'flow diff support.json --tenant acme --draft --local --json',
      ]),
    ),
  )
    .argument('<file>', "the flow's JSON file")
    .requiredOption('--tenant <id>', 'the tenant of the flow')
    .option('--version <version>', 'compare with this version; default: the live one', toVersion)
    .option('--draft', 'compare with its draft')
    .action(async (file: string, options: FlowDiffOptions) => {
      const records = await tenantRecords(options, io);
      const given = { ...records.target.placeholders, ...parsePairs(options.set) };
      const { flow } = await readFlowFile(file, await placeholdersOf(file, given));
      const { called, definition } = await storedContent(records, flow.id, options);
      const sk = `flow ${flow.id}`;
      // A draft's own id and version are not looked at.
      const before = { ...definition, ...(options.draft && { id: flow.id, version: flow.version }) };
      const changes = findChanges([{ sk, document: before }], [{ sk, document: flow }]);
      const fields = changes.flatMap((change) => change.fields);
      const text =
        fields.length === 0
          ? `${file} is the same as ${called} of flow ${flow.id}`
          : [`${called} of flow ${flow.id} would become ${file}:`, ...describeChanges(changes)].join('\n');
      printResult(io, options.json, text, { flow: flow.id, same: fields.length === 0, changes: fields });
    });
}
