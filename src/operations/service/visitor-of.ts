import type { CanonicalMessage } from '../../contract/canonical-message.ts';
import { isWhatsApp } from '../../contract/channels.ts';
import type { ChannelAccount, Tenant } from '../../contract/directory.ts';
import { limits } from '../../contract/limits.ts';
import type { ServiceMessage } from '../../contract/service/messages.ts';
import { newConversation } from '../../domain/conversation.ts';
import { TenantNotFoundError } from '../../domain/errors.ts';
import { keyNamed } from '../../domain/message-ids.ts';
import { channelNotFound, windowClosed } from '../../domain/problems.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import { deriveId, randomId } from '../derive-id.ts';
import type { Gateway } from '../gateway.ts';
import type { AgentPorts, Stored } from '../turn/change-as-agent.ts';
import { addressOf, findPeople, namesOfUser } from '../webhook/find-people.ts';

/** What finding a channel's user takes. */
export type VisitorPorts = AgentPorts & Pick<Gateway, 'people' | 'idKeys'>;
type ChannelUser = Extract<ServiceMessage['to'], { userId: string }>;

/** The conversation that a user of a channel has, or begins by being written to. */
export interface VisitorsConversation {
  readonly conversationId: string;
  readonly begin: () => Promise<Stored>;
}

/**
 * The conversation of a user of a channel, the same that a message of theirs would find or begin.
 * @param byTemplate it may be begun on a chat app, where a text may not
 * @throws `channel_not_found` for no account of the tenant's
 * @throws `window_closed` for a text to an unknown user of a chat app: nothing is written
 */
export async function visitorOf(
  ports: VisitorPorts,
  tenantId: string,
  { channel, accountId, userId }: ChannelUser,
  byTemplate: boolean,
): Promise<VisitorsConversation> {
  const [tenant, account] = await Promise.all([
    ports.directory.findTenant(tenantId),
    ports.directory.findAccount(tenantId, channel, accountId),
  ]);
  if (!tenant) throw new TenantNotFoundError();
  if (!account) throw channelNotFound(channel, accountId);
  const isText = isWhatsApp(channel) && !byTemplate;
  if (isText && !(await isKnown(ports, { tenant, account }, userId))) throw windowClosed(null);
  const found = await conversationOf(ports, { tenant, account }, userId);
  const begin = async () => {
    if (isText) throw windowClosed(null);
    return begun(ports, { tenant, account }, found);
  };
  return { ...found, begin };
}

/** Whether the identifier is known; writes nothing. */
async function isKnown({ people }: VisitorPorts, { tenant, account }: Of, userId: string): Promise<boolean> {
  const { name } = namesOfUser(account.channel, userId);
  const of = { tenantId: tenant.id, channel: account.channel, accountId: account.id };
  return (await people.find(of, [name])).has(name);
}

interface Of {
  readonly tenant: Tenant;
  readonly account: ChannelAccount;
}

interface Found {
  readonly conversationId: string;
  readonly userId: string;
  readonly phone?: string;
}

async function conversationOf(ports: VisitorPorts, { tenant, account }: Of, userId: string): Promise<Found> {
  const keys = await ports.idKeys();
  const parts = ['channel', tenant.id, account.channel, account.id];
  const { name: _, ...names } = namesOfUser(account.channel, userId);
  const of = { tenantId: tenant.id, channel: account.channel, accountId: account.id };
  const memory = {
    idKey: keys[0].id,
    nowMs: ports.nowMs(),
    retentionDays: tenant.retention_days ?? limits.logRetentionDays,
  };
  const [person] = await findPeople(ports.people, of, [{ names, messageId: randomId() }], memory);
  if (!person) throw new Error('a person is not found by their name');
  const { id, phone } = addressOf(person);
  const key = keyNamed(keys, person.idKey ?? '');
  return {
    conversationId: deriveId(key, ...parts, person.key),
    userId: id,
    ...(phone !== undefined && { phone }),
  };
}

/**
 * A conversation that begins with something else than a message of its user, as one that was edited and has not come.
 * @throws TenantNotFoundError, `channel_not_found`
 */
export async function beginConversation(
  ports: Pick<AgentPorts, 'directory' | 'nowMs'>,
  { tenantId, channel, conversationId, user }: CanonicalMessage,
  accountId: string,
): Promise<Stored> {
  const [tenant, account] = await Promise.all([
    ports.directory.findTenant(tenantId),
    ports.directory.findAccount(tenantId, channel, accountId),
  ]);
  if (!tenant) throw new TenantNotFoundError();
  if (!account) throw channelNotFound(channel, accountId);
  const { id: userId, phone } = user;
  return begun(ports, { tenant, account }, { conversationId, userId, ...(phone !== undefined && { phone }) });
}

/** A conversation without messages; the user's reply starts a run of the account's flow. */
async function begun(
  { directory, nowMs }: Pick<AgentPorts, 'directory' | 'nowMs'>,
  { tenant, account }: Of,
  { conversationId, userId, phone }: Found,
): Promise<Stored> {
  const flow = await directory.findFlow(tenant.id, account.flow, { conversationId });
  const conversation = newConversation<FlowState>(
    {
      message: { tenantId: tenant.id, conversationId, channel: account.channel, user: { id: userId } },
      sessionId: userId,
      idleMinutes: account.idle_minutes ?? limits.idleMinutes,
      retentionDays: tenant.retention_days ?? limits.logRetentionDays,
    },
    nowMs(),
  );
  const state: FlowState = {
    status: 'completed',
    flow: { id: account.flow, version: flow?.version ?? 0, stepId: flow?.start ?? '' },
    variables: {},
    attempts: 0,
    handoff: null,
    history: [],
  };
  return {
    ...conversation,
    accountId: account.id,
    state,
    ...(phone !== undefined && { user: { phone } }),
  };
}
