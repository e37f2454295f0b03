import { BatchGetItemCommand, type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { ChannelAccount, Tenant, Widget } from '../contract/directory.ts';
import type { FlowDefinition } from '../contract/flow.ts';
import { limits } from '../contract/limits.ts';
import {
  readStoredAccount,
  readStoredFlow,
  readStoredTenant,
  readStoredWidget,
} from '../contract/stored-directory.ts';
import { tables } from '../contract/tables.ts';
import { type Canary, meetsCanary } from '../domain/canary.ts';
import { directoryKeys } from '../domain/directory-keys.ts';
import { TemporarilyUnavailableError } from '../domain/errors.ts';
import { remember } from '../domain/remember.ts';
import type { Directory } from '../ports/directory.ts';
import { readByCredential } from './by-credential.ts';
import { Stamps } from './stamps.ts';

/** In all, where each message's read of the tenant's stamp tells that nothing has changed. */
const confirmedMs = 10 * 60_000;

/**
 * The directory in DynamoDB; what was read is remembered for a minute behind the last look at the tenant's stamp, or
 * until that is another; flow versions for good. @see design 5.2, 5.4, 6, docs/decisions/stamps.md
 */
export function directoryTable(
  dynamodb: DynamoDBClient,
  tablePrefix: string,
  nowMs: () => number,
  stamps: Stamps = new Stamps(nowMs),
): Directory {
  const TableName = tablePrefix + tables.directory.name;
  const minute = { forMs: limits.directoryCacheMs, nowMs, limit: 5000 };
  const stamped = {
    ...minute,
    confirmed: {
      atMs: (key: string) => stamps.seenAtMs(key.split('#', 1).join()),
      forMs: confirmedMs,
    },
  };
  const tenants = remember<{ readonly tenant: Tenant | null; readonly stamp: string }>(stamped);
  const looks = remember<unknown>({ ...minute, forMs: limits.lookAgainMs });
  const widgets = remember<Widget | null>(stamped);
  const published = remember<Published | null>(stamped);
  const origins = remember<boolean>(minute);
  const accounts = remember<ChannelAccount | null>(stamped);
  const credentials = remember<{ tenantId: string; account: ChannelAccount } | null>(minute);
  const businesses = remember<readonly { tenantId: string; account: ChannelAccount }[]>(minute);
  const flows = remember<FlowDefinition | null>({
    ...minute,
    forMs: limits.idempotencyWindowMs,
    limit: 200,
    // A version just published may not be seen by the first read of it.
    worthKeeping: (flow) => flow !== null,
  });

  const read = async <T>(
    pk: string,
    sk: string,
    parse: (item: Record<string, unknown>) => T,
  ): Promise<T | null> => {
    // What was changed just before the stamp must be seen with it.
    const { Item } = await dynamodb.send(
      new GetItemCommand({ TableName, Key: marshall({ pk, sk }), ConsistentRead: true }),
    );
    return Item ? parse(unmarshall(Item)) : null;
  };
  const under = (tenantId: string, rest: string) => `${tenantId}#${stamps.of(tenantId)}#${rest}`;

  const readTenant = async (pk: string) => {
    const Keys = [directoryKeys.tenant, directoryKeys.stamp].map((sk) => marshall({ pk, sk }));
    const { Responses = {}, UnprocessedKeys = {} } = await dynamodb.send(
      new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead: true } } }),
    );
    if (UnprocessedKeys[TableName]) throw new TemporarilyUnavailableError();
    const items = (Responses[TableName] ?? []).map((item) => unmarshall(item));
    stamps.heed(
      pk,
      items.find(({ sk }) => sk === directoryKeys.stamp),
    );
    const item = items.find(({ sk }) => sk === directoryKeys.tenant);
    return { tenant: item ? readStoredTenant(item.document) : null, stamp: stamps.of(pk) };
  };

  const byCredential = (credential: string, atMost?: number) =>
    readByCredential(dynamodb, TableName, credential, atMost);

  const findVersion = async (tenantId: string, flowId: string, version: number) => {
    const key = `${tenantId}#${flowId}#${version}`;
    const flow = await flows(key, () =>
      read(tenantId, directoryKeys.flow(flowId, version), (item) => readStoredFlow(item.document)),
    );
    return flow;
  };

  return {
    async findTenant(tenantId) {
      const known = await tenants(tenantId, () => readTenant(tenantId));
      if (known.stamp === stamps.of(tenantId)) return known.tenant;
      return (await tenants(tenantId, () => readTenant(tenantId), true)).tenant;
    },

    stampOf: (tenantId) => stamps.of(tenantId),

    async lookAgain(tenantId) {
      const before = stamps.of(tenantId);
      await looks(tenantId, () => tenants(tenantId, () => readTenant(tenantId), true));
      return stamps.of(tenantId) !== before;
    },

    findWidget: (tenantId, widgetId) =>
      widgets(under(tenantId, widgetId), () =>
        read(tenantId, directoryKeys.widget(widgetId), (item) => readStoredWidget(item.document)),
      ),

    findAccount: (tenantId, channel, accountId) =>
      accounts(under(tenantId, `${channel}#${accountId}`), () =>
        read(tenantId, directoryKeys.account(channel, accountId), (item) => readStoredAccount(item.document)),
      ),

    findAccountByCredential(channel, credential) {
      const key = directoryKeys.accountCredential(channel, credential);
      return credentials(key, async () => {
        const found = (await byCredential(key, 3)).map(({ pk, document }) => ({
          tenantId: String(pk),
          account: readStoredAccount(document),
        }));
        const [first, ...others] = found;
        // Two accounts with one credential can't be told apart: neither may be served. While a key is rotated one
        // account may have two items with it.
        const isSame = (other: (typeof found)[number]) =>
          other.tenantId === first?.tenantId && other.account.id === first.account.id;
        return first && others.every(isSame) ? first : null;
      });
    },

    findAccountsByBusiness(businessId, most) {
      const key = directoryKeys.businessCredential(businessId);
      return businesses(`${most} ${key}`, async () =>
        (await byCredential(key, most)).map(({ pk, document }) => ({
          tenantId: String(pk),
          account: readStoredAccount(document),
        })),
      );
    },

    async findFlow(tenantId, flowId, { version, conversationId }) {
      if (version !== undefined) return findVersion(tenantId, flowId, version);
      const live = await published(under(tenantId, flowId), () =>
        read(tenantId, directoryKeys.published(flowId), publishedOf),
      );
      if (live === null) return null;
      const tries = live.canary !== null && meetsCanary({ conversationId, flowId }, live.canary);
      return findVersion(tenantId, flowId, tries ? live.canary.version : live.version);
    },

    async allowsAnyOrigin(candidates) {
      const found = await Promise.all(
        candidates.map((origin) =>
          origins(
            origin,
            async () => (await byCredential(directoryKeys.originCredential(origin), 1)).length > 0,
          ),
        ),
      );
      return found.includes(true);
    },

    async listTenants() {
      const items = await byCredential(directoryKeys.tenantCredential);
      return items.flatMap(({ document }) => readable(document)).sort((a, b) => (a.id < b.id ? -1 : 1));
    },
  };
}

/** Which version new conversations get, and which one a share of them. */
interface Published {
  readonly version: number;
  readonly canary: Canary | null;
}

function publishedOf({ document, canary }: Record<string, unknown>): Published {
  return { version: Number(document), canary: (canary as Canary | undefined) ?? null };
}

/** One that can't be read is not served, and must not stop the others' schedule. */
function readable(document: unknown): readonly Tenant[] {
  try {
    return [readStoredTenant(document)];
  } catch {
    return [];
  }
}
