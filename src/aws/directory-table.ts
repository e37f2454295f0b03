import { type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
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
import { directoryKeys } from '../domain/directory-keys.ts';
import { remember } from '../domain/remember.ts';
import type { Directory } from '../ports/directory.ts';
import { readByCredential } from './by-credential.ts';

/** The directory in DynamoDB; what was read is remembered for a minute, flow versions for good. @see design 5.2, 6 */
export function directoryTable(
  dynamodb: DynamoDBClient,
  tablePrefix: string,
  nowMs: () => number,
): Directory {
  const TableName = tablePrefix + tables.directory.name;
  const minute = { forMs: limits.directoryCacheMs, nowMs, limit: 5000 };
  const tenants = remember<Tenant | null>(minute);
  const widgets = remember<Widget | null>(minute);
  const published = remember<number | null>(minute);
  const origins = remember<boolean>(minute);
  const accounts = remember<ChannelAccount | null>(minute);
  const credentials = remember<{ tenantId: string; account: ChannelAccount } | null>(minute);
  const businesses = remember<readonly { tenantId: string; account: ChannelAccount }[]>(minute);
  const flows = remember<FlowDefinition | null>({
    ...minute,
    forMs: limits.idempotencyWindowMs,
    limit: 200,
    // A version just published may not be seen by the first read of it.
    worthKeeping: (flow) => flow !== null,
  });

  const read = async <T>(pk: string, sk: string, parse: (document: unknown) => T): Promise<T | null> => {
    const { Item } = await dynamodb.send(new GetItemCommand({ TableName, Key: marshall({ pk, sk }) }));
    return Item ? parse(unmarshall(Item).document) : null;
  };

  const byCredential = (credential: string, atMost?: number) =>
    readByCredential(dynamodb, TableName, credential, atMost);

  const findVersion = async (tenantId: string, flowId: string, version: number) => {
    const key = `${tenantId}#${flowId}#${version}`;
    const flow = await flows(key, () => read(tenantId, directoryKeys.flow(flowId, version), readStoredFlow));
    return flow;
  };

  return {
    findTenant: (tenantId) => tenants(tenantId, () => read(tenantId, directoryKeys.tenant, readStoredTenant)),

    findWidget: (tenantId, widgetId) =>
      widgets(`${tenantId}#${widgetId}`, () =>
        read(tenantId, directoryKeys.widget(widgetId), readStoredWidget),
      ),

    findAccount: (tenantId, channel, accountId) =>
      accounts(`${tenantId}#${channel}#${accountId}`, () =>
        read(tenantId, directoryKeys.account(channel, accountId), readStoredAccount),
      ),

    findAccountByCredential(channel, credential) {
      const key = directoryKeys.accountCredential(channel, credential);
      return credentials(key, async () => {
        const [item, second] = await byCredential(key, 2);
        // Two accounts with one credential can't be told apart: neither may be served.
        if (!item || second) return null;
        return { tenantId: String(item.pk), account: readStoredAccount(item.document) };
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

    async findFlow(tenantId, flowId, version) {
      if (version !== undefined) return findVersion(tenantId, flowId, version);
      const current = await published(`${tenantId}#${flowId}`, () =>
        read(tenantId, directoryKeys.published(flowId), (document) => Number(document)),
      );
      return current === null ? null : findVersion(tenantId, flowId, current);
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

/** One that can't be read is not served, and must not stop the others' schedule. */
function readable(document: unknown): readonly Tenant[] {
  try {
    return [readStoredTenant(document)];
  } catch {
    return [];
  }
}
