import { limits } from '../../contract/limits.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import type { DirectoryWriter } from '../../ports/directory-writer.ts';
import type { TenantData, TenantFiles, TenantUsers, VisitorName } from '../../ports/people.ts';
import type { Gateway } from '../gateway.ts';
import { anonymizeConversation, assertTime, closeErased, sweep, type Traces } from './erase-conversation.ts';
import {
  conversationsOfRuns,
  type FoundVisitor,
  findOfContact,
  findVisitor,
  forgetContact,
  forgetContactsOf,
  type PeoplePorts,
} from './find-visitor.ts';

/** The erased data. */
export interface Erased {
  readonly conversations: number;
  readonly turns: number;
  readonly deadLetters: number;
  readonly names: number;
}

/**
 * Erases everything stored of a visitor: conversations, log, responses, received and large messages, statuses,
 * dead letters, identifiers. Later messages start a new conversation; earlier queued ones are dropped. If there is
 * something, it takes at least six seconds, since a committed turn may still be written. A repeated call
 * continues.
 * @param untilMs nothing is started after it, except what takes a moment
 * @throws OutOfTimeError when it is not done by then
 * @see design 9, docs/data.md
 */
export async function eraseVisitor(
  ports: PeoplePorts,
  visitor: VisitorName,
  untilMs: number = Number.POSITIVE_INFINITY,
): Promise<Erased> {
  const found = await findVisitor(ports, visitor);
  // At once, while all conversations are found, and again: a turn may have been noted since.
  await forgetContactsOf(ports, visitor.tenantId, found.conversationIds);
  const erased = await eraseFound(ports, visitor, found, untilMs);
  await forgetContactsOf(ports, visitor.tenantId, found.conversationIds);
  return erased;
}

/**
 * Erases everything stored of a contact on every channel, and the contact last: a repeated call continues.
 * @throws OutOfTimeError when it is not done by then
 */
export async function eraseContact(
  ports: PeoplePorts,
  { tenantId, contactId }: { readonly tenantId: string; readonly contactId: string },
  untilMs: number = Number.POSITIVE_INFINITY,
): Promise<Erased> {
  const sum = { conversations: 0, turns: 0, deadLetters: 0, names: 0 };
  const identities = await ports.contacts.identitiesOf(tenantId, contactId);
  for (const [channel, found] of await findOfContact(ports, tenantId, identities)) {
    const erased = await eraseFound(ports, { tenantId, channel }, found, untilMs);
    sum.conversations += erased.conversations;
    sum.turns += erased.turns;
    sum.deadLetters += erased.deadLetters;
    sum.names += erased.names;
  }
  await forgetContact(
    ports,
    tenantId,
    contactId,
    identities.flatMap(({ kind, id }) => (kind === 'conversation' ? [id] : [])),
  );
  return sum;
}

async function eraseFound(
  ports: PeoplePorts,
  visitor: Pick<VisitorName, 'tenantId' | 'channel'>,
  found: FoundVisitor,
  untilMs: number,
): Promise<Erased> {
  const all: Traces[] = [];
  const ended: Traces[] = [];
  let deadLetters = 0;
  for (const conversationId of found.conversationIds) {
    assertTime(ports, untilMs);
    const traces = await anonymizeConversation(ports, visitor, conversationId);
    if (!traces) continue;
    // What an earlier attempt anonymized is finished first, so that each attempt has less to do. On other
    // channels, a person has few conversations, whose turns still contain their identifiers.
    if (found.known.length === 0 && !traces.maySettle) {
      deadLetters += (await sweep(ports, traces, untilMs)).deadLetters;
      await closeErased(ports, traces);
      ended.push(traces);
    } else all.push(traces);
  }
  for (const traces of all) deadLetters += (await sweep(ports, traces, untilMs)).deadLetters;
  if (all.some(({ maySettle }) => maySettle)) {
    assertTime(ports, untilMs - limits.erasureSettlesMs);
    await ports.pause(limits.erasureSettlesMs);
    for (const traces of all) deadLetters += (await sweep(ports, traces, untilMs)).deadLetters;
  }
  // Conversations that were forgotten by their time, whose runs were not yet.
  const erased = new Set([...ended, ...all].map(({ conversationId }) => conversationId));
  const ofRuns = await conversationsOfRuns(ports, visitor, found);
  for (const conversationId of new Set([...found.conversationIds, ...ofRuns])) {
    if (erased.has(conversationId)) continue;
    const name = { tenantId: visitor.tenantId, conversationId };
    await ports.search.erase(name);
    await ports.personal.eraseRuns(name, []);
  }
  const names = await forgetNames(ports, visitor, found, all);
  for (const traces of all) await closeErased(ports, traces);
  const gone = [...ended, ...all];
  return {
    conversations: gone.filter(({ wasAlive, turns }) => wasAlive || turns.size > 0).length,
    turns: gone.reduce((sum, { turns }) => sum + turns.size, 0),
    deadLetters,
    names,
  };
}

/** Including numbers they gave up, according to the log, but none that belongs to someone else now. */
async function forgetNames(
  { people, personal }: PeoplePorts,
  { tenantId, channel }: Pick<VisitorName, 'tenantId' | 'channel'>,
  { known }: FoundVisitor,
  all: readonly Traces[],
): Promise<number> {
  const recipients = all.flatMap(({ turns }) =>
    [...turns.values()].flatMap(({ to, phone }) => [to, ...(phone ? [phone.replace(/^\+/, '')] : [])]),
  );
  let forgotten = 0;
  for (const { accountId, names } of known) {
    const of = { tenantId, channel, accountId };
    const keys = new Set([...names.values()].map(({ key }) => key));
    const others = await people.find(
      of,
      [...new Set(recipients)].filter((name) => !names.has(name)),
    );
    const theirs = [...others].flatMap(([name, { key }]) =>
      keys.has(key) || key.startsWith(`${name}#`) ? [name] : [],
    );
    const gone = [...names.keys(), ...theirs];
    await personal.forgetNames(of, gone);
    forgotten += gone.length;
  }
  return forgotten;
}

type Ports = Pick<Gateway, 'pause'> & {
  readonly configured: Pick<DirectoryWriter, 'list' | 'remove' | 'setStatus'>;
  readonly data: TenantData;
  readonly files: TenantFiles;
  readonly users: TenantUsers;
};

/** What existed of a tenant. */
interface RemovedTenant {
  readonly items: number;
  readonly users: number;
  readonly settings: number;
}

/** Beyond the time for which every function remembers a tenant as it was. */
const slackMs = 5_000;

/**
 * Removes a tenant with all of its data: suspends it, waits until every function knows, then deletes its visitors'
 * data, users, secrets and finally settings. A repeated call continues. Queued messages are dropped when they
 * expire.
 * @returns null for an unknown tenant
 * @see docs/data.md
 */
export async function removeTenant(
  { configured, data, files, users, pause }: Ports,
  tenantId: string,
): Promise<RemovedTenant | null> {
  const isKnown = await configured.setStatus(tenantId, 'suspended');
  if (isKnown) await pause(limits.directoryCacheMs + slackMs);
  const items = (await data.remove(tenantId)) + (await files.removeOf(tenantId));
  const gone = await users.removeOf(tenantId, false);
  await data.removeSecrets(tenantId);
  // The cache version stays, or functions would miss the change. It contains nothing else.
  const keys = (await configured.list(tenantId))
    .map(({ sk }) => sk)
    .filter((sk) => sk !== directoryKeys.cacheVersion);
  await configured.remove(
    tenantId,
    keys.filter((sk) => sk !== directoryKeys.tenant),
    { forget: true },
  );
  await configured.remove(tenantId, [directoryKeys.tenant]);
  if (!isKnown && items + gone + keys.length === 0) return null;
  return { items, users: gone, settings: keys.length };
}
