import { type Command, Option } from 'commander';
import * as z from 'zod/mini';
import { DirectoryTable } from '../../aws/directory-table.ts';
import { RunCountsTable } from '../../aws/run-counts-table.ts';
import {
  costParts,
  figureGroups,
  figuresQuery,
  labelsQuery,
  refusalsQuery,
  stepsQuery,
  type VersionsAnswer,
  versionsQuery,
} from '../../contract/admin/reports.ts';
import { readFigures } from '../../operations/reports/read-figures.ts';
import {
  compareVersions,
  figuresOfTenants,
  readLabelCounts,
  readRefusals,
  readSteps,
} from '../../operations/reports/read-reports.ts';
import {
  figuresCsv,
  labelsCsv,
  refusalsCsv,
  stepsCsv,
  tenantsCsv,
  versionsCsv,
} from '../../operations/reports/to-csv.ts';
import { describeCosts, describeFigures, describeTenants } from '../describe-figures.ts';
import type { Io } from '../io.ts';
import { type JsonOption, newCommand, withTarget } from '../new-command.ts';
import { describeTable } from '../records.ts';
import {
  asking,
  type CsvOption,
  daysOf,
  newRangeReport,
  newReport,
  percent,
  printReport,
  questionIn,
  type ReportOptions,
  rangeInWords,
  reportPorts,
  withCsv,
} from '../report-options.ts';
import { storedContent } from '../stored-flow.ts';
import { resolveTarget, type TargetOptions } from '../target.ts';

interface Options extends ReportOptions {
  readonly group?: string;
  readonly compare?: boolean;
  readonly flow?: string;
  readonly version?: string;
  readonly channel?: string;
  readonly place?: string;
  readonly queue?: string;
  readonly within?: string;
  readonly costBy?: string;
}

/** `report figures` */
export function reportFigures(io: Io): Command {
  return newReport('figures', 'show conversations by outcome, agent figures and satisfaction', [
    'report figures --tenant acme --local',
    'report figures --tenant acme --stage prod --from 2026-10-01 --to 2026-10-31 --group day --compare',
    'report figures --tenant acme --stage prod --group day --cost-by flow',
    'report figures --tenant acme --stage prod --group version --flow support --csv > versions.csv',
  ])
    .addOption(new Option('--group <what>', 'one row for each').choices(figureGroups))
    .option('--compare', 'compare with the preceding period of the same length, from the same weekday')
    .addOption(
      new Option('--cost-by <what>', 'the estimated cost of each instead of other figures').choices(
        costParts,
      ),
    )
    .option('--flow <id>', 'only conversations that started in this flow')
    .option('--version <version>', 'only this version of the flow')
    .option('--queue <name>', 'only handoffs of this queue')
    .option(
      '--within <seconds>',
      'service level: seconds until a handoff is assigned: 20, 30, 60, 120 or 300',
      '60',
    )
    .action(async (options: Options) => {
      const { group, flow, version, channel, place, queue, within, costBy } = options;
      const ports = await reportPorts(options, io);
      const query = questionIn(figuresQuery, {
        ...daysOf(options, ports),
        ...{ group, flow, version, channel, place, queue, within, costBy },
        ...(options.compare && { compare: 'before' }),
      });
      const answer = await asking(readFigures(ports, options.tenant, query));
      printReport(io, options, {
        text: () =>
          `${rangeInWords(options.tenant, answer)}\n${costBy === undefined ? describeFigures(answer, group) : describeCosts(answer, group)}`,
        data: answer,
        csv: () => figuresCsv(answer),
      });
    });
}

interface ReportVersionsOptions extends ReportOptions {
  readonly version: string;
  readonly against: string;
  readonly channel?: string;
  readonly place?: string;
}

/** `report versions FLOW` */
export function reportVersions(io: Io): Command {
  return newReport(
    'versions',
    'compare two versions of a flow by conversations that started on the same days',
    [
      'report versions support --tenant acme --version 8 --against 7 --stage prod',
      'report versions support --tenant acme --version 8 --against 7 --stage prod --from 2026-10-01 --json',
    ],
  )
    .argument('<flow>', 'the ID of the flow')
    .requiredOption('--version <version>', 'one version')
    .requiredOption('--against <version>', 'the version to compare it with')
    .action(async (flow: string, options: ReportVersionsOptions) => {
      const { tenant, version, against, channel, place } = options;
      const ports = await reportPorts(options, io);
      const asked = { ...daysOf(options, ports), flow, version, against, channel, place };
      const answer = await asking(compareVersions(ports, tenant, questionIn(versionsQuery, asked)));
      if (answer.versions.every(({ figures }) => figures.runs.started === 0))
        await storedContent(ports.records, flow, { tenant, draft: false });
      printReport(io, options, {
        text: () => `${rangeInWords(tenant, answer)}\n${inWords(answer)}`,
        data: answer,
        csv: () => versionsCsv(answer),
      });
    });
}

const names: Readonly<Record<VersionsAnswer['differences'][number]['figure'], string>> = {
  failedShare: 'failed',
  handedOverShare: 'handed off',
  abandonedShare: 'abandoned',
  flowAloneShare: 'resolved by bot',
  containedShare: 'no agent needed, including abandoned',
};

function inWords({ versions, differences }: VersionsAnswer): string {
  const ended = versions.map(({ figures }) => String(figures.runs.ended));
  const rows = differences.map(({ figure, difference, low, high }) => [
    names[figure],
    ...versions.map(({ figures }) => percent(figures.runs[figure])),
    difference === null || low === null || high === null
      ? 'fewer than 100 runs'
      : `${points(difference)}, between ${points(low)} and ${points(high)}`,
  ]);
  return describeTable(
    ['', ...versions.map(({ version }) => `version ${version}`), 'difference (95 % interval)'],
    [['runs ended', ...ended, ''], ...rows],
  );
}

/** A difference of two shares in points of per cent. */
const points = (difference: number) => `${difference > 0 ? '+' : ''}${(100 * difference).toFixed(1)}`;

interface ReportStepsOptions extends ReportOptions {
  readonly version?: string;
  readonly channel?: string;
  readonly place?: string;
}

/** `report steps FLOW` */
export function reportSteps(io: Io): Command {
  return newReport('steps', 'show reach and drop-off of the steps of a flow', [
    'report steps support --tenant acme --local',
    'report steps support --tenant acme --stage prod --version 8 --from 2026-10-01 --to 2026-10-31 --csv',
  ])
    .argument('<flow>', 'the ID of the flow')
    .option('--version <version>', 'only this version; default: all')
    .action(async (flow: string, options: ReportStepsOptions) => {
      const { tenant, version, channel, place } = options;
      const ports = await reportPorts(options, io);
      const query = questionIn(stepsQuery, { ...daysOf(options, ports), flow, version, channel, place });
      const answer = await asking(readSteps(ports, tenant, query));
      // A deleted flow's figures are kept.
      if (answer.steps.length === 0) await storedContent(ports.records, flow, { tenant, draft: false });
      const rows = answer.steps.map(({ version: of, stepId, reached, left, reachedShare, leavingShare }) => [
        ...[String(of), stepId, String(reached), percent(reachedShare), String(left), percent(leavingShare)],
      ]);
      printReport(io, options, {
        text: () =>
          [
            rangeInWords(tenant, answer),
            `${answer.started} ${answer.started === 1 ? 'run' : 'runs'} of flow ${flow} started`,
            describeTable(['version', 'step', 'reached', 'of all', 'left', 'of those'], rows),
          ].join('\n'),
        data: answer,
        csv: () => stepsCsv(answer),
      });
    });
}

/** `report labels` */
export function reportLabels(io: Io): Command {
  return newReport('labels', 'show conversations by label', [
    'report labels --tenant acme --local',
    'report labels --tenant acme --stage prod --from 2026-10-01 --to 2026-10-31 --csv',
  ])
    .option('--flow <id>', 'only conversations that started in this flow')
    .action(async (options: ReportStepsOptions & { readonly flow?: string }) => {
      const { tenant, flow, channel, place } = options;
      const ports = await reportPorts(options, io);
      const query = questionIn(labelsQuery, { ...daysOf(options, ports), flow, channel, place });
      const answer = await asking(readLabelCounts(ports, tenant, query));
      const rows = answer.labels.map(({ id, name, runs, share }) => [
        ...[id, name ?? '(deleted)', String(runs), percent(share)],
      ]);
      printReport(io, options, {
        text: () =>
          [rangeInWords(tenant, answer), describeTable(['label', 'name', 'runs', 'of all'], rows)].join('\n'),
        data: answer,
        csv: () => labelsCsv(answer),
      });
    });
}

interface ReportTenantsOptions extends TargetOptions, JsonOption, CsvOption {
  readonly from?: string;
  readonly to?: string;
}

const rangeQuery = z.pick(figuresQuery, { from: true, to: true });

/** `report tenants` */
export function reportTenants(io: Io): Command {
  const command = newCommand(
    'tenants',
    'show conversations, visitors, messages and estimated cost of every tenant, highest cost first',
    [
      'report tenants --stage prod --from 2026-10-01 --to 2026-10-31',
      'report tenants --stage prod --csv > october.csv',
    ],
  );
  return withCsv(withTarget(command))
    .option('--from <date>', 'first day, in each tenant’s time zone; default: 7 days, up to the last day')
    .option('--to <date>', 'last day; default: today in UTC')
    .action(async (options: ReportTenantsOptions) => {
      const { clients, tablePrefix } = await resolveTarget(options, io);
      const { nowMs } = io;
      const range = questionIn(rangeQuery, daysOf(options, { zone: 'UTC', nowMs }));
      const ports = {
        counts: new RunCountsTable(clients.dynamodb, tablePrefix, nowMs),
        directory: new DirectoryTable(clients.dynamodb, tablePrefix, nowMs),
        nowMs,
      };
      const tenants = await asking(figuresOfTenants(ports, range));
      printReport(io, options, {
        text: () => `${range.from} to ${range.to}, in each tenant’s time zone\n${describeTenants(tenants)}`,
        data: { ...range, tenants },
        csv: () => tenantsCsv(tenants),
      });
    });
}

/** `report refusals` */
export function reportRefusals(io: Io): Command {
  return newRangeReport(
    'refusals',
    'show rejected visitor requests by code and site (a lower bound); they are not logged',
    [
      'report refusals --tenant acme --local',
      'report refusals --tenant acme --stage prod --from 2026-10-01 --to 2026-10-31 --csv',
    ],
  ).action(async (options: ReportOptions) => {
    const { tenant } = options;
    const ports = await reportPorts(options, io);
    const query = questionIn(refusalsQuery, daysOf(options, ports));
    const answer = await asking(readRefusals(ports, tenant, query));
    const rows = answer.rows.map(({ code, origin, count, messages }) => [
      ...[code, origin, String(count), String(messages)],
    ]);
    const { total, keptDays } = answer;
    const requests = total.count === 1 ? 'request' : 'requests';
    printReport(io, options, {
      text: () =>
        [
          rangeInWords(tenant, answer),
          `${total.count} ${requests} refused, ${total.messages} of them messages; kept for ${keptDays} days`,
          ...(rows.length > 0 ? [describeTable(['code', 'site', 'refused', 'messages'], rows)] : []),
        ].join('\n'),
      data: answer,
      csv: () => refusalsCsv(answer),
    });
  });
}
