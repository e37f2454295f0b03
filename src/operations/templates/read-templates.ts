import type { ChannelTemplates, MediaCall } from '../../channels/channel.ts';
import { channels } from '../../channels/registry.ts';
import type { MessageTemplate, TemplatesPage, TemplateUse } from '../../contract/admin/texts.ts';
import { isWhatsApp } from '../../contract/channels.ts';
import { readStoredAccount } from '../../contract/directory.ts';
import { limits } from '../../contract/limits.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import { HttpClientError, isProblem } from '../../domain/errors.ts';
import {
  AccountIncompleteError,
  channelNotFound,
  invalidTemplate,
  templatesUnavailable,
} from '../../domain/problems.ts';
import { type FilledTemplate, fillTemplate } from '../../domain/template/fill-template.ts';
import { accountSecrets } from '../../domain/tenant-folder.ts';
import type { AccountRef } from '../../ports/deliveries.ts';
import type {
  Directory,
  KnownAccount,
  KnownTemplates,
  TemplateMemory,
  TenantSecrets,
} from '../../ports/directory.ts';
import type { DirectoryRecords } from '../../ports/directory-writer.ts';
import type { HttpClient } from '../../ports/http-client.ts';
import type { Log } from '../../ports/observability.ts';

/** What reading templates uses. */
export interface TemplatePorts {
  readonly directory: Pick<Directory, 'findTenant'>;
  readonly records: Pick<DirectoryRecords, 'find'>;
  readonly templates: TemplateMemory;
  readonly sendingSecrets: TenantSecrets;
  readonly http: HttpClient;
  readonly log: Log;
  readonly nowMs: () => number;
}

/** An account's templates as far as they are known, and why no more is. */
export interface ReadTemplates {
  readonly templates: readonly MessageTemplate[];
  /** Null: never listed. */
  readonly readAtMs: number | null;
  readonly trouble: string | null;
}

/**
 * Returns an account's templates: from the last hour's cache, otherwise from the provider. If the provider fails,
 * the cached ones are returned and it isn't called for a minute. A channel without a messaging window has none.
 * @param isAsked calls the provider in any case
 * @throws `channel_not_found`
 * @see handoff.md 3.5
 */
export async function readTemplates(
  ports: TemplatePorts,
  ref: AccountRef,
  isAsked = false,
): Promise<ReadTemplates> {
  const known = await knownAccount(ports, ref, isAsked);
  const api = channels[known.account.channel];
  const nowMs = ports.nowMs();
  if (!('templates' in api)) return { templates: [], readAtMs: nowMs, trouble: null };
  const before = await ports.templates.find(ref);
  if (!isAsked && !isDue(before, nowMs)) return { ...before, trouble: before.failed?.reason ?? null };
  try {
    const templates = await askAll(ports, api.templates, known);
    await ports.templates.keep(ref, templates);
    return { templates, readAtMs: nowMs, trouble: null };
  } catch (error) {
    const trouble = troubleOf(error);
    ports.log.warn('the templates of an account can not be read', { ...ref, reason: trouble });
    await ports.templates.noteFailure(ref, trouble);
    return { ...before, trouble };
  }
}

function isDue({ readAtMs, isStale, failed }: KnownTemplates, nowMs: number): boolean {
  if (failed && failed.atMs > nowMs - limits.templatesPauseMs) return false;
  return isStale || readAtMs === null || readAtMs <= nowMs - limits.templatesLifeMs;
}

/** The stored account with its credentials: either may just have been fixed. */
async function knownAccount(
  { directory, records, sendingSecrets }: Pick<TemplatePorts, 'directory' | 'records' | 'sendingSecrets'>,
  { tenantId, channel, accountId }: AccountRef,
  isAsked: boolean,
): Promise<KnownAccount> {
  const [tenant, record, secrets] = await Promise.all([
    directory.findTenant(tenantId),
    Object.hasOwn(channels, channel)
      ? records.find(tenantId, directoryKeys.account(channel, accountId))
      : null,
    isAsked ? sendingSecrets.reload(tenantId) : sendingSecrets.read(tenantId),
  ]);
  if (!tenant || !record) throw channelNotFound(channel, accountId);
  const account = readStoredAccount(record.attributes.document);
  return { tenant, account, secrets: accountSecrets(account, secrets) };
}

/** The provider's error as a code for admins. */
class RefusedError extends Error {}

/** @throws RefusedError, AccountIncompleteError, HttpClientError */
async function askAll(
  ports: TemplatePorts,
  api: ChannelTemplates,
  known: KnownAccount,
): Promise<readonly MessageTemplate[]> {
  const templates: MessageTemplate[] = [];
  let cursor: string | null = null;
  do {
    const page = await ask(ports, api, api.page(known, cursor));
    templates.push(...page.templates);
    cursor = page.cursor;
  } while (cursor !== null && templates.length < limits.templatesKept);
  return templates.slice(0, limits.templatesKept);
}

async function ask({ http }: TemplatePorts, api: ChannelTemplates, call: MediaCall) {
  const answer = await http.send({
    ...call,
    method: 'GET',
    timeoutMs: limits.sendTimeoutMs,
    maxRedirects: 0,
  });
  if (answer.status === 401 || answer.status === 403) throw new RefusedError('permission_denied');
  if (answer.status < 200 || answer.status > 299) throw new RefusedError(`http_${answer.status}`);
  const page = api.read(jsonOf(answer.body));
  if (!page) throw new RefusedError('unreadable_answer');
  return page;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @throws the error itself if it is our own */
function troubleOf(error: unknown): string {
  if (error instanceof RefusedError) return error.message;
  if (error instanceof AccountIncompleteError) return 'account_incomplete';
  if (error instanceof HttpClientError) return error.code;
  throw error;
}

/** The requested templates, and the page's cursor. */
interface TemplatesAsked {
  readonly search?: string | undefined;
  readonly sendable?: '0' | '1' | undefined;
  readonly renew?: '0' | '1' | undefined;
  readonly limit: number;
  readonly after: string | null;
}

/**
 * Returns a page of an account's templates, by name and language.
 * @throws `channel_not_found`, `templates_unavailable` when the provider never listed any
 */
export async function listTemplates(
  ports: TemplatePorts,
  ref: AccountRef,
  { search = '', sendable, renew, limit, after }: TemplatesAsked,
): Promise<TemplatesPage> {
  // Later pages use the list of the first one.
  const { templates, readAtMs, trouble } = await readTemplates(ports, ref, renew === '1' && after === null);
  if (readAtMs === null) throw templatesUnavailable(ref.accountId, trouble ?? 'unknown');
  const wanted = search.toLowerCase();
  const found = templates
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .filter(({ unsendable }) => sendable !== '1' || unsendable === null)
    .map((template) => ({ key: keyOf(template), template }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .filter(({ key }) => after === null || key > after);
  const shown = found.slice(0, limit);
  return {
    items: shown.map(({ template }) => template),
    cursor: found.length > limit ? (shown.at(-1)?.key ?? null) : null,
    readAt: new Date(readAtMs).toISOString(),
    trouble,
  };
}

const keyOf = ({ name, language }: MessageTemplate) => `${name} ${language}`;

/** The recipient of a template; none if no visitor has written to the account. */
interface TemplatePlace {
  readonly tenantId: string;
  readonly channel: string;
  readonly accountId?: string | undefined;
}

/**
 * Fills a template and checks it before anything is written. Recently approved ones are found, too.
 * @throws `invalid_template`, `templates_unavailable`, `channel_not_found`
 * @see handoff.md 3.6
 */
export async function templateReply(
  ports: TemplatePorts,
  { tenantId, channel, accountId }: TemplatePlace,
  use: TemplateUse,
): Promise<FilledTemplate> {
  if (!isWhatsApp(channel) || accountId === undefined)
    throw invalidTemplate([{ path: 'template', message: 'there are templates on chat apps only' }]);
  const ref = { tenantId, channel, accountId };
  const { templates, readAtMs, trouble } = await readTemplates(ports, ref);
  if (readAtMs === null) throw templatesUnavailable(accountId, trouble ?? 'unknown');
  try {
    return fillTemplate(templates, use);
  } catch (error) {
    const isFresh = trouble !== null || readAtMs > ports.nowMs() - limits.templatesPauseMs;
    if (!isProblem(error, 'invalid_template') || isFresh) throw error;
    return fillTemplate((await readTemplates(ports, ref, true)).templates, use);
  }
}
