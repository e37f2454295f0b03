import { apiKeyHash } from '../../../channels/checks/api-key.ts';
import type { ChannelView } from '../../../contract/admin/channels.ts';
import type { ChannelAccount } from '../../../contract/directory.ts';
import { InUseError } from '../../../domain/admin-errors.ts';
import type { Admin, AdminCaller, Answer } from '../admin.ts';
import { audited } from '../audited.ts';
import { expectedOf } from '../flows/flow-records.ts';
import type { Preconditions } from '../preconditions.ts';
import { assertCredentialFree, writeOtherItems } from './account-items.ts';
import { assertMayWrite, changedMeanwhile } from './channel-preconditions.ts';
import {
  assertRole,
  type ChannelRef,
  loadChannel,
  loadSecretBook,
  resourceOf,
  rolesOf,
  type SecretBook,
  type StoredChannel,
  secretNameOf,
  sharersOf,
} from './channel-records.ts';
import { readChannel } from './read-channels.ts';
import { dropValues, noteSecret, withValue } from './secret-values.ts';

type NamedSecret = Preconditions & ChannelRef & { readonly role: string };

interface Loaded {
  readonly stored: StoredChannel;
  readonly book: SecretBook;
  readonly ref: ChannelRef;
  readonly name: string;
}

/**
 * Sets the value of an account's secret; what verified until now goes on verifying until its overlap is ended.
 * @throws ChannelNotFoundError, SecretNotFoundError, CredentialTakenError
 * @throws PreconditionRequiredError, PreconditionFailedError
 */
export async function setSecret(
  admin: Admin,
  caller: AdminCaller,
  { value, role, ...asked }: NamedSecret & { readonly value: string },
): Promise<Answer<ChannelView>> {
  const { tenantId } = caller;
  const loaded = await load(admin, tenantId, { role, ...asked });
  const { ref, name, book } = loaded;
  const account = withNamed(loaded.stored.account, role, name);
  if (role === 'api_key') await assertCredentialFree(admin, tenantId, ref, apiKeyHash(value));
  const was = book.values.verifying[name] || book.values.sending[name] ? 'set' : null;
  const changes = [{ path: `secrets.${role}`, before: was, after: was ? 'set anew' : 'set' }];
  const change = { action: 'channel.set-secret', resource: resourceOf(ref), changes };
  return audited(admin, caller, change, async () => {
    await note(admin, caller, loaded);
    await admin.secretStore.change(tenantId, (stored) =>
      withValue(stored, { book: withAccount(book, account), name, value }),
    );
    await writeAccount(admin, caller, loaded, account);
    return done(admin, caller, ref);
  });
}

/**
 * Takes an account's secret away, and what still verifies of it.
 * @throws ChannelNotFoundError, SecretNotFoundError, PreconditionRequiredError, PreconditionFailedError
 * @throws InUseError when others have the same value
 */
export async function deleteSecret(
  admin: Admin,
  caller: AdminCaller,
  named: NamedSecret,
): Promise<Answer<ChannelView>> {
  const { tenantId } = caller;
  const { role } = named;
  const loaded = await load(admin, tenantId, named);
  const { ref, name, stored, book } = loaded;
  const sharers = sharersOf(book, stored.account, role);
  if (sharers.length > 0) throw new InUseError('secret', `${ref.channel}/${ref.accountId}/${role}`, sharers);
  const isRequired = rolesOf(stored.account.channel).some(([its, required]) => its === role && required);
  const { [role]: _, ...others } = stored.account.secrets ?? {};
  const account = isRequired ? stored.account : { ...stored.account, secrets: others };
  const changes = [{ path: `secrets.${role}`, before: 'set', after: null }];
  const change = { action: 'channel.delete-secret', resource: resourceOf(ref), changes };
  return audited(admin, caller, change, async () => {
    await note(admin, caller, loaded);
    await writeAccount(admin, caller, loaded, account);
    await dropValues(admin, tenantId, [name, `${name}_previous`]);
    return done(admin, caller, ref);
  });
}

/**
 * Ends the overlap of a rotation: the value before verifies no more.
 * @throws ChannelNotFoundError, SecretNotFoundError, PreconditionRequiredError, PreconditionFailedError
 */
export async function endOverlap(
  admin: Admin,
  caller: AdminCaller,
  named: NamedSecret,
): Promise<Answer<ChannelView>> {
  const { tenantId } = caller;
  const loaded = await load(admin, tenantId, named);
  const { ref, name } = loaded;
  const changes = [{ path: `secrets.${named.role}_previous`, before: 'set', after: null }];
  const change = { action: 'channel.end-overlap', resource: resourceOf(ref), changes };
  return audited(admin, caller, change, async () => {
    await note(admin, caller, loaded, 'keeping who set it');
    await dropValues(admin, tenantId, [`${name}_previous`]);
    return done(admin, caller, ref);
  });
}

async function load(
  admin: Admin,
  tenantId: string,
  { channel, accountId, role, ...preconditions }: NamedSecret,
): Promise<Loaded> {
  const ref = { channel, accountId };
  const stored = await loadChannel(admin, tenantId, ref);
  assertRole(stored.account.channel, role);
  const book = await loadSecretBook(admin, tenantId);
  await assertMayWrite(admin, tenantId, { ...preconditions, ifNoneMatch: undefined }, { stored, book });
  return { stored, book, ref, name: secretNameOf(stored.account, role) };
}

/** @throws PreconditionFailedError */
async function note(
  admin: Admin,
  caller: AdminCaller,
  { book, name, ref }: Loaded,
  who?: 'keeping who set it',
): Promise<void> {
  if (!(await noteSecret(admin, caller, { book, name, ...(who && { who }) })))
    throw await changedMeanwhile(admin, caller, ref);
}

/** @throws PreconditionFailedError */
async function writeAccount(
  admin: Admin,
  caller: AdminCaller,
  { stored: { record, account: before }, ref }: Loaded,
  account: ChannelAccount,
): Promise<void> {
  if (JSON.stringify(account) === JSON.stringify(before)) return;
  const { id, email, tenantId } = caller;
  const at = new Date(admin.nowMs()).toISOString();
  const attributes = { ...record.attributes, document: account, by: { id, email }, at };
  const written = await admin.records.write(tenantId, { sk: record.sk, attributes }, expectedOf(record));
  if (written === null) throw await changedMeanwhile(admin, caller, ref);
}

async function done(admin: Admin, caller: AdminCaller, ref: ChannelRef): Promise<Answer<ChannelView>> {
  await writeOtherItems(admin, caller.tenantId, ref);
  await admin.records.stamp(caller.tenantId);
  return readChannel(admin, caller, ref);
}

function withNamed(account: ChannelAccount, role: string, name: string): ChannelAccount {
  return account.secrets?.[role] === name
    ? account
    : { ...account, secrets: { ...account.secrets, [role]: name } };
}

function withAccount({ owners, ...book }: SecretBook, account: ChannelAccount): SecretBook {
  const others = owners.channels.filter(
    ({ channel, id }) => channel !== account.channel || id !== account.id,
  );
  return { ...book, owners: { ...owners, channels: [...others, account] } };
}
