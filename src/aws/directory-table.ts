import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import {
  type ChannelAccount,
  readStoredAccount,
  readStoredFlow,
  readStoredTenant,
  readStoredWidget,
  type Tenant,
  type Widget,
} from '../contract/directory.ts';
import type { FlowDefinition } from '../contract/flow.ts';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import { directoryKeys } from '../domain/directory-keys.ts';
import { type Canary, meetsCanary } from '../domain/runs/canary.ts';
import type { Directory } from '../ports/directory.ts';
import { readByCredential } from './by-credential.ts';
import { documentOf } from './document-order.ts';
import { CacheVersions, DynamoTable, type Item, remember } from './items.ts';

/** In all, if each message's read of the tenant's cache version shows no change. */
const confirmedMs = 10 * 60_000;

interface KnownTenant {
  readonly tenant: Tenant | null;
  readonly cacheVersion: string;
}

interface FoundAccount {
  readonly tenantId: string;
  readonly account: ChannelAccount;
}

/**
 * The directory in DynamoDB. Reads are cached for a minute after the last check of the tenant's cache version, or until that
 * changes; flow versions permanently. @see design 5.2, 5.4, 6, docs/decisions/cache-versions.md
 */
export class DirectoryTable extends DynamoTable implements Directory {
  protected readonly table = tables.directory;
  readonly #cacheVersions: CacheVersions;
  readonly #remembered: ReturnType<typeof memories>;

  constructor(
    dynamodb: DynamoDBDocumentClient,
    tablePrefix: string,
    nowMs: () => number,
    cacheVersions: CacheVersions = new CacheVersions(nowMs),
  ) {
    super(dynamodb, tablePrefix, nowMs);
    this.#cacheVersions = cacheVersions;
    this.#remembered = memories(nowMs, cacheVersions);
  }

  async findTenant(tenantId: string): Promise<Tenant | null> {
    const { tenants } = this.#remembered;
    const known = await tenants(tenantId, () => this.#readTenant(tenantId));
    if (known.cacheVersion === this.#cacheVersions.of(tenantId)) return known.tenant;
    return (await tenants(tenantId, () => this.#readTenant(tenantId), true)).tenant;
  }

  cacheVersionOf(tenantId: string): string {
    return this.#cacheVersions.of(tenantId);
  }

  async refresh(tenantId: string): Promise<boolean> {
    const { looks, tenants } = this.#remembered;
    const before = this.#cacheVersions.of(tenantId);
    await looks(tenantId, () => tenants(tenantId, () => this.#readTenant(tenantId), true));
    return this.#cacheVersions.of(tenantId) !== before;
  }

  findWidget(tenantId: string, widgetId: string): Promise<Widget | null> {
    return this.#remembered.widgets(this.#under(tenantId, widgetId), () =>
      this.#read(tenantId, directoryKeys.widget(widgetId), (item) => readStoredWidget(documentOf(item))),
    );
  }

  findAccount(
    ...[tenantId, channel, accountId]: Parameters<Directory['findAccount']>
  ): Promise<ChannelAccount | null> {
    return this.#remembered.accounts(this.#under(tenantId, `${channel}#${accountId}`), () =>
      this.#read(tenantId, directoryKeys.account(channel, accountId), (item) =>
        readStoredAccount(documentOf(item)),
      ),
    );
  }

  findAccountByCredential(
    ...[channel, credential]: Parameters<Directory['findAccountByCredential']>
  ): Promise<FoundAccount | null> {
    const key = directoryKeys.accountCredential(channel, credential);
    return this.#remembered.credentials(key, async () => {
      const [first, ...others] = (await this.#byCredential(key, 3)).map(accountIn);
      // Two accounts with one credential are ambiguous: neither is served. During a key rotation, one account
      // may have two items.
      const isSame = (other: FoundAccount) =>
        other.tenantId === first?.tenantId && other.account.id === first.account.id;
      return first && others.every(isSame) ? first : null;
    });
  }

  findAccountsByBusiness(businessId: string | null, most: number): Promise<readonly FoundAccount[]> {
    const key = directoryKeys.businessCredential(businessId);
    return this.#remembered.businesses(`${most} ${key}`, async () =>
      (await this.#byCredential(key, most)).map(accountIn),
    );
  }

  async findFlow(
    tenantId: string,
    flowId: string,
    { version, conversationId }: Parameters<Directory['findFlow']>[2],
  ): Promise<FlowDefinition | null> {
    const wanted = version ?? (await this.#liveVersion(tenantId, flowId, conversationId));
    if (wanted === null) return null;
    return this.#remembered.flows(`${tenantId}#${flowId}#${wanted}`, () =>
      this.#read(tenantId, directoryKeys.flow(flowId, wanted), (item) => readStoredFlow(documentOf(item))),
    );
  }

  async #liveVersion(tenantId: string, flowId: string, conversationId: string): Promise<number | null> {
    const live = await this.#remembered.published(this.#under(tenantId, flowId), () =>
      this.#read(tenantId, directoryKeys.published(flowId), publishedOf),
    );
    if (live === null) return null;
    const tries = live.canary !== null && meetsCanary({ conversationId, flowId }, live.canary);
    return tries ? live.canary.version : live.version;
  }

  async allowsAnyOrigin(candidates: readonly string[]): Promise<boolean> {
    const isListed = async (origin: string) =>
      (await this.#byCredential(directoryKeys.originCredential(origin), 1)).length > 0;
    const found = await Promise.all(
      candidates.map((origin) => this.#remembered.origins(origin, () => isListed(origin))),
    );
    return found.includes(true);
  }

  async listTenants(): Promise<readonly Tenant[]> {
    const items = await this.#byCredential(directoryKeys.tenantCredential);
    return items.flatMap(({ document }) => readable(document)).sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  #under(tenantId: string, rest: string): string {
    return `${tenantId}#${this.#cacheVersions.of(tenantId)}#${rest}`;
  }

  #byCredential(credential: string, atMost?: number): Promise<readonly Item[]> {
    return readByCredential(this.dynamodb, this.tableName, credential, atMost);
  }

  async #read<T>(pk: string, sk: string, parse: (item: Item) => T): Promise<T | null> {
    // Changes just before the cache version must be seen with it.
    const item = await this.getItem({ pk, sk });
    return item && parse(item);
  }

  async #readTenant(pk: string): Promise<KnownTenant> {
    const keys = [directoryKeys.tenant, directoryKeys.cacheVersion].map((sk) => ({ pk, sk }));
    const items = await this.getItems(keys);
    this.#cacheVersions.note(
      pk,
      items.find(({ sk }) => sk === directoryKeys.cacheVersion),
    );
    const item = items.find(({ sk }) => sk === directoryKeys.tenant);
    return {
      tenant: item ? readStoredTenant(documentOf(item)) : null,
      cacheVersion: this.#cacheVersions.of(pk),
    };
  }
}

function memories(nowMs: () => number, cacheVersions: CacheVersions) {
  const minute = { forMs: limits.directoryCacheMs, nowMs, limit: 5000 };
  const versioned = {
    ...minute,
    confirmed: { by: cacheVersions, forMs: confirmedMs },
  };
  return {
    tenants: remember<KnownTenant>(versioned),
    looks: remember<unknown>({ ...minute, forMs: limits.lookAgainMs }),
    widgets: remember<Widget | null>(versioned),
    published: remember<Published | null>(versioned),
    origins: remember<boolean>(minute),
    accounts: remember<ChannelAccount | null>(versioned),
    credentials: remember<FoundAccount | null>(minute),
    businesses: remember<readonly FoundAccount[]>(minute),
    flows: remember<FlowDefinition | null>({
      ...minute,
      forMs: limits.idempotencyWindowMs,
      limit: 200,
      // A version just published may not be seen by the first read of it.
      worthKeeping: (flow) => flow !== null,
    }),
  };
}

const accountIn = (item: Item): FoundAccount => ({
  tenantId: String(item.pk),
  account: readStoredAccount(documentOf(item)),
});

/** The live version, and the version in gradual rollout. */
interface Published {
  readonly version: number;
  readonly canary: Canary | null;
}

function publishedOf({ document, canary }: Item): Published {
  return { version: Number(document), canary: (canary as Canary | undefined) ?? null };
}

/** Reads a tenant; an unreadable one is not served and must not stop the others' schedule. The order of its keys is irrelevant. */
function readable(document: unknown): readonly Tenant[] {
  try {
    return [readStoredTenant(document)];
  } catch {
    return [];
  }
}
