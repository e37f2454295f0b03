import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { AuditTable } from '../aws/audit-table.ts';
import { type AwsClients, createDynamodbClient, createSecretsClient } from '../aws/clients.ts';
import { createLog } from '../aws/cloudwatch-log.ts';
import { ContactsTable } from '../aws/contacts-table.ts';
import { ConversationsTable } from '../aws/conversations-table.ts';
import { DeadLettersTable } from '../aws/dead-letters.ts';
import { DeliveriesTable } from '../aws/deliveries-table.ts';
import { DeliveryCursorsTable } from '../aws/delivery-cursors-table.ts';
import { idKeys } from '../aws/deployment-secrets.ts';
import { DirectoryRecordsTable } from '../aws/directory-records-table.ts';
import { DirectoryTable } from '../aws/directory-table.ts';
import { FilesTable } from '../aws/files-table.ts';
import { largeMessagesTable } from '../aws/large-messages-table.ts';
import { PeopleTable } from '../aws/people-table.ts';
import { PersonalDataTables } from '../aws/personal-data-tables.ts';
import { RequestClaimsTable } from '../aws/request-claims-table.ts';
import { createS3Client, S3Addresses, S3Objects } from '../aws/s3-objects.ts';
import { TurnLogTables } from '../aws/turn-log-tables.ts';
import { UserAccessTable } from '../aws/user-access-table.ts';
import { exportQuery } from '../contract/admin/conversations.ts';
import type { PeopleOperation } from '../contract/admin/routes.ts';
import { limits } from '../contract/limits.ts';
import { directoryKeys } from '../domain/directory-keys.ts';
import { invalidParameter } from '../domain/errors.ts';
import type { FlowState } from '../engine/interfaces.ts';
import {
  erasePerson,
  erasePersonOfContact,
  exportContact,
  exportPerson,
  type PersonPorts,
} from '../operations/admin/people/person.ts';
import type { ExportPlace } from '../operations/people/export-visitor.ts';
import {
  type AdminFrame,
  type Exchange,
  opaqueCursor,
  parameter,
  type Reply,
  readListQuery,
} from './admin/exchange.ts';
import { type AdminHandler, serveAdmin } from './admin/serve-admin.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Parts that a test may replace. */
export interface PeopleReplacements {
  readonly clients?: Pick<AwsClients, 'dynamodb' | 'secrets'>;
  readonly objects?: PeopleRoutesPorts['objects'];
  readonly nowMs?: () => number;
  readonly pause?: (ms: number) => Promise<void>;
}

const required = z.string().check(z.minLength(1));

/** Environment of the function behind the routes of people. */
export const adminPeopleSettings = z.object({
  /** The function, in each line of the log. */
  POWERTOOLS_SERVICE_NAME: z._default(required, 'admin-people'),
  TABLE_PREFIX: required,
  /** Key of derived ids, in plain on a laptop only. */
  ID_SECRET: z.optional(required),
  /** Secret that holds the key, everywhere else. */
  ID_SECRET_ARN: z.optional(required),
  FILES_BUCKET: required,
  /** Separated by commas. */
  ADMIN_ORIGINS: z._default(z.string(), ''),
});

/**
 * The admin API's routes of people: a function of its own, the only one behind HTTP that may delete what people wrote,
 * and one that may take as long as API Gateway waits.
 * @throws Error when a setting is missing
 * @see design 9
 */
export function createAdminPeople(env: Environment, replace: PeopleReplacements = {}): AdminHandler {
  const settings = adminPeopleSettings.parse(env);
  const { TABLE_PREFIX: prefix, ADMIN_ORIGINS, POWERTOOLS_SERVICE_NAME } = settings;
  const { nowMs = Date.now, pause = setTimeout } = replace;
  const dynamodb = replace.clients?.dynamodb ?? createDynamodbClient(env);
  const secrets = replace.clients?.secrets ?? createSecretsClient(env);
  const records = new DirectoryRecordsTable(dynamodb, prefix);
  const admin: PeopleRoutesPorts = {
    directory: new DirectoryTable(dynamodb, prefix, nowMs),
    access: new UserAccessTable(dynamodb, prefix, nowMs),
    audit: new AuditTable(dynamodb, prefix),
    claims: new RequestClaimsTable(dynamodb, prefix, nowMs),
    contacts: new ContactsTable(dynamodb, prefix, nowMs),
    conversations: new ConversationsTable<FlowState>(dynamodb, prefix),
    turnLog: new TurnLogTables(dynamodb, prefix, nowMs),
    deliveries: new DeliveriesTable(dynamodb, prefix, nowMs),
    cursors: new DeliveryCursorsTable(dynamodb, prefix, nowMs),
    deadLetters: new DeadLettersTable(dynamodb, prefix),
    files: new FilesTable(dynamodb, prefix),
    objects: replace.objects ?? new S3Objects(createS3Client(env), settings.FILES_BUCKET),
    addresses: new S3Addresses(env, settings.FILES_BUCKET, nowMs),
    largeMessages: largeMessagesTable(dynamodb, prefix),
    people: new PeopleTable(dynamodb, prefix),
    personal: new PersonalDataTables(dynamodb, prefix, nowMs),
    accounts: async (tenantId, channel) => {
      const under = directoryKeys.account(channel, '');
      const found = await records.list(tenantId, under, { limit: limits.accountsOfChannel });
      return found.map(({ sk }) => sk.slice(under.length));
    },
    idKeys: idKeys(settings, secrets, nowMs),
    log: createLog(POWERTOOLS_SERVICE_NAME),
    nowMs,
    pause,
    random: Math.random,
  };
  const parts = { admin, adminOrigins: ADMIN_ORIGINS.split(',').filter(Boolean) };
  return serveAdmin(parts, peopleRoutes);
}

/** What the routes for visitor data use. */
type PeopleRoutesPorts = AdminFrame & PersonPorts;
type PeopleExchange = Exchange<PeopleRoutesPorts>;

const contactNamed = (exchange: PeopleExchange) => ({
  contactId: parameter(exchange, 'contactId'),
  untilMs: exchange.admin.nowMs() + limits.peopleRequestMs,
});

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
