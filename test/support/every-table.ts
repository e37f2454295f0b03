import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { AdmissionsTable } from '../../src/aws/admissions-table.ts';
import { AuditTable } from '../../src/aws/audit-table.ts';
import { CenterLinksTable, ChannelHealthTable } from '../../src/aws/center-links-table.ts';
import type { AwsClients } from '../../src/aws/clients.ts';
import { ContactsTable } from '../../src/aws/contacts-table.ts';
import { ConversationsTable } from '../../src/aws/conversations-table.ts';
import { DeadLettersTable } from '../../src/aws/dead-letters.ts';
import { DeliveriesTable } from '../../src/aws/deliveries-table.ts';
import { DeliveryCursorsTable } from '../../src/aws/delivery-cursors-table.ts';
import { DirectoryRecordsTable } from '../../src/aws/directory-records-table.ts';
import { DirectoryTable } from '../../src/aws/directory-table.ts';
import { DirectoryTableWriter } from '../../src/aws/directory-writer.ts';
import { FilesTable } from '../../src/aws/files-table.ts';
import { FlowEditorsTable } from '../../src/aws/flow-editors-table.ts';
import { InboxFeedTable, InboxIndexTable, PresenceTable, TypingTable } from '../../src/aws/inbox-tables.ts';
import { CacheVersions, DynamoTable } from '../../src/aws/items.ts';
import { largeMessagesTable } from '../../src/aws/large-messages-table.ts';
import { PeopleTable } from '../../src/aws/people-table.ts';
import { PersonalDataTables, TenantDataTables } from '../../src/aws/personal-data-tables.ts';
import { ReceivedMessagesTable } from '../../src/aws/received-messages-table.ts';
import { RefusalsTable } from '../../src/aws/refusals-table.ts';
import { RequestClaimsTable } from '../../src/aws/request-claims-table.ts';
import { RunCountsTable, TokenCountsTable } from '../../src/aws/run-counts-table.ts';
import { RunListTable } from '../../src/aws/run-list-table.ts';
import { RunsTable } from '../../src/aws/runs-table.ts';
import { SearchTable } from '../../src/aws/search-table.ts';
import { SendPacingTable } from '../../src/aws/send-pacing-table.ts';
import { ServiceKeysTable } from '../../src/aws/service-keys-table.ts';
import { UserSightingsTable, WidgetSightingsTable } from '../../src/aws/sightings-table.ts';
import { TemplatesTable } from '../../src/aws/templates-table.ts';
import { TenantAllowanceTable } from '../../src/aws/tenant-allowance-table.ts';
import { TestLinksTable, TestSessionsTable, TestUseTable } from '../../src/aws/test-chat-tables.ts';
import { TurnLogTables } from '../../src/aws/turn-log-tables.ts';
import { PasswordGuessesTable, UserAccessTable } from '../../src/aws/user-access-table.ts';
import { WaitingRepliesTable } from '../../src/aws/waiting-replies-table.ts';
import type { CanonicalMessage } from '../../src/contract/canonical-message.ts';
import type { CommittedTurn, Conversation } from '../../src/domain/conversation.ts';
import type { StoredFile } from '../../src/domain/stored-file.ts';
import type { Seen, StoredIdentity } from '../../src/ports/contacts.ts';
import type { CenterLink } from '../../src/ports/handoff.ts';
import type { Answer } from '../../src/ports/http-client.ts';
import type { CountedRun } from '../../src/ports/runs.ts';

/** The moment at which everything is written: in 2027. */
export const writtenAtMs = 1_800_000_000_000;
const nowMs = () => writtenAtMs;
const tenantId = 'acme';
const conversationId = 'c-1';
const name = { tenantId, conversationId };
const expiresAtS = writtenAtMs / 1000 + 86_400;
const account = { tenantId, channel: 'chatapp', accountId: 'acme-whatsapp' };

/** Everything that reads or writes a table, made of one prefix. */
export function everyTable(clients: AwsClients, prefix: string) {
  const { dynamodb } = clients;
  const cacheVersions = new CacheVersions(nowMs);
  return {
    admissions: new AdmissionsTable(dynamodb, prefix, { nowMs, random: () => 0.5 }),
    allowance: new TenantAllowanceTable(clients, prefix, nowMs),
    audit: new AuditTable(dynamodb, prefix),
    centerLinks: new CenterLinksTable(dynamodb, prefix, nowMs),
    claims: new RequestClaimsTable(dynamodb, prefix, nowMs),
    contacts: new ContactsTable(dynamodb, prefix, nowMs),
    conversations: new ConversationsTable<{ readonly n: number }>(dynamodb, prefix, { cacheVersions, nowMs }),
    cursors: new DeliveryCursorsTable(dynamodb, prefix, nowMs),
    deadLetters: new DeadLettersTable(dynamodb, prefix),
    deliveries: new DeliveriesTable(dynamodb, prefix, nowMs),
    inboxIndex: new InboxIndexTable(dynamodb, prefix, nowMs),
    directory: new DirectoryTable(dynamodb, prefix, nowMs, cacheVersions),
    feed: new InboxFeedTable(dynamodb, prefix, nowMs),
    files: new FilesTable(dynamodb, prefix),
    guesses: new PasswordGuessesTable(dynamodb, prefix, nowMs),
    health: new ChannelHealthTable(dynamodb, prefix, nowMs),
    keys: new ServiceKeysTable(dynamodb, prefix, nowMs),
    largeMessages: largeMessagesTable(dynamodb, prefix),
    pacing: new SendPacingTable(dynamodb, prefix, nowMs),
    people: new PeopleTable(dynamodb, prefix),
    personal: new PersonalDataTables(dynamodb, prefix, nowMs),
    presence: new PresenceTable(dynamodb, prefix, nowMs),
    received: new ReceivedMessagesTable(dynamodb, prefix, nowMs),
    records: new DirectoryRecordsTable(dynamodb, prefix),
    refusals: new RefusalsTable(dynamodb, prefix, nowMs),
    sightings: new WidgetSightingsTable(dynamodb, prefix, nowMs),
    userSightings: new UserSightingsTable(dynamodb, prefix, nowMs),
    runCounts: new RunCountsTable(dynamodb, prefix, nowMs),
    runList: new RunListTable(dynamodb, prefix),
    runs: new RunsTable(dynamodb, prefix, nowMs),
    search: new SearchTable(dynamodb, prefix, nowMs),
    templates: new TemplatesTable(dynamodb, prefix, nowMs),
    tenantData: new TenantDataTables(clients, { tablePrefix: prefix, secretPrefixes: [`${prefix}secrets/`] }),
    editors: new FlowEditorsTable(dynamodb, prefix, nowMs),
    testLinks: new TestLinksTable(dynamodb, prefix, nowMs),
    testSessions: new TestSessionsTable(dynamodb, prefix, nowMs),
    testUse: new TestUseTable(dynamodb, prefix, nowMs),
    tokens: new TokenCountsTable(dynamodb, prefix, nowMs),
    turnLog: new TurnLogTables(dynamodb, prefix, nowMs),
    typing: new TypingTable(dynamodb, prefix, nowMs),
    userAccess: new UserAccessTable(dynamodb, prefix, nowMs),
    waiting: new WaitingRepliesTable(dynamodb, prefix, nowMs),
    writer: new DirectoryTableWriter(clients, { tablePrefix: prefix, secretPrefix: `${prefix}secrets/` }),
  };
}
export type EveryTable = ReturnType<typeof everyTable>;

const turn = {
  ...name,
  turnId: 't-1',
  channel: 'webchat',
  correlationId: 'correlation',
  to: 'visitor',
  committedAtMs: writtenAtMs,
  expiresAtS,
  previousMessageId: null,
  inbound: { id: '01A', seq: 1, author: 'user', text: 'Grüße 👋', timestamp: '2027-01-15T08:00:00.000Z' },
  replies: [{ id: '01B', seq: 2, author: 'bot', text: 'Hello', timestamp: '2027-01-15T08:00:00.001Z' }],
  side: [{ id: '01C', by: null, text: 'a note' }],
  notices: [],
  status: 'active',
  flow: { id: 'menu', version: 1, stepId: 'start' },
  handoff: null,
} as unknown as CommittedTurn;

const answer = {
  ...{ key: `${tenantId}#w#s#k`, fingerprint: 'f', messageId: '01A', status: 200 },
  ...{ responseBody: '{"text":"Hello"}', expiresAtMs: writtenAtMs + 86_400_000 },
} as unknown as Answer;

const conversation = {
  ...{ ...name, channel: 'webchat', widgetId: 'w', sessionId: 's', userId: 'visitor', version: 1 },
  ...{ lastMessageId: '01B', lastSeq: 2, state: { n: 7 }, openTurn: null, waiting: [], outbox: [turn] },
  ...{ recentTurnIds: ['t-1'], answersInLog: 0, deskTurnIds: [], epoch: 0, handoff: null, lastHandoff: null },
  ...{ raisedTurnIds: [], pollers: ['p-1'], lastActivityMs: writtenAtMs, idleMinutes: 60, retentionDays: 90 },
  dueAtMs: writtenAtMs + 60_000,
} as unknown as Conversation<{ readonly n: number }>;

const told = {
  ...name,
  channel: 'webchat',
  run: {
    ...{ id: 'r-1', v: 3, startedAtMs: writtenAtMs, lastActivityMs: writtenAtMs, retentionDays: 90 },
    ...{ status: 'handoff', userId: 'visitor', place: 'w', said: [1, 1, 0], turns: [45, 1] },
    flow: { id: 'menu', version: 1, stepId: 'start' },
    flows: [{ id: 'menu', version: 1, steps: 'Aw' }],
    handoffs: [{ id: 'h-1', queue: 'default', requestedAtMs: writtenAtMs, waits: true }],
  },
} as unknown as CountedRun;
const runName = { ...name, runId: 'r-1' };

const phoneOfAda = {
  ...{ kind: 'phone', place: null, id: '4915', contactId: 'ada', channel: 'chatapp' },
  ...{ seenAtMs: writtenAtMs, expiresAtS },
} as StoredIdentity;
const seenAda = {
  ...{ channel: 'chatapp', details: { phone: '+4915' }, verified: true, atMs: writtenAtMs, expiresAtS },
} as Seen;

const file = {
  ...{ tenantId, fileId: 'f-1', channel: 'webchat', session: 's', conversationId, status: 'pending' },
  ...{ filename: 'a.png', mimeType: 'image/png', sizeBytes: 12, createdAtMs: writtenAtMs, expiresAtS },
} as unknown as StoredFile;

const large = {
  ...{ tenantId, channel: 'webchat', conversationId, messageId: 'm-1', text: 'large', attachments: [] },
  ...{ user: { id: 'visitor' }, metadata: {}, receivedAt: '2027-01-15T08:00:00.000Z', correlationId: 'c' },
} as unknown as CanonicalMessage;

const flow = { id: 'menu', version: 1, start: 'end', steps: { end: { kind: 'end' } } } as const;
const folder = {
  tenant: { id: tenantId, name: 'Acme', status: 'active', features: ['chat'] },
  widgets: [{ id: 'w', flow: 'menu', allowed_origins: ['https://acme.example'] }],
  channels: [],
  flows: [flow],
  secrets: {},
} as never;

const counted = { cells: [], readStartedAtMs: writtenAtMs, countedBy: 1, revision: 'r' } as const;
const part = { tenantId, startMs: writtenAtMs, startedAtMs: writtenAtMs, page: 0 };
const delivery = { providerMessageId: 'wamid.1', state: 'sent', at: '2027-01-15T08:00:00.000Z' } as const;

/** Writes at least one item by everything that writes, each call with the same input whichever release does it. */
export async function writeEveryTable(
  tables: EveryTable,
  { dynamodb }: Pick<AwsClients, 'dynamodb'>,
  prefix: string,
): Promise<void> {
  // Marks of visitors follow from it.
  const salt = { pk: 'visitors', sk: 'salt', salt: 'salt' };
  await dynamodb.send(new PutCommand({ TableName: `${prefix}runs`, Item: salt }));
  await writeDirectory(tables);
  await writeConversation(tables);
  await writeDeliveries(tables);
  await writeLimits(tables);
  await writeRuns(tables);
}

async function writeDirectory({ writer, records, keys, audit }: EveryTable): Promise<void> {
  await writer.apply(folder);
  await writer.addFlow(tenantId, { ...flow, version: 2 } as never, []);
  const [published] = (await writer.list(tenantId)).filter(({ sk }) => sk.startsWith('published#'));
  await writer.publish(tenantId, 'menu', 2, published);
  await writer.setStatus('nobody', 'suspended');
  await writer.setStatus(tenantId, 'active');
  const attributes = {
    document: { big: 2n ** 60n, small: -0.125, list: [1, 'two', null, true], none: undefined },
    content: { draft: 'packed' },
  };
  await records.write(tenantId, { sk: 'draft#menu', attributes }, 'nothing');
  await records.write(tenantId, { sk: 'draft#menu', attributes }, 'nothing');
  const key = { name: 'shop', capabilities: ['messages:send'], hash: 'h', createdAt: 'now', expiresAt: null };
  const by = { id: 'u', email: null };
  const stored = { ...key, by, credential: 'service-key#k-1' };
  await records.write(tenantId, { sk: 'service-key#k-1', attributes: stored }, 'nothing');
  await keys.noteUse({ ...key, by, tenantId, id: 'k-1', lastUsedAt: null } as never);
  await records.write(tenantId, { sk: 'user#u', attributes: { role: 'admin', status: 'active' } }, 'nothing');
  await records.write(tenantId, { sk: 'draft#gone', attributes: {} }, 'nothing');
  await records.remove(tenantId, 'draft#gone', { revision: 'another' });
  await writer.remove(tenantId, ['draft#gone']);
  const entry = { id: '01A', at: '2027-01-15T08:00:00.000Z', action: 'create', outcome: 'begun' };
  await audit.begin(tenantId, entry as never);
  await audit.end(tenantId, '01A', 'done');
}

async function writeConversation(tables: EveryTable): Promise<void> {
  const { conversations, turnLog, claims, files, largeMessages, people, presence, typing } = tables;
  await conversations.save(conversation);
  await conversations.enterPoll(conversation, 'p-2');
  await conversations.markSettled(conversation, { outbox: [], dueAtMs: writtenAtMs + 120_000 });
  await conversations.save({ ...conversation, conversationId: 'c-2', outbox: [turn] });
  await conversations.clearOutbox({ ...conversation, conversationId: 'c-2' });
  const inboxUpdate = { tenantId, conversationId, version: 1, handoff: null };
  await turnLog.record([turn], [answer], { beside: [turn], inboxUpdate });
  await turnLog.hasSide(conversation, turn.turnId, '0');
  await turnLog.rememberPending({ ...answer, key: 'pending', status: 202, location: '/poll' });
  await turnLog.rememberPending({ ...answer, key: 'pending', status: 202 });
  await claims.take('claim', 'f');
  await claims.finish('finished', 'f', { status: 200, body: '{}', headers: {} });
  await claims.take('released', 'f');
  await claims.leave('released');
  await claims.release('released');
  await files.create(file);
  await files.replace({ ...file, status: 'available', objectKey: 'clean/1' }, file);
  await files.create({ ...file, fileId: 'f-2' });
  await files.forget(tenantId, ['f-2']);
  await largeMessages.store(tenantId, 'large-1', large, expiresAtS);
  await people.save(account, '4915', { key: 'k', phone: '4915', expiresAtS }, undefined);
  await people.save(account, '4915', { key: 'k', phone: '4915', id: 'u', expiresAtS }, { key: 'k' });
  await people.renew(account, '4915', expiresAtS + 1);
  await presence.note(tenantId, 'u', true);
  await typing.note(name, 'visitor', true);
  await typing.claimShown(name, { read: '01B', typed: 'x' });
  const by = { id: 'u', email: null };
  const link = {
    id: 'l',
    hash: 'h',
    createdAtMs: writtenAtMs,
    expiresAtMs: writtenAtMs + 1,
    by,
    realFor: null,
  };
  await tables.editors.note({ tenantId, flowId: 'f' }, { id: 'u', name: 'U', stepId: null });
  await tables.testLinks.write({ tenantId, flowId: 'f' }, [link], 0);
  const ofLink = { tenantId, linkId: 'l' };
  await tables.testUse.take(ofLink, 'sessions', 2);
  await tables.testUse.addTokens(tenantId, 'l', 1);
  const session = { linkId: 'l', sessionHash: 's', tried: null, standing: null, log: [], turns: [] };
  await tables.testSessions.save(name, session, 0);
}

async function writeDeliveries(tables: EveryTable): Promise<void> {
  const { deliveries, cursors, waiting, centerLinks, deadLetters, received } = tables;
  const run = { conversationId, runId: 'r-1' };
  await deliveries.link(tenantId, 'wamid.1', { partId: '01B', conversationId, expiresAtS });
  const record = { partId: '01B', parts: 1, correlationId: 'c', delivery, expiresAtS, run };
  await deliveries.record(tenantId, record);
  await deliveries.advance(tenantId, '01B', { ...delivery, state: 'read' });
  await deliveries.advance(tenantId, '01B', delivery);
  await deliveries.keepStatus(tenantId, { ...delivery, providerMessageId: 'wamid.2' });
  const cursor = { ...name, version: 1, doneMessageId: '01B', doneSequence: 1, attempt: null, expiresAtS };
  const place = { channel: 'chatapp', accountId: 'acme-whatsapp', dueAtMs: writtenAtMs, toSequence: 2 };
  await cursors.save(cursor);
  await cursors.save({ ...cursor, version: 2, waiting: place });
  await waiting.join(account, writtenAtMs);
  await waiting.postpone(account, writtenAtMs + 1);
  await waiting.close({ account, seenAtMs: writtenAtMs });
  const handoff = { tenantId, handoffId: 'h-1' };
  const link = {
    ...{ ...handoff, conversationId, channel: 'webchat', accountId: 'center', version: 1, opened: 'yes' },
    ...{ opens: 1, position: 2, doneMessageId: null, externalId: 'x', trouble: null, isAway: false },
    ...{ endedAtMs: null, endedEpoch: 0 },
  } as unknown as CenterLink;
  await centerLinks.save(link);
  await centerLinks.saveArrivals({ ...handoff, version: 1, position: 0, parked: [] });
  const letter = { id: 'd-1', queue: 'turns', kind: 'turn', reason: 'raised', attempts: 1 } as const;
  await deadLetters.keep({ ...name, ...letter, deadAtMs: writtenAtMs, correlationId: null, body: '{}' });
  await deadLetters.keep({
    ...name,
    ...letter,
    id: 'd-2',
    deadAtMs: writtenAtMs,
    correlationId: null,
    body: '',
  });
  await deadLetters.drop({ ...name, id: 'd-2' });
  const trace = { correlationId: 'c', conversationId, receivedAt: '2027-01-15T08:00:00.000Z', queued: true };
  await received.claim(tenantId, 'm-1');
  await received.claim(tenantId, 'm-1');
  await received.noteTrouble(tenantId, 'm-1', { reason: 'busy', attempts: 1, nextTryAtMs: writtenAtMs });
  await received.markAllTaken(tenantId, [{ key: 'm-2', trace }]);
  await received.noteDuplicate(tenantId, 'm-2');
  await received.releaseAll(tenantId, [{ key: 'm-3' }]);
}

async function writeLimits(tables: EveryTable): Promise<void> {
  const { admissions, allowance, guesses, health, pacing, refusals, templates } = tables;
  const request = { tenantId, widgetId: 'w', sessionId: 's', conversationId, key: 'k-1', limit: 30 };
  const admission = await admissions.admit(request);
  await admissions.admit(request);
  await admissions.admit({ ...request, key: 'k-2' });
  const atMs = admission.outcome === 'admitted' ? admission.atMs : 0;
  await admissions.releaseClaim(request, atMs);
  await admissions.moveHome(request, conversationId, 'c-2');
  await admissions.admit({ ...request, sessionId: 's-2' });
  await admissions.release({ ...request, sessionId: 's-2' }, atMs);
  for (let n = 0; n < 20; n += 1) await allowance.take(tenantId, 600);
  for (let n = 0; n < 20; n += 1) await allowance.giveBack(tenantId);
  await guesses.note({ tenantId, accountId: 'center', network: '192.0.2.0' });
  await health.noteAccepted(account, 30);
  await health.noteRefused(account, 30, 'signature');
  await pacing.reserve(account, { perSecond: 10, withinMs: 2_000 });
  await pacing.reserve(account, { perSecond: 10, withinMs: 2_000 });
  await pacing.reserveAside(account, { perSecond: 10, withinMs: 2_000 });
  pacing.noteBegun(account);
  await pacing.countFailure(account);
  await pacing.countFailure(account);
  await pacing.unblock(account);
  await pacing.block(account, { untilMs: writtenAtMs + 1, reason: 'token', held: true, failures: 2 });
  const refusal = { code: 'origin_not_allowed', origin: 'https://x.example', isMessage: true, keptDays: 30 };
  refusals.add({ tenantId, date: '2027-01-15', ...refusal });
  if (refusals.isDue()) await refusals.write();
  await refusals.noteOrigin({ tenantId, widgetId: 'w' }, 'https://x.example', 30);
  await tables.sightings.note({ tenantId, widgetId: 'w' }, 30);
  await tables.userSightings.note(tenantId, 'u-1');
  await templates.keep(account, []);
  await templates.noteFailure(account, 'busy');
  await templates.noteStale(account);
  await tables.tokens.add(tenantId, 250);
}

async function writeRuns({ runs, runCounts, personal }: EveryTable): Promise<void> {
  await runs.merge(told);
  await runs.merge({ ...told, run: { ...told.run, v: 2 } });
  await runs.noteRecontact(runName, writtenAtMs + 5);
  await runs.noteUndelivered(runName, { part: '01B', expiresAtS });
  await runs.noteUndelivered(runName, { part: '01C', expiresAtS });
  await runs.noteArrived(runName, '01C');
  await runs.mark(tenantId, [writtenAtMs]);
  await runCounts.mark(tenantId, [writtenAtMs, writtenAtMs + 900_000]);
  await runCounts.clear({ tenantId, slotMs: writtenAtMs + 900_000, count: 1, atMs: writtenAtMs });
  await runCounts.putHour(tenantId, writtenAtMs, counted);
  await runCounts.putHour(tenantId, writtenAtMs + 3_600_000, counted);
  await runCounts.dropHour(tenantId, writtenAtMs + 3_600_000);
  await runCounts.putDay(tenantId, '2027-01-15', counted, undefined);
  await runCounts.saveZone(tenantId, 'Europe/Berlin');
  await runCounts.putPart(part, []);
  await runCounts.saveNight('2027-01-15', tenantId);
  await runs.merge({ ...told, conversationId: 'c-3', run: { ...told.run, outcome: 'completed' } as never });
  await personal.eraseRuns({ tenantId, conversationId: 'c-3' }, ['r-9']);
}

/** Writes the items that commit db5b08f, whose items are kept as a fixture, did not know yet. */
export async function writeItemsSince({ runs, contacts, search }: EveryTable): Promise<void> {
  await runs.claimCount(tenantId, writtenAtMs, writtenAtMs);
  await contacts.claim(tenantId, phoneOfAda, undefined);
  await contacts.note(tenantId, 'ada', seenAda, null);
  await contacts.note(tenantId, 'ada', seenAda, await contacts.find(tenantId, 'ada'));
  const entered = { details: { name: 'Ada', labels: ['vip'] }, by: { id: 'u-1', email: null }, at: 'now' };
  await contacts.save(tenantId, 'ada', entered, await contacts.find(tenantId, 'ada'));
  await contacts.confirmEmail(tenantId, 'ada', 'ada@example.com', writtenAtMs);
  await contacts.save(tenantId, 'ben', entered, null);
  await search.savePart(searched);
  const packId = (await search.claimPack(name, () => 0.5)) ?? '';
  await search.writePack(tenantId, { packId, parts: [searched, { ...searched, conversationId: 'c-2' }] });
  await search.eraseFromPack({ tenantId, conversationId: 'c-2' }, packId);
  await search.finishPack(name, { packId, parts: [] });
  await search.saveContact(tenantId, 'ada', { words: ['ada'], expiresAtS: null });
  await search.saveContact(tenantId, 'ben', { words: ['ben'], expiresAtS: Math.ceil(nowMs() / 1000) });
}

async function readContacts({ contacts }: EveryTable): Promise<void> {
  await contacts.findAll(tenantId, ['ada', 'ben']);
  await contacts.owners(tenantId, [phoneOfAda]);
  await contacts.identitiesOf(tenantId, 'ada');
  await contacts.conversationsOf(tenantId, 'ada', null, 25);
  await contacts.page(tenantId, 0, null, 25);
}

const searched = {
  ...{ ...name, n: 1, version: 1, words: ['hello', 'grusse'], lastId: '01A' },
  ...{ firstMs: writtenAtMs, lastMs: writtenAtMs, expiresAtS },
};

/** Reads by everything that reads. */
export async function readEveryTable(tables: EveryTable): Promise<void> {
  await readDirectory(tables);
  await readConversation(tables);
  await readLimits(tables);
  await readRuns(tables);
  await readTestLinks(tables);
  await readContacts(tables);
  await readSearch(tables);
}

async function readSearch({ search }: EveryTable) {
  await search.lastPart(name);
  search.isSmall(searched);
  await search.findContact(tenantId, 'ada');
  await search.searchContacts(tenantId, ['ada', 'b']);
  await search.eraseContact(tenantId, 'ben');
  await search.partsBeside(name);
  await search.erase({ tenantId, conversationId: 'c-9' });
  const { hits } = await search.search(tenantId, ['hello']);
  await search.stretches(tenantId, hits);
}

async function readTestLinks({ testLinks, testSessions, testUse }: EveryTable) {
  await testLinks.read({ tenantId, flowId: 'f' });
  await testSessions.find(tenantId, conversationId);
  await testUse.read(tenantId, 'l');
}

async function readDirectory({ directory, writer, records, keys, audit, userAccess }: EveryTable) {
  await directory.findTenant(tenantId);
  directory.cacheVersionOf(tenantId);
  await directory.refresh(tenantId);
  await directory.findWidget(tenantId, 'w');
  await directory.findAccount(tenantId, 'chatapp', 'acme-whatsapp');
  await directory.findAccountByCredential('chatapp', '1065');
  await directory.findAccountsByBusiness('1', 3);
  await directory.findFlow(tenantId, 'menu', { conversationId });
  await directory.allowsAnyOrigin(['https://acme.example']);
  await directory.listTenants();
  writer.itemsOf(folder);
  await writer.ownersOf('tenant');
  await records.find(tenantId, 'draft#menu');
  await records.list(tenantId, 'draft#', { limit: 2 });
  await records.listTenants({ limit: 10 });
  await records.listByCredential('service-key#k-1', 1);
  await records.renewCacheVersion(tenantId);
  await keys.find('k-1');
  await userAccess.find(tenantId, 'u');
  await audit.list(tenantId, { from: '0', to: '1' }, 5);
}

async function readConversation(tables: EveryTable): Promise<void> {
  const { conversations, turnLog, inboxIndex, feed, files, largeMessages, people, presence, typing } = tables;
  await conversations.find(tenantId, conversationId);
  await conversations.find(tenantId, conversationId, 'lately');
  await conversations.findAll(tenantId, [conversationId]);
  await conversations.findWithAnswer(tenantId, conversationId, answer.key);
  await conversations.listDue(0, writtenAtMs * 2);
  await turnLog.read(tenantId, conversationId, '01', 10, 'now');
  await turnLog.findLast(tenantId, [{ conversationId, lastMessageId: '01' }]);
  await turnLog.findAnswer(answer.key);
  await inboxIndex.queue(tenantId, 'default');
  await inboxIndex.list(tenantId, { of: 'queue', name: 'default' }, { limit: 5 });
  await feed.since(tenantId, writtenAtMs);
  await feed.side(name);
  await files.find(tenantId, 'f-1');
  await files.findAll(tenantId, ['f-1']);
  await files.ofConversation(name);
  await largeMessages.find(tenantId, 'large-1');
  await people.find(account, ['4915', 'nobody']);
  await presence.isThere(tenantId, 'u');
  await presence.isAttended(tenantId, 'q', async () => ['u']);
  await presence.whoIsThere(tenantId, ['u', 'nobody']);
  await typing.read(name, {});
  const { personal } = tables;
  const visitor = { tenantId, channel: 'webchat', userId: 'visitor' };
  await personal.conversationsOf(visitor);
  await personal.conversationsOfRuns(visitor);
  await personal.firstTurns(name, 1);
  await personal.largeKeys(name);
  await personal.notes(name);
  await personal.runs(name);
}

async function readLimits(tables: EveryTable): Promise<void> {
  const { admissions, cursors, deadLetters, deliveries, centerLinks, received, waiting } = tables;
  const request = { tenantId, widgetId: 'w', sessionId: 's', conversationId, key: 'k', limit: 30 };
  admissions.knownLimit(request);
  await admissions.homeOf(request);
  tables.allowance.knownRefusal(tenantId, 600, null);
  await cursors.find(tenantId, conversationId);
  await deadLetters.list({}, null, 1);
  await deadLetters.list(name, null, 1);
  await deliveries.find(tenantId, '01B');
  await deliveries.findPart(tenantId, '01B');
  await deliveries.findSent(tenantId, 'wamid.1');
  await centerLinks.find({ tenantId, handoffId: 'h-1' });
  await centerLinks.findArrivals({ tenantId, handoffId: 'h-1' });
  await received.find(tenantId, 'm-1');
  for (let shard = 0; shard < waiting.shards; shard += 1)
    await drain(waiting.listAccounts(shard, writtenAtMs * 2));
  await waiting.list(account, 5);
  await tables.guesses.waitMs({ tenantId, accountId: 'center', network: '192.0.2.0' });
  await tables.health.find(account);
  await tables.pacing.findBlock(account);
  await tables.refusals.read(tenantId, ['2027-01-15']);
  await tables.refusals.listOrigins({ tenantId, widgetId: 'w' });
  await tables.sightings.find({ tenantId, widgetId: 'w' });
  await tables.userSightings.find(tenantId, ['u-1']);
  await tables.templates.find(account);
  await tables.tokens.used(tenantId);
}

async function readRuns({ runs, runCounts, runList }: EveryTable): Promise<void> {
  await runs.neighbours(told);
  const query = { tenantId, by: { index: 'recent' }, fromMs: 0, untilMs: writtenAtMs * 2 } as const;
  for (let partition = 0; partition < runList.partitions(query); partition += 1)
    await runList.names(query, partition, null, 5);
  await runList.read([runName]);
  await runCounts.marks(0, null);
  await runCounts.marksOf(tenantId, [writtenAtMs]);
  await drain(runCounts.inSlots(tenantId, [writtenAtMs], null));
  await runCounts.visitorMark({ tenantId, channel: 'webchat', userId: 'visitor' });
  await runCounts.hasBeenActive(tenantId, 0);
  await runCounts.hours(tenantId, 0, writtenAtMs * 2);
  await runCounts.days(tenantId, '2027-01-01', '2027-02-01');
  await runCounts.findZone(tenantId);
  await runCounts.findPart(part);
  await runCounts.findNight('2027-01-15');
}

async function drain(pages: AsyncIterable<unknown>): Promise<void> {
  const iterator = pages[Symbol.asyncIterator]();
  while (!(await iterator.next()).done);
}

/** Forgets by everything that forgets; ends with the whole tenant. */
export async function forgetEveryTable({ contacts, personal, tenantData }: EveryTable): Promise<void> {
  await personal.forgetTurns([turn]);
  await personal.forgetAnswers([answer.key]);
  await personal.forgetReceived(tenantId, ['m-1']);
  await personal.forgetReplies(tenantId, ['01B']);
  await personal.forgetLarge(name);
  await personal.forgetNotes(name);
  await personal.forgetNames(account, ['4915']);
  await contacts.release(tenantId, phoneOfAda);
  await contacts.remove(tenantId, 'ada');
  await tenantData.count(tenantId);
  await tenantData.remove(tenantId);
  await tenantData.removeSecrets(tenantId);
}

/** What only subclasses call. */
const protectedMethods = new Set(['constructor', 'noteSeen', 'timeOf']);

/** The names of an object's methods, with those of its classes below `DynamoTable`. */
function methodsOf(table: object): readonly string[] {
  const names: string[] = [];
  for (
    let of = table;
    of !== Object.prototype && of !== DynamoTable.prototype;
    of = Object.getPrototypeOf(of)
  )
    if (of !== table || Object.getPrototypeOf(of) === Object.prototype)
      names.push(...Object.getOwnPropertyNames(of));
  return [...new Set(names)];
}

/** The same tables, with a note of each method that is called. */
export function recordCalls(tables: EveryTable): {
  readonly tables: EveryTable;
  readonly uncalled: () => readonly string[];
} {
  // A method that several tables inherit is called if one is.
  const called = new Set<unknown>();
  const all = new Map<string, unknown>();
  const recorded = Object.entries(tables).map(([label, table]: [string, object]) => {
    const names = methodsOf(table).filter((each) => !protectedMethods.has(each));
    for (const each of names) all.set(`${label}.${each}`, Reflect.get(table, each));
    const methods = names.map((each) => [
      each,
      (...args: unknown[]) => {
        called.add(Reflect.get(table, each));
        return Reflect.apply(Reflect.get(table, each), table, args);
      },
    ]);
    return [label, { ...table, ...Object.fromEntries(methods) }];
  });
  return {
    tables: Object.fromEntries(recorded),
    uncalled: () => [...all].flatMap(([name, method]) => (called.has(method) ? [] : [name])),
  };
}
