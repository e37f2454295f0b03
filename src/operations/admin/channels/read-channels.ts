import type { ChannelSummary, ChannelView, SecretState } from '../../../contract/admin/channels.ts';
import type { Page } from '../../../contract/admin/lists.ts';
import { webhookChannels } from '../../../contract/channels.ts';
import { readStoredAccount } from '../../../contract/directory.ts';
import { limits } from '../../../contract/limits.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import type { AccountBlock, ChannelHealth } from '../../../ports/deliveries.ts';
import { findAccountWarnings } from '../../directory/find-account.ts';
import type { Admin, AdminCaller, Answer } from '../admin.ts';
import { changeOf } from '../flows/flow-records.ts';
import { type PageQuery, pageOfRecords } from '../records.ts';
import { loadSecretBook, type SecretBook } from '../secrets/secrets.ts';
import {
  type ChannelRef,
  etagOfChannel,
  loadChannel,
  rolesOf,
  type StoredChannel,
  secretNameOf,
  sharersOf,
} from './channel-records.ts';

/** A page of a tenant's accounts, by channel and id. @param after `channel#id` of the last of the page before */
export async function listChannels(
  admin: Admin,
  { tenantId }: Pick<AdminCaller, 'tenantId'>,
  page: PageQuery,
): Promise<Page<ChannelSummary>> {
  const [{ items: records, cursor }, book] = await Promise.all([
    pageOfRecords(admin, { tenantId }, directoryKeys.accounts, page),
    loadSecretBook(admin, tenantId),
  ]);
  const items = await Promise.all(
    records.map((record) => {
      const account = readStoredAccount(record.attributes.document);
      return summaryOf(admin, tenantId, { record, account }, book);
    }),
  );
  return { items, cursor };
}

/** @throws `channel_not_found` */
export async function readChannel(
  admin: Admin,
  { tenantId }: Pick<AdminCaller, 'tenantId'>,
  ref: ChannelRef,
): Promise<Answer<ChannelView>> {
  const stored = await loadChannel(admin, tenantId, ref);
  return answerWith(admin, tenantId, stored, await loadSecretBook(admin, tenantId));
}

/** Returns an account for a response, with its ETag. */
export async function answerWith(
  admin: Admin,
  tenantId: string,
  stored: StoredChannel,
  book: SecretBook,
): Promise<Answer<ChannelView>> {
  const { channel, id: accountId } = stored.account;
  const [summary, waiting, tokens] = await Promise.all([
    summaryOf(admin, tenantId, stored, book),
    admin.waiting.list({ tenantId, channel, accountId }, limits.countedWaiting),
    channel === 'chatapp' ? admin.verifyTokens() : [],
  ]);
  const body = {
    ...summary,
    webhookPath: webhookChannels[channel].path,
    verifyToken: tokens.at(-1) ?? null,
    waiting: waiting.length,
  };
  return { body, etag: etagOfChannel(stored, book) };
}

async function summaryOf(
  admin: Admin,
  tenantId: string,
  { record, account }: StoredChannel,
  book: SecretBook,
): Promise<ChannelSummary> {
  const ref = { tenantId, channel: account.channel, accountId: account.id };
  const [health, block] = await Promise.all([admin.health.find(ref), admin.pacing.findBlock(ref)]);
  const secrets = rolesOf(account.channel).map(([role, required]) => ({
    ...stateOf(role, account, book),
    required,
  }));
  const missing = secrets
    .filter(({ role, set }) => account.secrets?.[role] !== undefined && !set)
    .map(({ role }) => ({ path: `secrets.${role}`, message: `has no value: ${withoutValue(role)}` }));
  const warnings = findAccountWarnings([account]).map(({ path, message }) => ({ path, message }));
  return {
    // Held against the strict schema when it was written.
    account: account as ChannelSummary['account'],
    ...changeOf(record),
    secrets,
    warnings: [...missing, ...warnings],
    health: { ...lastCalls(health), sending: sendingOf(block, admin.nowMs()) },
  };
}

const withoutValue = (role: string) =>
  role === 'sending_token' ? 'replies can not be sent' : 'calls of the provider are refused';

function stateOf(
  role: string,
  account: StoredChannel['account'],
  book: SecretBook,
): Omit<SecretState, 'required'> {
  const name = secretNameOf(account, role);
  const isNamed = account.secrets?.[role] !== undefined;
  const { verifying, sending } = book.values;
  return {
    role,
    set: isNamed && Boolean(verifying[name] || sending[name]),
    previous: isNamed && role !== 'sending_token' && Boolean(verifying[`${name}_previous`]),
    ...changeOf(isNamed ? (book.changes.get(name) ?? null) : null),
    sharedWith: isNamed ? sharersOf(book, account, role) : [],
  };
}

/** The reason why calls are rejected, for admins of the channel: more detailed than the response to the caller. */
const refusals: Readonly<Record<string, string>> = {
  invalid_signature: 'the signature does not fit the secret',
  invalid_credentials: 'the key or the password is not the one that is set',
  address_not_allowed: 'the call came from an address that is not among allowed_networks',
  rate_limited: 'too many wrong passwords came from one address',
  tenant_not_found: 'the tenant is suspended',
  invalid_body: 'the body is not what the provider is known to send',
};

function lastCalls({ acceptedAtMs, refused }: ChannelHealth) {
  const at = (ms: number) => new Date(ms).toISOString();
  return {
    lastAcceptedAt: acceptedAtMs === null ? null : at(acceptedAtMs),
    lastRefused: refused && {
      at: at(refused.atMs),
      reason: refused.reason,
      message: refusals[refused.reason] ?? 'the call was refused',
    },
  };
}

/** A block that has run out is over with the next send that goes well; one that is held is not before that. */
function sendingOf(block: AccountBlock | null, nowMs: number): ChannelSummary['health']['sending'] {
  if (!block || (!block.held && block.untilMs <= nowMs)) return { state: 'open', reason: null, until: null };
  const { held, reason, untilMs } = block;
  return { state: held ? 'held' : 'paused', reason, until: new Date(untilMs).toISOString() };
}
