import * as z from 'zod/mini';
import { exportQuery } from '../../contract/admin/people.ts';
import type { PeopleOperation } from '../../contract/admin/routes.ts';
import { limits } from '../../contract/limits.ts';
import { InvalidParameterError } from '../../domain/errors.ts';
import { erasePerson, exportPerson, type PersonPorts } from '../../operations/admin/people/person.ts';
import type { ExportPlace } from '../../operations/people/export-page.ts';
import {
  type AdminFrame,
  type Exchange,
  opaqueCursor,
  parameter,
  type Reply,
  readListQuery,
} from './exchange.ts';

/** What the routes of people are given. */
export type PeopleRoutesPorts = AdminFrame & PersonPorts;
type PeopleExchange = Exchange<PeopleRoutesPorts>;

const asked = (exchange: PeopleExchange) => ({
  channel: parameter(exchange, 'channel'),
  userId: parameter(exchange, 'userId'),
  untilMs: exchange.admin.nowMs() + limits.peopleRequestMs,
});

const place = z.object({
  conversationId: z.string(),
  among: z.enum(['turns', 'large', 'files', 'runs', 'letters']),
  after: z.string(),
});

/** A cursor is ours alone: it was held against its question, which is of this person. @throws InvalidParameterError */
function placeOf(after: string | null): ExportPlace | null {
  if (after === null) return null;
  const parsed = place.safeParse(JSON.parse(after));
  if (!parsed.success) throw new InvalidParameterError('cursor: is none that this route has given');
  return parsed.data;
}

/** What the routes of people do. */
export const peopleRoutes: Readonly<Record<PeopleOperation, (exchange: PeopleExchange) => Promise<Reply>>> = {
  'export-person': async (exchange) => {
    const query = await readListQuery(exchange, exportQuery);
    const named = { ...asked(exchange), from: placeOf(query.after) };
    const { page, next } = await exportPerson(exchange.admin, exchange.caller, named);
    const cursor = next && JSON.stringify(next);
    return { status: 200, body: { ...page, cursor: await opaqueCursor(exchange, query, cursor) } };
  },
  'erase-person': async (exchange) => {
    const erased = await erasePerson(exchange.admin, exchange.caller, asked(exchange));
    return { status: erased.done ? 200 : 202, body: erased };
  },
};
