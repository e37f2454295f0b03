import type { ChannelView } from '../../../contract/admin/channels.ts';
import type { ChannelAccount } from '../../../contract/directory.ts';
import type { InputProblem } from '../../../contract/in-words.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import { invalidBody } from '../../../domain/errors.ts';
import { channelNotFound } from '../../../domain/problems.ts';
import { fingerprintOf } from '../../derive-id.ts';
import { type Admin, type AdminCaller, type Answer, assertMatch, type Preconditions } from '../admin.ts';
import { audited, findDocumentChanges } from '../audit.ts';
import { expectedOf, loadFlow } from '../flows/flow-records.ts';
import { madeBy } from '../records.ts';
import { dropSecrets, loadSecretBook, type SecretBook } from '../secrets/secrets.ts';
import { assertMayWrite, changedMeanwhile, noneIfMissing } from './channel-preconditions.ts';
import {
  assertCredentialFree,
  type ChannelRef,
  credentialsOf,
  etagOfChannel,
  isChannel,
  loadChannel,
  namedSecrets,
  removeOtherItems,
  resourceOf,
  rolesOf,
  secretNameOf,
  sharersOf,
  writeOtherItems,
} from './channel-records.ts';
import { readChannel } from './read-channels.ts';

type Named = Preconditions & ChannelRef;

/**
 * Makes an account, or changes the one that the caller has read; the names of its secrets stay as they are.
 * @throws `channel_not_found` for a channel that is none
 * @throws `precondition_required`, `precondition_failed`, `credential_taken`
 * @throws `invalid_body` when it names what is not there
 */
export async function saveChannel(
  admin: Admin,
  caller: AdminCaller,
  { content, channel, accountId, ...preconditions }: Named & { readonly content: ChannelAccount },
): Promise<Answer<ChannelView>> {
  const { tenantId } = caller;
  if (!isChannel(channel)) throw channelNotFound(channel, accountId);
  const ref = { channel, accountId };
  const [book, stored] = await Promise.all([
    loadSecretBook(admin, tenantId),
    loadChannel(admin, tenantId, ref).catch(noneIfMissing),
  ]);
  await assertMayWrite(admin, tenantId, preconditions, { stored, book });
  const secrets = stored?.account.secrets ?? namedSecrets(channel, accountId);
  const account = { ...content, secrets };
  await assertWhole(admin, tenantId, { ref, content, account, before: stored?.account ?? null, book });
  const changes = findDocumentChanges(stored?.account ?? {}, account);
  return audited(admin, caller, { action: 'channel.save', resource: resourceOf(ref), changes }, async () => {
    // The state of a deleted account of this name must not apply to this one.
    if (!stored)
      await dropSecrets(
        admin,
        tenantId,
        Object.values(secrets).filter((name) => name !== undefined),
      );
    const { current } = await credentialsOf(admin, tenantId, account);
    const attributes = { document: account, credential: current, ...madeBy(admin, caller) };
    const sk = directoryKeys.account(channel, accountId);
    const expected = stored ? expectedOf(stored.record) : 'nothing';
    if ((await admin.records.write(tenantId, { sk, attributes }, expected)) === null)
      throw await changedMeanwhile(admin, caller, ref);
    await writeOtherItems(admin, tenantId, ref);
    await admin.records.renewCacheVersion(tenantId);
    return readChannel(admin, caller, ref);
  });
}

/**
 * Deletes an account with those of its secrets that nobody else names.
 * @throws `channel_not_found`, `precondition_required`, `precondition_failed`
 */
export async function deleteChannel(
  admin: Admin,
  caller: AdminCaller,
  { channel, accountId, ...preconditions }: Named,
): Promise<void> {
  const { tenantId } = caller;
  const ref = { channel, accountId };
  const stored = await loadChannel(admin, tenantId, ref).catch(noneIfMissing);
  if (!stored) {
    // A crash during its deletion may have left parts of it.
    if (isChannel(channel)) await removeOtherItems(admin, tenantId, ref);
    throw channelNotFound(channel, accountId);
  }
  const book = await loadSecretBook(admin, tenantId);
  assertMatch(preconditions, etagOfChannel(stored, book));
  const { account, record } = stored;
  const names = rolesOf(account.channel)
    .filter(([role]) => sharersOf(book, account, role).length === 0)
    .map(([role]) => secretNameOf(account, role));
  const changes = findDocumentChanges(account, {});
  const change = { action: 'channel.delete', resource: resourceOf(ref), changes };
  await audited(admin, caller, change, async () => {
    if (!(await admin.records.remove(tenantId, record.sk, expectedOf(record))))
      throw await changedMeanwhile(admin, caller, ref);
    await removeOtherItems(admin, tenantId, ref);
    await dropSecrets(admin, tenantId, names);
    await admin.records.renewCacheVersion(tenantId);
  });
}

/** @throws `invalid_body` that names what is not there or may not be, `credential_taken` */
async function assertWhole(
  admin: Admin,
  tenantId: string,
  {
    ref,
    content,
    account,
    before,
    book,
  }: {
    readonly ref: ChannelRef;
    readonly content: ChannelAccount;
    readonly account: ChannelAccount;
    readonly before: ChannelAccount | null;
    readonly book: SecretBook;
  },
): Promise<void> {
  const { pointer } = await loadFlow(admin, tenantId, content.flow);
  const problemAt = (path: string, isWrong: boolean, message: string): InputProblem[] =>
    isWrong ? [{ path, message }] : [];
  const problems = [
    ...problemAt('id', content.id !== ref.accountId, `must be ${ref.accountId}, as the address says`),
    ...problemAt('channel', content.channel !== ref.channel, `must be ${ref.channel}, as the address says`),
    ...problemAt('flow', pointer === null, `there is no published flow ${content.flow}`),
    ...problemAt(
      'secrets',
      content.secrets !== undefined && fingerprintOf(content.secrets) !== fingerprintOf(account.secrets),
      'are named by the gateway: leave them out, and set their values by PUT …/secrets/{role}',
    ),
    ...problemAt(
      'base_url',
      before !== null && hasToken(before, book) && originOf(before) !== originOf(account),
      'leads elsewhere, and the sending token was not meant for that: delete the token first, and set it anew after',
    ),
  ];
  if (problems.length > 0) throw invalidBody('the account can not be saved as it is', problems);
  const credential = account.phone_number_id ?? account.username;
  if (credential !== undefined) await assertCredentialFree(admin, tenantId, ref, credential);
}

/** A user who can send it to their own URL can read it. */
function hasToken(account: ChannelAccount, { values }: SecretBook): boolean {
  const name = account.secrets?.sending_token;
  return name !== undefined && Boolean(values.sending[name] || values.verifying[name]);
}

function originOf({ base_url: url = '' }: ChannelAccount): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
