import { splitSecrets } from '../../../domain/account-secrets.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import type { TenantSecretValues } from '../../../ports/tenant-secret-store.ts';
import type { Admin, AdminCaller } from '../admin.ts';
import { expectedOf } from '../flows/flow-records.ts';
import type { SecretBook } from './secret-book.ts';

type Values = Readonly<Record<string, string>>;

/**
 * Says who sets a secret, and that nobody else does at the same time.
 * @returns false when somebody else has
 */
export async function noteSecret(
  { records, nowMs }: Pick<Admin, 'records' | 'nowMs'>,
  { tenantId, id, email }: AdminCaller,
  {
    book,
    name,
    who = 'the caller',
  }: {
    readonly book: SecretBook;
    readonly name: string;
    readonly who?: 'the caller' | 'keeping who set it';
  },
): Promise<boolean> {
  const before = book.changes.get(name) ?? null;
  const now = { by: { id, email }, at: new Date(nowMs()).toISOString() };
  const attributes = who === 'the caller' ? now : (before?.attributes ?? {});
  const record = { sk: directoryKeys.secret(name), attributes };
  return (await records.write(tenantId, record, before ? expectedOf(before) : 'nothing')) !== null;
}

/** Takes secrets of these names out of the store, with their former values; and what is known of who set them. */
export async function dropSecrets(
  admin: Pick<Admin, 'records' | 'secretStore'>,
  tenantId: string,
  names: readonly string[],
): Promise<void> {
  await dropValues(
    admin,
    tenantId,
    names.flatMap((name) => [name, `${name}_previous`]),
  );
  for (const name of names) {
    const record = await admin.records.find(tenantId, directoryKeys.secret(name));
    if (record) await admin.records.remove(tenantId, record.sk, expectedOf(record));
  }
}

/** Takes values out of the store. */
export async function dropValues(
  { secretStore }: Pick<Admin, 'secretStore'>,
  tenantId: string,
  names: readonly string[],
): Promise<void> {
  await secretStore.change(tenantId, ({ verifying, sending }) => ({
    verifying: without(verifying, names),
    sending: without(sending, names),
  }));
}

/** The secrets with a new value in the store, or stores, that read it; the one before it is kept where it verifies. */
export function withValue(
  { verifying, sending }: TenantSecretValues,
  { book, name, value }: { readonly book: SecretBook; readonly name: string; readonly value: string },
): TenantSecretValues {
  const previousName = `${name}_previous`;
  const before = verifying[name];
  // Set again, it is no rotation: whoever has not heard the answer asks once more.
  const previous = before && before !== value ? before : verifying[previousName];
  const secrets = { [name]: value, ...(previous && { [previousName]: previous }) };
  const split = splitSecrets({ ...book.owners, secrets }, Object.keys(sending));
  const merged = (stored: Values, own: Values) => ({ ...without(stored, [name, previousName]), ...own });
  return {
    verifying: merged(verifying, split.verifying),
    sending: merged(sending, without(split.sending, isOnlyFor(split) ? [previousName] : [])),
  };
}

/** A token that only sends has no use for the one before it. */
const isOnlyFor = ({ verifying }: TenantSecretValues) => Object.keys(verifying).length === 0;

function without(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}
