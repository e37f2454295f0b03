import type { Command } from 'commander';
import { stepsQuery } from '../../contract/admin/reports.ts';
import { readSteps } from '../../operations/reports/read-steps.ts';
import { stepsCsv } from '../../operations/reports/to-csv.ts';
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
  readonly version?: string;
  readonly channel?: string;
  readonly place?: string;
}

/** `report steps FLOW` */
export function reportSteps(io: Io): Command {
  return newReport('steps', 'show how far the runs of a flow have come, and where people leave it', [
    'report steps support --tenant acme --local',
    'report steps support --tenant acme --stage prod --version 8 --from 2026-10-01 --to 2026-10-31 --csv',
  ])
    .argument('<flow>', 'id of the flow')
    .option('--version <version>', 'only this version; all of them by default')
    .action(async (flow: string, options: Options) => {
      const { tenant, version, channel, place } = options;
      const ports = await reportPorts(options, io);
      const query = questionIn(stepsQuery, { ...daysOf(options, ports), flow, version, channel, place });
      const answer = await asking(readSteps(ports, tenant, query));
      // Of a flow that is deleted the counts are kept.
      if (answer.steps.length === 0) await storedContent(ports.records, flow, { tenant, draft: false });
      const rows = answer.steps.map(({ version: of, stepId, reached, left, reachedShare, leavingShare }) => [
        ...[String(of), stepId, String(reached), percent(reachedShare), String(left), percent(leavingShare)],
      ]);
      printReport(io, options, {
        text: () =>
          [
            rangeInWords(tenant, answer),
            `${answer.started} ${answer.started === 1 ? 'run' : 'runs'} of flow ${flow} began`,
            describeTable(['version', 'step', 'reached', 'of all', 'left', 'of those'], rows),
          ].join('\n'),
        data: answer,
        csv: () => stepsCsv(answer),
      });
    });
}
