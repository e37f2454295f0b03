import type { Erasure } from '../../../contract/admin/conversations.ts';
import { channelName, identifier, messageId } from '../../../contract/vocabulary.ts';
import { GatewayError, invalidParameter, OutOfTimeError } from '../../../domain/errors.ts';
import type { VisitorName } from '../../../ports/people.ts';
import { deriveId } from '../../derive-id.ts';
import { type Erased, eraseContact, eraseVisitor } from '../../people/erase-visitor.ts';
import {
  type ContactExport,
  type ExportPlace,
  exportContactPage,
  exportVisitorPage,
  type VisitorExport,
} from '../../people/export-visitor.ts';
import type { PeoplePorts } from '../../people/find-visitor.ts';
import type { Admin, AdminCaller } from '../admin.ts';
import { audited } from '../audit.ts';
import { findContact } from '../contacts/contacts.ts';

/** What the routes for visitor data use. */
export type PersonPorts = PeoplePorts & Pick<Admin, 'audit' | 'nowMs' | 'random' | 'log'>;

/** The requested visitor, and the deadline. */
interface Asked {
  readonly channel: string;
  readonly userId: string;
  readonly untilMs: number;
}

/** Well below what a function may answer, with what a single over-large message may add to it. */
const pageBytes = 1_000_000;

/**
 * A page of everything that is kept of a person; that it was read has an audit entry with the first page.
 * @throws `invalid_parameter`
 */
export async function exportPerson(
  admin: PersonPorts,
  caller: AdminCaller,
  { untilMs, from, ...asked }: Asked & { readonly from: ExportPlace | null },
): Promise<{ readonly page: VisitorExport; readonly next: ExportPlace | null }> {
  const visitor = visitorOf(caller, asked);
  const read = () => exportVisitorPage(admin, visitor, { from, bytes: pageBytes, untilMs });
  if (from) return read();
  return audited(
    admin,
    caller,
    { action: 'person.export', resource: await resourceOf(admin, visitor) },
    read,
  );
}

/**
 * Erases all data of a visitor within the time limit: a repeated request continues.
 * @throws `invalid_parameter`
 */
export async function erasePerson(
  admin: PersonPorts,
  caller: AdminCaller,
  { untilMs, ...asked }: Asked,
): Promise<Erasure> {
  const visitor = visitorOf(caller, asked);
  const change = { action: 'person.erase', resource: await resourceOf(admin, visitor) };
  return audited(admin, caller, change, () => erasureOf(eraseVisitor(admin, visitor, untilMs)));
}

async function erasureOf(erasing: Promise<Erased>): Promise<Erasure> {
  try {
    return { done: true, ...(await erasing) };
  } catch (error) {
    if (!(error instanceof OutOfTimeError)) throw error;
    return { done: false, conversations: null, turns: null, deadLetters: null, names: null };
  }
}

/** The requested contact, and the deadline. */
interface AskedContact {
  readonly contactId: string;
  readonly untilMs: number;
}

/** A page of everything that is kept of a contact. @throws `contact_not_found` */
export async function exportContact(
  admin: PersonPorts,
  caller: AdminCaller,
  { contactId, untilMs, from }: AskedContact & { readonly from: ExportPlace | null },
): Promise<{ readonly page: ContactExport; readonly next: ExportPlace | null }> {
  const contact = await findContact(admin, caller.tenantId, contactId);
  const read = () => exportContactPage(admin, contact, { from, bytes: pageBytes, untilMs });
  if (from) return read();
  const change = { action: 'contact.export', resource: { kind: 'contact', id: contactId } };
  return audited(admin, caller, change, read);
}

/** Erases a contact with all of its data within the time limit: a repeated request continues. @throws `contact_not_found` */
export async function erasePersonOfContact(
  admin: PersonPorts,
  caller: AdminCaller,
  { contactId, untilMs }: AskedContact,
): Promise<Erasure> {
  const { tenantId } = caller;
  if (!(await isLeftOfContact(admin, tenantId, contactId))) throw new GatewayError('contact_not_found');
  const change = { action: 'contact.erase', resource: { kind: 'contact', id: contactId } };
  return audited(admin, caller, change, () =>
    erasureOf(eraseContact(admin, { tenantId, contactId }, untilMs)),
  );
}

/** Whether there is a contact, or what an interrupted erasure has left of one. */
export async function isLeftOfContact(
  { contacts, search }: Pick<PeoplePorts, 'contacts' | 'search'>,
  tenantId: string,
  contactId: string,
): Promise<boolean> {
  if (await contacts.find(tenantId, contactId)) return true;
  if ((await contacts.identitiesOf(tenantId, contactId)).length > 0) return true;
  return messageId.safeParse(contactId).success && (await search.findContact(tenantId, contactId)) !== null;
}

function visitorOf({ tenantId }: AdminCaller, { channel, userId }: Omit<Asked, 'untilMs'>): VisitorName {
  if (!channelName.safeParse(channel).success) throw invalidParameter(`there is no channel ${channel}`);
  if (!identifier.safeParse(userId).success)
    throw invalidParameter('the user id is none that a channel gives');
  return { tenantId, channel, userId };
}

/** Entries outlive the visitor's data by 400 days, with a hash that does not identify them. */
async function resourceOf({ idKeys }: PersonPorts, { tenantId, channel, userId }: VisitorName) {
  const [key] = await idKeys();
  return { kind: 'person', id: `${channel}/${deriveId(key, 'person', tenantId, channel, userId)}` };
}
