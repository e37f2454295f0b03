import type { Command } from 'commander';
import * as z from 'zod/mini';
import { DirectoryTable } from '../../aws/directory-table.ts';
import { RunCountsTable } from '../../aws/run-counts-table.ts';
import { figuresQuery } from '../../contract/admin/reports.ts';
import { figuresOfTenants } from '../../operations/reports/figures-of-tenants.ts';
import { tenantsCsv } from '../../operations/reports/to-csv.ts';
import { describeTenants } from '../describe-figures.ts';
import type { Io } from '../io.ts';
import { type JsonOption, newCommand, withTarget } from '../new-command.ts';
import { asking, type CsvOption, daysOf, printReport, questionIn, withCsv } from '../report-options.ts';
import { resolveTarget, type TargetOptions } from '../target.ts';

interface Options extends TargetOptions, JsonOption, CsvOption {
  readonly from?: string;
  readonly to?: string;
}

const rangeQuery = z.pick(figuresQuery, { from: true, to: true });

/** `report tenants` */
export function reportTenants(io: Io): Command {
  const command = newCommand(
    'tenants',
    'show conversations, visitors, messages and an estimate of the cost of every tenant, the dearest first',
    [
      'report tenants --stage prod --from 2026-10-01 --to 2026-10-31',
      'report tenants --stage prod --csv > october.csv',
    ],
  );
  return withCsv(withTarget(command))
    .option('--from <date>', 'first day, on each tenant’s clocks; 7 days up to the last by default')
    .option('--to <date>', 'last day; today in UTC by default')
    .action(async (options: Options) => {
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
        text: () => `${range.from} to ${range.to}, on each tenant’s clocks\n${describeTenants(tenants)}`,
        data: { ...range, tenants },
        csv: () => tenantsCsv(tenants),
      });
    });
}
