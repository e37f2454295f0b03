import type { Command } from 'commander';
import { type VersionsAnswer, versionsQuery } from '../../contract/admin/reports.ts';
import { compareVersions } from '../../operations/reports/compare-versions.ts';
import { versionsCsv } from '../../operations/reports/to-csv.ts';
import { describeTable } from '../describe-table.ts';
import type { Io } from '../io.ts';
import {
  asking,
  daysOf,
  newReport,
  percent,
  printReport,
  questionIn,
  type ReportOptions,
  rangeInWords,
  reportPorts,
} from '../report-options.ts';
import { storedContent } from '../stored-flow.ts';

interface Options extends ReportOptions {
  readonly version: string;
  readonly against: string;
  readonly channel?: string;
  readonly place?: string;
}

/** `report versions FLOW` */
export function reportVersions(io: Io): Command {
  return newReport(
    'versions',
    'show two versions of a flow side by side, by the runs that began on the same days',
    [
      'report versions support --tenant acme --version 8 --against 7 --stage prod',
      'report versions support --tenant acme --version 8 --against 7 --stage prod --from 2026-10-01 --json',
    ],
  )
    .argument('<flow>', 'id of the flow')
    .requiredOption('--version <version>', 'one version')
    .requiredOption('--against <version>', 'the version to compare it with')
    .action(async (flow: string, options: Options) => {
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
  handedOverShare: 'handed over',
  abandonedShare: 'abandoned',
  flowAloneShare: 'by the flow alone',
  containedShare: 'contained, with those who gave up',
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
    ['', ...versions.map(({ version }) => `version ${version}`), 'difference, by 95 %'],
    [['runs ended', ...ended, ''], ...rows],
  );
}

/** A difference of two shares in points of per cent. */
const points = (difference: number) => `${difference > 0 ? '+' : ''}${(100 * difference).toFixed(1)}`;
