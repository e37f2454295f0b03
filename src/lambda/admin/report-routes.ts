import type * as z from 'zod/mini';
import { conversationsQuery } from '../../contract/admin/conversation-list.ts';
import { refusalsQuery } from '../../contract/admin/refusals.ts';
import { figuresQuery, stepsQuery, versionsQuery } from '../../contract/admin/reports.ts';
import { compareVersions } from '../../operations/reports/compare-versions.ts';
import { listConversations } from '../../operations/reports/list-conversations.ts';
import { readFigures } from '../../operations/reports/read-figures.ts';
import { readRefusals } from '../../operations/reports/read-refusals.ts';
import { readSteps } from '../../operations/reports/read-steps.ts';
import { figuresCsv, refusalsCsv, stepsCsv, versionsCsv } from '../../operations/reports/to-csv.ts';
import { type Exchange, pageReply, type Reply, readListQuery, readQuery, type Serve } from './exchange.ts';

/** What the routes of reports do, and that of the list of conversations. */
export const reportRoutes = {
  'list-conversations': async (exchange) => {
    const query = await readListQuery(exchange, conversationsQuery);
    const { tenantId } = exchange.caller;
    return pageReply(exchange, query, await listConversations(exchange.admin, { ...query, tenantId }));
  },
  'read-figures': (exchange) => report(exchange, figuresQuery, readFigures, figuresCsv),
  'read-steps': (exchange) => report(exchange, stepsQuery, readSteps, stepsCsv),
  'read-refusals': (exchange) => report(exchange, refusalsQuery, readRefusals, refusalsCsv),
  'compare-versions': (exchange) => report(exchange, versionsQuery, compareVersions, versionsCsv),
} as const satisfies Readonly<Record<string, Serve>>;

/** As a table where one is asked for, else as JSON. */
async function report<
  Schema extends z.ZodMiniType,
  Answer extends { readonly from: string; readonly to: string },
>(
  exchange: Exchange,
  schema: Schema,
  read: (admin: Exchange['admin'], tenantId: string, query: z.infer<Schema>) => Promise<Answer>,
  csv: (answer: Answer) => string,
): Promise<Reply> {
  const { admin, caller, request, operation } = exchange;
  const answer = await read(admin, caller.tenantId, readQuery(exchange, schema));
  if (!request.headers.accept?.includes('text/csv')) return { status: 200, body: answer };
  return { status: 200, csv: csv(answer), filename: `${operation}-${answer.from}-${answer.to}.csv` };
}
