import { widgetSecretRoles } from '../../../contract/admin/widgets.ts';
import { readStoredAccount, readStoredTenant, readStoredWidget } from '../../../contract/directory.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import { type GatewayError, TenantNotFoundError } from '../../../domain/errors.ts';
import { inUse } from '../../../domain/problems.ts';
import { secretRoles, splitSecrets, type TenantFolder } from '../../../domain/tenant-folder.ts';
import type { DirectoryRecord, TenantSecretValues } from '../../../ports/directory-writer.ts';
import type { Admin, AdminCaller, Answer } from '../admin.ts';
import { audited } from '../audit.ts';
import { expectedOf } from '../flows/flow-records.ts';

type Values = Readonly<Record<string, string>>;

/**
 * Records who sets a secret, and excludes concurrent changes.
 * @returns false after a concurrent change
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
  // The same value again is no rotation but a repeated request.
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

/** The owner of secrets, a channel account or a widget, with the role of the secret to change. */
export interface SecretOwner<View> {
  /** The resource in audit entries; action names begin with its kind. */
  readonly resource: { readonly kind: 'channel' | 'widget'; readonly id: string };
  readonly role: string;
  /** The secret's name: as the owner's document has it, or is going to. */
  readonly name: string;
  readonly isNamed: boolean;
  /** The other users of the secret. */
  readonly sharers: ReturnType<typeof sharersOfName>;
  readonly book: SecretBook;
  /** The book after the owner names the secret. */
  readonly bookWhenNamed: SecretBook;
  /** @throws `credential_taken` when the value would find another */
  assertFree(value: string): Promise<void>;
  /** Has the owner's document name the secret, or not. @returns whether it did not so far @throws `precondition_failed` */
  writeNamed(isNamed: boolean): Promise<boolean>;
  /** Applies the effects of the values, invalidates the caches, and returns the current state. */
  finish(): Promise<Answer<View>>;
  /** The current state, for a caller whose version is outdated. */
  readonly changedMeanwhile: () => Promise<GatewayError>;
}

/** A tenant's owners of secrets, with the values and who set them. */
export interface SecretBook {
  readonly owners: Pick<TenantFolder, 'tenant' | 'widgets' | 'channels'>;
  readonly changes: ReadonlyMap<string, DirectoryRecord>;
  readonly values: TenantSecretValues;
}

const most = 1_000;

/** @throws TenantNotFoundError */
export async function loadSecretBook(
  { records, secretStore }: Pick<Admin, 'records' | 'secretStore'>,
  tenantId: string,
): Promise<SecretBook> {
  const under = (prefix: string) => records.list(tenantId, prefix, { limit: most });
  const [tenant, widgets, accounts, changes, values] = await Promise.all([
    records.find(tenantId, directoryKeys.tenant),
    under(directoryKeys.widget('')),
    under(directoryKeys.accounts),
    under(directoryKeys.secret('')),
    secretStore.read(tenantId),
  ]);
  if (!tenant) throw new TenantNotFoundError();
  return {
    owners: {
      tenant: readStoredTenant(tenant.attributes.document),
      widgets: widgets.map(({ attributes }) => readStoredWidget(attributes.document)),
      channels: accounts.map(({ attributes }) => readStoredAccount(attributes.document)),
    },
    changes: new Map(changes.map((record) => [record.sk.slice(directoryKeys.secret('').length), record])),
    values,
  };
}

/** The other owners that use a secret. */
export function sharersOfName(
  { owners: { tenant, widgets, channels } }: SecretBook,
  name: string,
  isSelf: (one: {
    readonly kind: 'channel' | 'widget';
    readonly id: string;
    readonly role: string;
  }) => boolean,
) {
  return [
    ...channels.flatMap((account) => {
      const [kind, id] = ['channel' as const, `${account.channel}/${account.id}`];
      const roles = secretRoles(account).filter(
        ([role, named]) => named === name && !isSelf({ kind, id, role }),
      );
      return roles.map(() => ({ kind, id }));
    }),
    ...widgets
      .filter((widget) =>
        widgetSecretRoles.some(
          (role) => widget[role] === name && !isSelf({ kind: 'widget', id: widget.id, role }),
        ),
      )
      .map(({ id }) => ({ kind: 'widget' as const, id })),
    ...(Object.hasOwn(tenant.flow_secrets ?? {}, name) ? [{ kind: 'tenant' as const, id: tenant.id }] : []),
  ];
}

/** Writes an owner's document where it is another than before. @returns whether it is @throws what `changed` makes */
export async function writeDocument<Document extends object>(
  admin: Admin,
  { tenantId, id, email }: AdminCaller,
  {
    record,
    before,
    after,
    changed,
  }: {
    readonly record: DirectoryRecord;
    readonly before: Document;
    readonly after: Document;
    readonly changed: () => Promise<Error>;
  },
): Promise<boolean> {
  if (JSON.stringify(after) === JSON.stringify(before)) return false;
  const at = new Date(admin.nowMs()).toISOString();
  const attributes = { ...record.attributes, document: after, by: { id, email }, at };
  const written = await admin.records.write(tenantId, { sk: record.sk, attributes }, expectedOf(record));
  if (written === null) throw await changed();
  return true;
}

/**
 * Sets the value of a secret; the previous value stays valid until its overlap is ended.
 * @throws `credential_taken`, `precondition_failed`
 */
export async function setSecret<View>(
  admin: Admin,
  caller: AdminCaller,
  owner: SecretOwner<View>,
  value: string,
): Promise<Answer<View>> {
  const { book, name, isNamed, sharers } = owner;
  const was = isNamed && (book.values.verifying[name] || book.values.sending[name]) ? 'set' : null;
  await owner.assertFree(value);
  const change = changeOf(owner, 'set-secret', { before: was, after: was ? 'set anew' : 'set' });
  return audited(admin, caller, change, async () => {
    await note(admin, caller, owner);
    // The secret of a deleted owner of this name must not apply to this one.
    if (!isNamed && sharers.length === 0)
      await dropValues(admin, caller.tenantId, [name, `${name}_previous`]);
    const named = { book: owner.bookWhenNamed, name, value };
    await admin.secretStore.change(caller.tenantId, (stored) => withValue(stored, named));
    await owner.writeNamed(true);
    return owner.finish();
  });
}

/**
 * Takes a secret away, and what still verifies of it.
 * @throws `in_use` when others have the same value
 * @throws `precondition_failed`
 */
export async function deleteSecret<View>(
  admin: Admin,
  caller: AdminCaller,
  owner: SecretOwner<View>,
): Promise<Answer<View>> {
  const { resource, role, name, sharers } = owner;
  if (sharers.length > 0) throw inUse('secret', `${resource.id}/${role}`, sharers);
  return audited(
    admin,
    caller,
    changeOf(owner, 'delete-secret', { before: 'set', after: null }),
    async () => {
      await note(admin, caller, owner);
      // First the name: a request must not be refused for a secret that is gone.
      if (await owner.writeNamed(false)) await admin.records.renewCacheVersion(caller.tenantId);
      await dropValues(admin, caller.tenantId, [name, `${name}_previous`]);
      return owner.finish();
    },
  );
}

/**
 * Ends the overlap of a rotation: the value before verifies no more.
 * @throws `precondition_failed`
 */
export async function endOverlap<View>(
  admin: Admin,
  caller: AdminCaller,
  owner: SecretOwner<View>,
): Promise<Answer<View>> {
  const change = changeOf(owner, 'end-overlap', { before: 'set', after: null }, '_previous');
  return audited(admin, caller, change, async () => {
    await note(admin, caller, owner, 'keeping who set it');
    await dropValues(admin, caller.tenantId, [`${owner.name}_previous`]);
    return owner.finish();
  });
}

function changeOf(
  { resource, role }: SecretOwner<unknown>,
  action: string,
  change: { readonly before: string | null; readonly after: string | null },
  which = '',
) {
  const changes = [{ path: `secrets.${role}${which}`, ...change }];
  return { action: `${resource.kind}.${action}`, resource, changes };
}

/** @throws `precondition_failed` */
async function note(
  admin: Admin,
  caller: AdminCaller,
  { book, name, changedMeanwhile }: SecretOwner<unknown>,
  who?: 'keeping who set it',
): Promise<void> {
  if (!(await noteSecret(admin, caller, { book, name, ...(who && { who }) }))) throw await changedMeanwhile();
}
