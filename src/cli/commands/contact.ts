import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { DirectoryTableWriter } from '../../aws/directory-writer.ts';
import { findContact, listContacts, readContact } from '../../operations/admin/contacts/contacts.ts';
import { eraseContact } from '../../operations/people/erase-visitor.ts';
import { exportContactPage } from '../../operations/people/export-visitor.ts';
import { type Io, onOneLine, printResult } from '../io.ts';
import { confirm, type JsonOption, newCommand, withTarget, withYes, type YesOption } from '../new-command.ts';
import { allPages, openRecords } from '../records.ts';
import { resolveTarget, type TargetOptions } from '../target.ts';
import { knownTenant } from '../tenant-directory.ts';
import { openPeople } from './visitor.ts';

interface Options extends TargetOptions, JsonOption, YesOption {
  readonly tenant: string;
  readonly out?: string;
}

/** `contact list` */
export function contactList(io: Io): Command {
  return withTenant(
    newCommand('list', 'list the contacts of a tenant, last seen first', [
      'contact list --tenant acme --stage prod',
    ]),
  ).action(async (options: Options) => {
    const { tenantId, contacts, search } = await open(options, io);
    const items = await allPages((page) => listContacts({ contacts, search }, { tenantId }, page));
    const lines = items.map(({ id, name, email, phone, lastSeenAt }) =>
      onOneLine(
        [id, lastSeenAt ?? 'never seen', name, email, phone].filter((part) => part !== null).join('  '),
      ),
    );
    printResult(io, options.json, lines.join('\n') || 'no contacts', items);
  });
}

/** `contact show CONTACT-ID` */
export function contactShow(io: Io): Command {
  return withContact(
    newCommand('show', 'show a contact with its identities', [
      'contact show 01KAP6W2K4D5E6F7G8H9J0K1M2 --tenant acme --stage prod',
    ]),
  ).action(async (contactId: string, options: Options) => {
    const { tenantId, contacts } = await open(options, io);
    const { body } = await readContact({ contacts }, { tenantId }, contactId);
    printResult(io, options.json, JSON.stringify(body, null, 2), body);
  });
}

/** `contact export CONTACT-ID` */
export function contactExport(io: Io): Command {
  return withContact(
    newCommand('export', 'export all data of a contact as JSON', [
      'contact export 01KAP6W2K4D5E6F7G8H9J0K1M2 --tenant acme --stage prod --out contact.json',
    ]),
  )
    .option('--out <file>', 'the file to write; default: standard output')
    .action(async (contactId: string, options: Options) => {
      const { tenantId, contacts, target } = await open(options, io);
      const contact = await findContact({ contacts }, tenantId, contactId);
      const endless = Number.POSITIVE_INFINITY;
      const bounds = { from: null, bytes: endless, untilMs: endless };
      const { page } = await exportContactPage(await openPeople(target, io), contact, bounds);
      const document = JSON.stringify(page, null, 2);
      if (options.out === undefined) return io.out(document);
      await writeFile(options.out, `${document}\n`, { mode: 0o600 });
      const count = page.conversations.length;
      const text = `${count} conversations of ${contactId} are written to ${options.out}`;
      printResult(io, options.json, text, { file: options.out, conversations: count });
    });
}

/** `contact erase CONTACT-ID` */
export function contactErase(io: Io): Command {
  return withContact(
    withYes(
      newCommand('erase', 'erase a contact and its conversations; if interrupted, run it again to continue', [
        'contact erase 01KAP6W2K4D5E6F7G8H9J0K1M2 --tenant acme --stage prod',
      ]),
    ),
  ).action(async (contactId: string, options: Options) => {
    const { tenantId, contacts, target } = await open(options, io);
    await findContact({ contacts }, tenantId, contactId);
    await confirm(io, target, options, `Erase contact ${onOneLine(contactId)} of ${tenantId}`);
    const erased = await eraseContact(await openPeople(target, io), { tenantId, contactId });
    const text = `contact ${onOneLine(contactId)} of ${tenantId}: ${erased.conversations} conversations erased`;
    printResult(io, options.json, text, { tenantId, contactId, ...erased });
  });
}

const withTenant = (command: Command) => withTarget(command).requiredOption('--tenant <id>', 'the tenant');

const withContact = (command: Command) =>
  withTenant(command).argument('<contact-id>', 'as printed by `contact list`');

async function open(options: Options, io: Io) {
  const target = await resolveTarget(options, io);
  const { tenant: tenantId } = options;
  await knownTenant(new DirectoryTableWriter(target.clients, target), tenantId, target);
  const { contacts, search } = openRecords(target, io);
  return { tenantId, target, contacts, search };
}
