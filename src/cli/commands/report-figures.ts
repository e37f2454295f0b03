import { type Command, Option } from 'commander';
import { costParts, figureGroups, figuresQuery } from '../../contract/admin/reports.ts';
import { readFigures } from '../../operations/reports/read-figures.ts';
import { figuresCsv } from '../../operations/reports/to-csv.ts';
import { describeCosts, describeFigures } from '../describe-figures.ts';
import type { Io } from '../io.ts';
import {
  asking,
  daysOf,
  newReport,
  printReport,
  questionIn,
  type ReportOptions,
  rangeInWords,
  reportPorts,
} from '../report-options.ts';

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
  return newReport(
    'figures',
    'show how many conversations there were, and what became of them, of humans and of satisfaction',
    [
      'report figures --tenant acme --local',
      'report figures --tenant acme --stage prod --from 2026-10-01 --to 2026-10-31 --group day --compare',
      'report figures --tenant acme --stage prod --group day --cost-by flow',
      'report figures --tenant acme --stage prod --group version --flow support --csv > versions.csv',
    ],
  )
    .addOption(new Option('--group <what>', 'one row for each').choices(figureGroups))
    .option('--compare', 'with the same length before, beginning on the same weekday')
    .addOption(
      new Option(
        '--cost-by <what>',
        'what each of these costs, an estimate, in the place of other figures',
      ).choices(costParts),
    )
    .option('--flow <id>', 'only runs that began in this flow')
    .option('--version <version>', 'and in this version of it')
    .option('--queue <name>', 'only handoffs of this queue')
    .option(
      '--within <seconds>',
      'seconds within which a handoff is to be taken: 20, 30, 60, 120 or 300',
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
