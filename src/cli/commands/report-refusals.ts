import type { Command } from 'commander';
import { refusalsQuery } from '../../contract/admin/refusals.ts';
import { readRefusals } from '../../operations/reports/read-refusals.ts';
import { refusalsCsv } from '../../operations/reports/to-csv.ts';
import { describeTable } from '../describe-table.ts';
import type { Io } from '../io.ts';
import {
  asking,
  daysOf,
  newRangeReport,
  printReport,
  questionIn,
  type ReportOptions,
  rangeInWords,
  reportPorts,
} from '../report-options.ts';

/** `report refusals` */
export function reportRefusals(io: Io): Command {
  return newRangeReport(
    'refusals',
    'show how many requests of visitors were refused at least, by code and site; none of them is in the log',
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
