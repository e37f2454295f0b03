import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { ResourceExistsException, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { isGuardedWidget } from '../contract/admin/widgets.ts';
import { webhookChannels } from '../contract/channels.ts';
import { type ChannelAccount, readStoredFlow, readStoredWidget } from '../contract/directory.ts';
import type { FlowDefinition } from '../contract/flow.ts';
import { tables } from '../contract/tables.ts';
import { type DirectoryItem, directoryKeys, staysLive } from '../domain/directory-keys.ts';
import { flowsCalled } from '../domain/flows-called.ts';
import { type Conversations, scriptsKey, type TenantFolder } from '../domain/tenant-folder.ts';
import type { DirectoryWriter } from '../ports/directory-writer.ts';
import { readByCredential } from './by-credential.ts';
import { DirectoryRecordsTable } from './directory-records-table.ts';
import { documentOf, withOrder } from './document-order.ts';
import { DynamoTable, isWritten, where, writeAll } from './items.ts';
import {
  putTenantSecrets,
  readTenantSecrets,
  secretNameIn,
  withSecretsOfConsole,
} from './tenant-secret-store.ts';

/**
 * Writes the directory table and the tenants' secrets. With `rewriteFlows` a laptop may change a published version;
 * elsewhere it is immutable. @see design 6
 */
export class DirectoryTableWriter extends DynamoTable implements DirectoryWriter {
  protected readonly table = tables.directory;
  readonly #secrets: SecretsManagerClient;
  readonly #secretPrefix: string;
  readonly #rewriteFlows: boolean;
  readonly #records: DirectoryRecordsTable;

  constructor(
    clients: { readonly dynamodb: DynamoDBDocumentClient; readonly secrets: SecretsManagerClient },
    names: { readonly tablePrefix: string; readonly secretPrefix: string },
    options: { readonly rewriteFlows: boolean } = { rewriteFlows: false },
  ) {
    super(clients.dynamodb, names.tablePrefix);
    this.#secrets = clients.secrets;
    this.#secretPrefix = names.secretPrefix;
    this.#rewriteFlows = options.rewriteFlows;
    this.#records = new DirectoryRecordsTable(clients.dynamodb, names.tablePrefix);
  }

  itemsOf(folder: TenantFolder): readonly DirectoryItem[] {
    return [...folder.flows.map(flowItem), ...pointingItems(folder)];
  }

  async list(tenantId: string): Promise<readonly DirectoryItem[]> {
    const items = await this.queryItems({ ...where('pk', tenantId), ConsistentRead: true });
    return items.map((item) => ({ ...item, document: documentOf(item) })) as unknown as DirectoryItem[];
  }

  async ownersOf(credential: string): Promise<readonly string[]> {
    const items = await readByCredential(this.dynamodb, this.tableName, credential);
    return items.map(({ pk }) => String(pk));
  }

  async apply(
    given: TenantFolder,
    { overwrite = false }: NonNullable<Parameters<DirectoryWriter['apply']>[1]> = {},
  ): Promise<void> {
    for (let times = 1; ; times += 1) {
      try {
        return await this.#applyOnce(given, overwrite);
      } catch (error) {
        // Another process has just created one of the tenant's two secrets: read it as if it had existed.
        if (times > 2 || !(error instanceof ResourceExistsException)) throw error;
      }
    }
  }

  async remove(
    tenantId: string,
    sortKeys: readonly string[],
    { forget = false }: { readonly forget?: boolean } = {},
  ): Promise<void> {
    for (const sk of sortKeys) {
      if (!forget) await this.#noteGuarded(tenantId, sk);
      await this.deleteItem({ pk: tenantId, sk });
    }
    await this.#records.renewCacheVersion(tenantId);
  }

  /** Records that a widget had security settings, as when the console deletes it. */
  async #noteGuarded(tenantId: string, sk: string): Promise<void> {
    const before = sk.startsWith(directoryKeys.widget('')) ? await this.#records.find(tenantId, sk) : null;
    const widget = before && readStoredWidget(before.attributes.document);
    if (!widget || !isGuardedWidget(widget)) return;
    const note = { sk: directoryKeys.guardedWidget(widget.id), attributes: {} };
    await this.#records.write(tenantId, note, 'nothing');
  }

  /** @param known what is stored of the version, where it has been read */
  async addFlow(
    pk: string,
    flow: FlowDefinition,
    conversations: Conversations,
    known?: DirectoryItem,
  ): Promise<void> {
    const item = flowItem(flow);
    const stored = this.#rewriteFlows ? null : await this.#records.find(pk, item.sk);
    if (!stored) {
      await this.#putAll(pk, [item]);
      return this.#describeFlow(pk, flow, conversations);
    }
    if (!isDeepStrictEqual(stored.attributes.document, JSON.parse(JSON.stringify(flow)))) {
      throw new Error(
        `flow ${flow.id} version ${flow.version} of ${pk} is published and can't change: raise its version`,
      );
    }
    await this.#describeFlow(pk, flow, conversations, known);
  }

  /**
   * Stores a version's scripted conversations. One that an earlier release stored has none: they are added, and never
   * changed.
   * @param known what is stored of the version, where it has been read
   */
  async #describeFlow(
    pk: string,
    flow: FlowDefinition,
    conversations: Conversations,
    known?: DirectoryItem,
  ): Promise<void> {
    const sk = directoryKeys.version(flow.id, flow.version);
    const isKept = !this.#rewriteFlows;
    if (isKept && known && ('content' in known || conversations.length === 0)) return;
    const before = await this.#records.find(pk, sk);
    const content = before?.attributes.content as object | undefined;
    if (isKept && before && (content || conversations.length === 0)) return;
    const attributes = {
      ...{ source: 'files', at: new Date().toISOString() },
      ...before?.attributes,
      ...((content || conversations.length > 0) && { content: { layout: {}, ...content, conversations } }),
    };
    await this.#records.write(pk, { sk, attributes }, before ?? 'nothing');
  }

  async publish(
    tenantId: string,
    flowId: string,
    version: number,
    seen: DirectoryItem | undefined,
  ): Promise<boolean> {
    const before = Number(seen?.document ?? 0);
    const rolledBackFrom = Math.max(before, seen?.rolledBackFrom ?? 0);
    const flow = await this.#records.find(tenantId, directoryKeys.flow(flowId, version));
    const attributes = {
      document: version,
      ...(flow && !this.#rewriteFlows && { calls: flowsCalled(readStoredFlow(flow.attributes.document)) }),
      ...(version < before && { rolledBackFrom }),
    };
    const expected = seen ? { revision: seen.revision ?? null } : 'nothing';
    const record = { sk: directoryKeys.published(flowId), attributes };
    if ((await this.#records.write(tenantId, record, expected)) === null) return false;
    await this.#records.renewCacheVersion(tenantId);
    return true;
  }

  async setStatus(tenantId: string, status: 'active' | 'suspended'): Promise<boolean> {
    const isSet = await isWritten(
      this.updateItem(
        { pk: tenantId, sk: directoryKeys.tenant },
        {
          UpdateExpression: 'SET document.#status = :status, revision = :revision',
          // An update would otherwise make a tenant of nothing but a status.
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: { ':status': status, ':revision': randomUUID() },
        },
      ),
    );
    if (isSet) await this.#records.renewCacheVersion(tenantId);
    return isSet;
  }

  async #applyOnce(given: TenantFolder, overwrite: boolean): Promise<void> {
    const pk = given.tenant.id;
    const stored = new Map((await this.list(pk)).map((item) => [item.sk, item]));
    const storedSecrets = await readTenantSecrets(this.#secrets, this.#secretPrefix, pk);
    const secretsBefore = { ...storedSecrets.verifying, ...storedSecrets.sending };
    const folder = overwrite ? given : withSecretsOfConsole(given, stored.values(), secretsBefore);
    for (const flow of folder.flows) {
      const known = stored.get(directoryKeys.version(flow.id, flow.version));
      await this.addFlow(pk, flow, folder.conversations?.[scriptsKey(flow)] ?? [], known);
    }
    await putTenantSecrets(this.#secrets, this.#secretPrefix, folder, storedSecrets);
    const pointing = pointingItems(folder, this.#rewriteFlows).filter((item) => {
      const before = stored.get(item.sk);
      if (isLive(item) && staysLive(before, Number(item.document))) return false;
      return before?.by === undefined || overwrite;
    });
    // References are written after their targets; a batch has no order.
    await this.#putAll(pk, pointing.filter(isLive));
    await this.#putAll(
      pk,
      pointing.filter((item) => !isLive(item) && !isTenant(item)),
    );
    await this.#putAll(pk, pointing.filter(isTenant));
    for (const { sk } of stored.values()) {
      // The note of who set a secret ends with its value.
      const name = secretNameIn(sk);
      if (overwrite && name !== null && secretsBefore[name] !== folder.secrets[name])
        await this.deleteItem({ pk, sk });
    }
    await this.#records.renewCacheVersion(pk);
  }

  /** With a new revision: readers of an item before must see that it is another. */
  #putAll(pk: string, items: readonly DirectoryItem[]): Promise<void> {
    return writeAll(
      this.dynamodb,
      items.map((item) => ({
        table: this.tableName,
        put: { pk, ...withOrder(item), revision: randomUUID() },
      })),
    );
  }
}

/** A stored version of a flow. */
function flowItem(flow: FlowDefinition): DirectoryItem {
  return { sk: directoryKeys.flow(flow.id, flow.version), document: flow };
}

/**
 * Items that refer to others, and the tenant itself, are written last.
 * @param rewriteFlows whether a version may change under its pointer, which then can't list its calls
 */
function pointingItems(
  { tenant, widgets, channels, flows, secrets }: TenantFolder,
  rewriteFlows = false,
): DirectoryItem[] {
  const published = Map.groupBy(flows, ({ id }) => id);
  const items = [
    ...[...published].map(([id, versions]) => {
      const document = Math.max(...versions.map(({ version }) => version));
      const calls = versions.flatMap((flow) => (flow.version === document ? flowsCalled(flow) : []));
      return { sk: directoryKeys.published(id), document, ...(!rewriteFlows && { calls }) };
    }),
    ...widgets.map((widget) => ({ sk: directoryKeys.widget(widget.id), document: widget })),
    ...widgets.flatMap((widget) =>
      widget.allowed_origins.map((origin) => ({
        sk: directoryKeys.origin(widget.id, origin),
        document: origin,
        credential: directoryKeys.originCredential(origin),
      })),
    ),
    ...channels.flatMap((account) => accountItems(account, secrets)),
    { sk: directoryKeys.tenant, document: tenant, credential: directoryKeys.tenantCredential },
  ];
  // A widget may list an origin twice.
  return [...new Map(items.map((item) => [item.sk, item])).values()];
}

/** One item, of a chat app a second one by its business account, and while a key that finds the account is rotated, a second one for the key before. */
function accountItems(account: ChannelAccount, secrets: TenantFolder['secrets']): DirectoryItem[] {
  const { channel, id } = account;
  const [current, previous] = credentialsOf(account, secrets);
  const item = (sk: string, credential: string | undefined) => ({
    sk,
    document: account,
    ...(credential && { credential: directoryKeys.accountCredential(channel, credential) }),
  });
  return [
    item(directoryKeys.account(channel, id), current),
    ...(channel === 'chatapp'
      ? [
          {
            sk: directoryKeys.businessAccount(channel, id),
            document: account,
            credential: directoryKeys.businessCredential(account.waba_id ?? null),
          },
        ]
      : []),
    ...(previous ? [item(directoryKeys.previousAccount(channel, id), previous)] : []),
  ];
}

/** The credentials of webhook calls, including the previous ones during a rotation; keys only as hashes. */
function credentialsOf(
  account: ChannelAccount,
  secrets: TenantFolder['secrets'],
): readonly (string | undefined)[] {
  const { foundBy } = webhookChannels[account.channel];
  if ('setting' in foundBy) return [account[foundBy.setting]];
  const name = account.secrets?.[foundBy.secret] ?? '';
  const [current, previous] = [secrets[name], secrets[`${name}_previous`]];
  return [current, previous === current ? undefined : previous].map(
    (key) => key && createHash('sha256').update(key).digest('hex'),
  );
}

const isLive = ({ sk }: DirectoryItem) => sk.startsWith(directoryKeys.published(''));
const isTenant = ({ sk }: DirectoryItem) => sk === directoryKeys.tenant;
