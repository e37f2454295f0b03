import { InUseError } from '../../../domain/admin-errors.ts';
import type { Admin, AdminCaller, Answer } from '../admin.ts';
import { audited } from '../audited.ts';
import type { SecretOwner } from './secret-owner.ts';
import { dropValues, noteSecret, withValue } from './secret-values.ts';

/**
 * Sets the value of a secret; what verified until now goes on verifying until its overlap is ended.
 * @throws CredentialTakenError, PreconditionFailedError
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
    // What an owner of this name left behind must not speak for this one.
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
 * @throws InUseError when others have the same value
 * @throws PreconditionFailedError
 */
export async function deleteSecret<View>(
  admin: Admin,
  caller: AdminCaller,
  owner: SecretOwner<View>,
): Promise<Answer<View>> {
  const { resource, role, name, sharers } = owner;
  if (sharers.length > 0) throw new InUseError('secret', `${resource.id}/${role}`, sharers);
  return audited(
    admin,
    caller,
    changeOf(owner, 'delete-secret', { before: 'set', after: null }),
    async () => {
      await note(admin, caller, owner);
      // First the name: a request must not be refused for a secret that is gone.
      if (await owner.writeNamed(false)) await admin.records.stamp(caller.tenantId);
      await dropValues(admin, caller.tenantId, [name, `${name}_previous`]);
      return owner.finish();
    },
  );
}

/**
 * Ends the overlap of a rotation: the value before verifies no more.
 * @throws PreconditionFailedError
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

/** @throws PreconditionFailedError */
async function note(
  admin: Admin,
  caller: AdminCaller,
  { book, name, changedMeanwhile }: SecretOwner<unknown>,
  who?: 'keeping who set it',
): Promise<void> {
  if (!(await noteSecret(admin, caller, { book, name, ...(who && { who }) }))) throw await changedMeanwhile();
}
