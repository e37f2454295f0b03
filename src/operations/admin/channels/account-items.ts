import { apiKeyHash } from '../../../channels/checks/api-key.ts';
import type { ChannelAccount } from '../../../contract/directory.ts';
import { CredentialTakenError } from '../../../domain/admin-errors.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import { TemporarilyUnavailableError } from '../../../domain/errors.ts';
import type { Admin } from '../admin.ts';
import { expectedOf } from '../flows/flow-records.ts';
import { type ChannelRef, loadChannel, secretNameOf } from './channel-records.ts';

type Records = Pick<Admin, 'records'>;
type Stores = Pick<Admin, 'records' | 'secretStore'>;

const attempts = 5;

/**
 * What webhook calls show of themselves: a key only as its hash; `previous` while a key is rotated.
 * @see src/aws/folder-items.ts
 */
export async function credentialsOf(
  { secretStore }: Pick<Admin, 'secretStore'>,
  tenantId: string,
  account: ChannelAccount,
): Promise<{ readonly current?: string | undefined; readonly previous?: string | undefined }> {
  const credential = (value: string | undefined) =>
    value && directoryKeys.accountCredential(account.channel, value);
  switch (account.channel) {
    case 'chatapp':
      return { current: credential(account.phone_number_id) };
    case 'contactcenter':
      return { current: credential(account.username) };
    case 'chatapp-360': {
      const { verifying } = await secretStore.read(tenantId);
      const name = secretNameOf(account, 'api_key');
      const [current, previous] = [verifying[name], verifying[`${name}_previous`]].map(
        (key) => key && credential(apiKeyHash(key)),
      );
      return { current, previous: previous === current ? undefined : previous };
    }
  }
}

/** @throws CredentialTakenError when another account, of whichever tenant, is found by it */
export async function assertCredentialFree(
  { records }: Records,
  tenantId: string,
  { channel, accountId }: ChannelRef,
  credential: string,
): Promise<void> {
  const own = [directoryKeys.account(channel, accountId), directoryKeys.previousAccount(channel, accountId)];
  const found = await records.listByCredential(directoryKeys.accountCredential(channel, credential), 3);
  const isOwn = (one: { tenantId: string; sk: string }) => one.tenantId === tenantId && own.includes(one.sk);
  if (!found.every(isOwn)) throw new CredentialTakenError();
}

/**
 * Writes the account's other items, by which it is found too, and the credential of its own as the secrets say it.
 * Whoever writes at the same time does the same: the last to look sees the newest.
 * @throws ChannelNotFoundError, TemporarilyUnavailableError when others keep writing
 */
export async function writeOtherItems(admin: Stores, tenantId: string, ref: ChannelRef): Promise<void> {
  const { channel, accountId } = ref;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { record, account } = await loadChannel(admin, tenantId, ref);
    const { current, previous } = await credentialsOf(admin, tenantId, account);
    const { document, by, at } = record.attributes;
    const copy = { document, by, at };
    const business =
      channel === 'chatapp' ? directoryKeys.businessCredential(account.waba_id ?? null) : undefined;
    // The former key first: two items of one account are still that account, and none is nobody's.
    const done =
      (await put(admin, tenantId, directoryKeys.previousAccount(channel, accountId), previous, copy)) &&
      (await put(admin, tenantId, directoryKeys.businessAccount(channel, accountId), business, copy)) &&
      (record.attributes.credential === current ||
        (await admin.records.write(
          tenantId,
          { sk: record.sk, attributes: { ...record.attributes, credential: current } },
          expectedOf(record),
        )) !== null);
    const now = await loadChannel(admin, tenantId, ref);
    const isNewest = JSON.stringify(now.record.attributes.document) === JSON.stringify(document);
    if (done && isNewest) return;
  }
  throw new TemporarilyUnavailableError();
}

/** Takes away what is left of an account that is gone. */
export async function removeOtherItems(
  { records }: Records,
  tenantId: string,
  { channel, accountId }: ChannelRef,
): Promise<void> {
  for (const sk of [
    directoryKeys.previousAccount(channel, accountId),
    directoryKeys.businessAccount(channel, accountId),
  ]) {
    const record = await records.find(tenantId, sk);
    if (record) await records.remove(tenantId, sk, expectedOf(record));
  }
}

/** One of the other items: as it should be, or gone. @returns false when somebody else has just written it */
async function put(
  { records }: Records,
  tenantId: string,
  sk: string,
  credential: string | undefined,
  copy: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const before = await records.find(tenantId, sk);
  if (credential === undefined)
    return before === null || (await records.remove(tenantId, sk, expectedOf(before)));
  const attributes = { ...copy, credential };
  return (
    (await records.write(tenantId, { sk, attributes }, before ? expectedOf(before) : 'nothing')) !== null
  );
}
