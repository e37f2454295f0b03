import * as z from 'zod/mini';
import { exportQuery } from '../contract/admin/conversations.ts';
import type { PeopleOperation } from '../contract/admin/routes.ts';
import { limits } from '../contract/limits.ts';
import { directoryKeys } from '../domain/directory-keys.ts';
import { invalidParameter } from '../domain/errors.ts';
import {
  erasePerson,
  erasePersonOfContact,
  exportContact,
  exportPerson,
  type PersonPorts,
} from '../operations/admin/people/person.ts';
import type { ExportPlace } from '../operations/people/export-visitor.ts';
import type { DirectoryRecords } from '../ports/directory-writer.ts';
import {
  type AdminFrame,
  type Exchange,
  opaqueCursor,
  parameter,
  pathOf,
  type Reply,
  readListQuery,
} from './admin/exchange.ts';
import { type AdminHandler, serveAdmin } from './admin/serve-admin.ts';
import * as ports from './ports.ts';

/**
 * The admin API's routes of people: a function of its own, the only one behind HTTP that may delete what people wrote,
 * and one that may take as long as API Gateway waits.
 * @throws Error when a setting is missing
 * @see design 9
 */
export function createAdminPeople(
  env: ports.Environment,
  replace: ports.Replacements<PeopleRoutesPorts> = {},
): AdminHandler {
  const admin = ports.portsOf<PeopleRoutesPorts>(
    env,
    {
      ...ports.adminFrame,
      accounts: (context) => accountsIn(ports.records(context)),
      addresses: ports.addresses,
      contacts: ports.contacts,
      conversations: ports.conversations,
      cursors: ports.cursors,
      deadLetters: ports.deadLetters,
      deliveries: ports.deliveries,
      files: ports.files,
      largeMessages: ports.largeMessages,
      objects: ports.objects,
      people: ports.people,
      personal: ports.personal,
      search: ports.search,
      turnLog: ports.turnLog,
    },
    replace,
  );
  return serveAdmin(env, admin, peopleRoutes);
}

function accountsIn(records: Pick<DirectoryRecords, 'list'>): PeopleRoutesPorts['accounts'] {
  return async (tenantId, channel) => {
    const under = directoryKeys.account(channel, '');
    const found = await records.list(tenantId, under, { limit: limits.accountsOfChannel });
    return found.map(({ sk }) => sk.slice(under.length));
  };
}

/** What the routes for visitor data use. */
type PeopleRoutesPorts = AdminFrame & PersonPorts;
type PeopleExchange = Exchange<PeopleRoutesPorts>;

const contactNamed = (exchange: PeopleExchange) => ({
  contactId: parameter(exchange, 'contactId'),
  untilMs: exchange.admin.nowMs() + limits.peopleRequestMs,
});

const asked = (exchange: PeopleExchange) => ({
  ...pathOf(exchange, 'channel', 'userId'),
  untilMs: exchange.admin.nowMs() + limits.peopleRequestMs,
});

const place = z.object({
  conversationId: z.string(),
  among: z.enum(['turns', 'large', 'files', 'runs', 'letters']),
  after: z.string(),
});

/** A cursor is ours alone: it was held against its question, which is of this person. @throws `invalid_parameter` */
function placeOf(after: string | null): ExportPlace | null {
  if (after === null) return null;
  const parsed = place.safeParse(JSON.parse(after));
  if (!parsed.success) throw invalidParameter('cursor: is none that this route has given');
  return parsed.data;
}

/** The handlers of the routes for visitor data. */
const peopleRoutes: Readonly<Record<PeopleOperation, (exchange: PeopleExchange) => Promise<Reply>>> = {
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
  'export-contact': async (exchange) => {
    const query = await readListQuery(exchange, exportQuery);
    const named = { ...contactNamed(exchange), from: placeOf(query.after) };
    const { page, next } = await exportContact(exchange.admin, exchange.caller, named);
    const cursor = next && JSON.stringify(next);
    return { status: 200, body: { ...page, cursor: await opaqueCursor(exchange, query, cursor) } };
  },
  'erase-contact': async (exchange) => {
    const erased = await erasePersonOfContact(exchange.admin, exchange.caller, contactNamed(exchange));
    return { status: erased.done ? 200 : 202, body: erased };
  },
};
