import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  paginateQuery,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import {
  CreateSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { ChannelAccount } from '../contract/directory.ts';
import type { FlowDefinition } from '../contract/flow.ts';
import { tables } from '../contract/tables.ts';
import type { DirectoryItem } from '../domain/directory-item.ts';
import type { TenantFolder } from '../domain/tenant-folder.ts';
import type { DirectoryWriter } from '../ports/directory-writer.ts';
import { directoryKeys } from './directory-keys.ts';

/**
 * Writes the directory table and the tenants' secrets.
 * @param options `rewriteFlows` lets a laptop change a published version; elsewhere it is immutable
 * @see design 6
 */
export function directoryWriter(
  clients: { readonly dynamodb: DynamoDBClient; readonly secrets: SecretsManagerClient },
  names: { readonly tablePrefix: string; readonly secretPrefix: string },
  options: { readonly rewriteFlows: boolean } = { rewriteFlows: false },
): DirectoryWriter {
  const TableName = names.tablePrefix + tables.directory.name;
  const put = (pk: string, item: DirectoryItem) =>
    clients.dynamodb.send(
      new PutItemCommand({ TableName, Item: marshall({ pk, ...item }, { removeUndefinedValues: true }) }),
    );

  const putFlow = async (pk: string, flow: FlowDefinition): Promise<void> => {
    const { sk } = flowItem(flow);
    const { Item } = await clients.dynamodb.send(
      new GetItemCommand({ TableName, Key: marshall({ pk, sk }), ConsistentRead: true }),
    );
    if (!Item || options.rewriteFlows) {
      await put(pk, flowItem(flow));
      return;
    }
    if (!isDeepStrictEqual(unmarshall(Item).document, JSON.parse(JSON.stringify(flow)))) {
      throw new Error(
        `flow ${flow.id} version ${flow.version} of ${pk} is published and can't change: raise its version`,
      );
    }
  };

  return {
    itemsOf: (folder) => [...folder.flows.map(flowItem), ...pointingItems(folder)],

    async list(tenantId) {
      const pages = paginateQuery(
        { client: clients.dynamodb },
        {
          TableName,
          KeyConditionExpression: 'pk = :tenant',
          ExpressionAttributeValues: marshall({ ':tenant': tenantId }),
          ConsistentRead: true,
        },
      );
      const items: DirectoryItem[] = [];
      for await (const { Items = [] } of pages) {
        items.push(...Items.map((item) => unmarshall(item) as DirectoryItem));
      }
      return items;
    },

    async apply(folder) {
      const pk = folder.tenant.id;
      for (const flow of folder.flows) await putFlow(pk, flow);
      await putSecrets(clients.secrets, names.secretPrefix + pk, folder.secrets);
      for (const item of pointingItems(folder)) await put(pk, item);
    },

    async remove(tenantId, sortKeys) {
      for (const sk of sortKeys) {
        await clients.dynamodb.send(
          new DeleteItemCommand({ TableName, Key: marshall({ pk: tenantId, sk }) }),
        );
      }
    },

    addFlow: putFlow,

    async publish(tenantId, flowId, version) {
      await put(tenantId, { sk: directoryKeys.published(flowId), document: version });
    },

    async setStatus(tenantId, status) {
      try {
        await clients.dynamodb.send(
          new UpdateItemCommand({
            TableName,
            Key: marshall({ pk: tenantId, sk: directoryKeys.tenant }),
            UpdateExpression: 'SET document.#status = :status',
            // An update would otherwise make a tenant of nothing but a status.
            ConditionExpression: 'attribute_exists(pk)',
            ExpressionAttributeNames: { '#status': 'status' },
            ExpressionAttributeValues: marshall({ ':status': status }),
          }),
        );
        return true;
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return false;
        throw error;
      }
    },
  };
}

function flowItem(flow: FlowDefinition): DirectoryItem {
  return { sk: directoryKeys.flow(flow.id, flow.version), document: flow };
}

/** What points at something else, and the tenant itself: they are written last, when that is there. */
function pointingItems({ tenant, widgets, channels, flows, secrets }: TenantFolder): DirectoryItem[] {
  const published = Map.groupBy(flows, ({ id }) => id);
  return [
    ...[...published].map(([id, versions]) => ({
      sk: directoryKeys.published(id),
      document: Math.max(...versions.map(({ version }) => version)),
    })),
    ...widgets.map((widget) => ({ sk: directoryKeys.widget(widget.id), document: widget })),
    ...widgets.flatMap((widget) =>
      widget.allowed_origins.map((origin) => ({
        sk: directoryKeys.origin(widget.id, origin),
        document: origin,
        credential: directoryKeys.originCredential(origin),
      })),
    ),
    ...channels.map((account) => accountItem(account, secrets)),
    { sk: directoryKeys.tenant, document: tenant, credential: directoryKeys.tenantCredential },
  ];
}

function accountItem(account: ChannelAccount, secrets: TenantFolder['secrets']): DirectoryItem {
  const credential = credentialOf(account, secrets);
  return {
    sk: directoryKeys.account(account.channel, account.id),
    document: account,
    ...(credential && { credential: directoryKeys.accountCredential(account.channel, credential) }),
  };
}

/** What a webhook call shows of itself; a key only as its hash. */
function credentialOf(account: ChannelAccount, secrets: TenantFolder['secrets']): string | undefined {
  switch (account.channel) {
    case 'chatapp':
      return account.phone_number_id;
    case 'contactcenter':
      return account.username;
    case 'chatapp-360': {
      const key = secrets[account.secrets?.api_key ?? ''];
      return key && createHash('sha256').update(key).digest('hex');
    }
  }
}

async function putSecrets(
  client: SecretsManagerClient,
  name: string,
  secrets: TenantFolder['secrets'],
): Promise<void> {
  if (Object.keys(secrets).length === 0) return;
  const SecretString = JSON.stringify(secrets);
  try {
    const stored = await client.send(new GetSecretValueCommand({ SecretId: name }));
    // A version more would push the one before out of reach.
    if (isDeepStrictEqual(JSON.parse(stored.SecretString ?? '{}'), secrets)) return;
    await client.send(new PutSecretValueCommand({ SecretId: name, SecretString }));
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    await client.send(new CreateSecretCommand({ Name: name, SecretString }));
  }
}
