import { hash } from 'node:crypto';
import { BatchGetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { limits } from '../contract/limits.ts';
import type { Run } from '../contract/runs.ts';
import { indexNames, tables } from '../contract/tables.ts';
import type { CommittedTurn, Conversation } from '../domain/conversation.ts';
import { directoryKeys } from '../domain/directory-keys.ts';
import { TemporarilyUnavailableError, VersionConflictError } from '../domain/errors.ts';
import { centerName, handoffOf, isElsewhere, principalOf } from '../domain/handoff.ts';
import type { ConversationStore, DuePage } from '../ports/conversation-store.ts';
import type { HandoffList } from '../ports/handoff.ts';
import type { VisitorName } from '../ports/people.ts';
import {
  type CacheVersions,
  DynamoTable,
  equals,
  type Item,
  isNew,
  isWritten,
  packJson,
  setting,
  unpackJson,
} from './items.ts';
import { answerOf } from './turn-log-tables.ts';

/** Conversations in DynamoDB: the version is the lock. @see design 5.2, 6 */
export class ConversationsTable<State> extends DynamoTable implements ConversationStore<State> {
  protected readonly table = tables.conversations;
  readonly #pageSize: number;
  readonly #cacheVersions: CacheVersions | undefined;

  /**
   * @param options `cacheVersions` takes the tenant's with each conversation that is read; `pageSize`: due conversations read at
   * a time, for tests; `nowMs`: by which answers expire
   */
  constructor(
    dynamodb: DynamoDBDocumentClient,
    tablePrefix: string,
    {
      cacheVersions,
      pageSize = limits.duePage,
      nowMs = Date.now,
    }: {
      readonly cacheVersions?: CacheVersions;
      readonly pageSize?: number | undefined;
      readonly nowMs?: () => number;
    } = {},
  ) {
    super(dynamodb, tablePrefix, nowMs);
    this.#cacheVersions = cacheVersions;
    this.#pageSize = pageSize;
  }

  async find(
    tenantId: string,
    conversationId: string,
    as: 'now' | 'lately' = 'now',
  ): Promise<Conversation<State> | null> {
    if (this.#cacheVersions && as === 'now')
      return (await this.findWithAnswer(tenantId, conversationId, undefined)).conversation;
    const item = await this.getItem(pkOf({ tenantId, conversationId }), as);
    return item ? fromItem<State>(item) : null;
  }

  async findAll(
    tenantId: string,
    conversationIds: readonly string[],
  ): Promise<readonly Conversation<State>[]> {
    const keys = conversationIds.map((conversationId) => pkOf({ tenantId, conversationId }));
    const items = await this.getItems(keys);
    return items.map((item) => fromItem<State>(item));
  }

  /** In one call, so that what is published is known at the next turn. @see design 5.4 */
  async findWithAnswer(tenantId: string, conversationId: string, answerKey: string | undefined) {
    const [directory, dedup] = [this.prefix + tables.directory.name, this.prefix + tables.dedup.name];
    const { Responses = {}, UnprocessedKeys = {} } = await this.dynamodb.send(
      new BatchGetCommand({
        RequestItems: {
          [this.tableName]: { Keys: [{ pk: pkOf({ tenantId, conversationId }) }], ConsistentRead: true },
          [directory]: { Keys: [{ pk: tenantId, sk: directoryKeys.cacheVersion }] },
          ...(answerKey !== undefined && { [dedup]: { Keys: [{ pk: answerKey }] } }),
        },
      }),
    );
    // Without them, a conversation would be taken for a new one, and a repeat for one.
    if (UnprocessedKeys[this.tableName] || UnprocessedKeys[dedup]) throw new TemporarilyUnavailableError();
    const [cacheVersion] = Responses[directory] ?? [];
    if (!UnprocessedKeys[directory]) this.#cacheVersions?.note(tenantId, cacheVersion);
    const [item] = Responses[this.tableName] ?? [];
    const [answer] = Responses[dedup] ?? [];
    return {
      conversation: item ? fromItem<State>(item) : null,
      answer: answer ? answerOf(answer, this.nowMs()) : null,
    };
  }

  async save(next: Conversation<State>): Promise<void> {
    const condition = next.version === 1 ? isNew : equals('version', next.version - 1);
    const isSaved = await this.putItem(toItem(next), condition);
    if (!isSaved) throw new VersionConflictError();
  }

  async clearOutbox(conversation: Conversation<State>): Promise<void> {
    await this.#updateVersion(conversation, { outbox: undefined });
  }

  markSettled(
    before: Conversation<State>,
    after: Pick<Conversation<State>, 'outbox' | 'dueAtMs'>,
  ): Promise<boolean> {
    // Two marks of one version would undo each other.
    return this.#updateVersion(before, pendingAttributes({ ...before, ...after }), {
      ...(before.outbox.length === 0
        ? { expression: ' AND attribute_not_exists(outbox)', values: {} }
        : {
            expression: ' AND outbox = :seen',
            values: { ':seen': packOutbox({ outbox: before.outbox, run: before.run }) },
          }),
    });
  }

  async listDue(shard: number, nowMs: number, { next }: Pick<DuePage, 'next'> = { next: null }) {
    const page = await this.queryPage({
      IndexName: indexNames.due,
      KeyConditionExpression: 'dueShard = :shard AND dueAt <= :now',
      ExpressionAttributeValues: { ':shard': shardKey(shard), ':now': nowMs },
      Limit: this.#pageSize,
      ...(next !== null && { ExclusiveStartKey: next as Item }),
    });
    return { due: page.items.map(dueOf), next: page.next };
  }

  async enterPoll(conversation: Conversation<State>, pollId: string, seenId?: string): Promise<void> {
    const pollers = [pollId, ...conversation.pollers].slice(0, limits.conversationPolls);
    // Erased meanwhile: the poll's next look finds nothing.
    await isWritten(
      this.updateItem(pkOf(conversation), {
        UpdateExpression: `SET pollers = :pollers${seenId === undefined ? '' : ', seenId = :seen'}`,
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: {
          ':pollers': pollers,
          ...(seenId !== undefined && { ':seen': seenId }),
        },
      }),
    );
  }

  /** Sets what is given and removes what is undefined; false if another version is stored. */
  async #updateVersion(
    conversation: Conversation<State>,
    attributes: object,
    also: { readonly expression: string; readonly values: object } = { expression: '', values: {} },
  ): Promise<boolean> {
    const { ExpressionAttributeValues, ...update } = setting(attributes);
    // A later turn was written in the meantime and has its own outbox.
    return isWritten(
      this.updateItem(pkOf(conversation), {
        ...update,
        ConditionExpression: `version = :version${also.expression}`,
        ExpressionAttributeValues: {
          ...ExpressionAttributeValues,
          ...also.values,
          ':version': conversation.version,
        },
      }),
    );
  }
}

/** Partition key of a conversation's item. */
export const pkOf = ({
  tenantId,
  conversationId,
}: {
  readonly tenantId: string;
  readonly conversationId: string;
}) => `${tenantId}#${conversationId}`;

/** Partition of the index of due times. */
export const shardKey = (shard: number) => `shard-${shard}`;

/** A due conversation as the index holds it; a tenant's id holds no `#`. */
function dueOf({ pk, dueAt }: Record<string, unknown>) {
  const name = String(pk);
  const at = name.indexOf('#');
  return { tenantId: name.slice(0, at), conversationId: name.slice(at + 1), dueAtMs: Number(dueAt) };
}

/** Attributes that are absent when empty, which keeps the index sparse. */
function pendingAttributes<State>({ dueAtMs, outbox, run: present, ...name }: Conversation<State>) {
  const packed = outbox.length > 0 ? packOutbox({ outbox, run: present }) : undefined;
  if (dueAtMs === null) return { outbox: packed, dueAt: undefined, dueShard: undefined };
  // Spread over the whole deployment, so that neither a busy tenant nor ten thousand quiet ones weigh on one key.
  const shard = hash('sha256', pkOf(name), 'buffer').readUInt16BE() % limits.scheduleShards;
  return { outbox: packed, dueAt: dueAtMs, dueShard: shardKey(shard) };
}

/** Turns as they lie in the item: the last one's run is the conversation's, and is not written twice. */
function packOutbox({
  outbox,
  run: present,
}: Pick<Conversation<unknown>, 'outbox'> & { readonly run: Run | undefined }): Uint8Array {
  const shared: object[] = [];
  for (const turn of outbox) {
    const own: Record<string, unknown> = { ...turn.run };
    let isSame = turn.run !== undefined && present !== undefined;
    for (const name of Object.keys(runFields)) {
      if (!isSame) break;
      const other: unknown = Reflect.get(present ?? {}, name);
      // A turn that was just made has the very fields of its conversation.
      isSame = own[name] === other || JSON.stringify(own[name]) === JSON.stringify(other);
      delete own[name];
    }
    shared.push(isSame ? { ...turn, run: own } : turn);
  }
  return packJson(shared);
}

const runFields: Readonly<Record<keyof Run, true>> = {
  ...{
    id: true,
    startedAtMs: true,
    previous: true,
    endedAtMs: true,
    outcome: true,
    flows: true,
    said: true,
  },
  ...{ firstReplyMs: true, turns: true, failedTurns: true, handoffs: true, language: true },
};

function unpackOutbox<State>(packed: Uint8Array, of: Run | undefined): Conversation<State>['outbox'] {
  const turns: CommittedTurn[] = [];
  for (const turn of unpackJson(packed) as Conversation<State>['outbox'])
    turns.push(turn.run && !turn.run.id && of ? { ...turn, run: { ...of, ...turn.run } } : turn);
  return turns;
}

/** Key of the index of visitors. */
export function visitorKey({ tenantId, channel, userId }: VisitorName): string {
  return `${tenantId}#${hash('sha256', JSON.stringify([channel, userId]), 'base64url')}`;
}

const dayS = 24 * 60 * 60;

const listPrefixes = { queue: 'q', owner: 'a', snoozed: 's' } as const;

/** Key of the index of handoffs, or what the keys of all such lists begin with. */
export const inboxKey = (tenantId: string, { of, name }: HandoffList) =>
  `${tenantId}#${listPrefixes[of]}#${name ?? ''}`;

type Standing = Parameters<typeof handoffOf>[0];

/** Present only during a handoff; unchanged until its owner changes. @see handoff.md 1.1 */
function inboxAttributes(conversation: Conversation<unknown>) {
  const live = handoffOf(conversation as Standing);
  if (!live || isElsewhere(live)) return {};
  const { owner, queue, snooze } = live;
  if (snooze)
    return { inbox: inboxKey(conversation.tenantId, { of: 'snoozed', name: '' }), inboxAt: snooze.untilMs };
  const name =
    owner?.kind === 'center' ? centerName(owner.id.split(':')[0] ?? owner.id) : owner && principalOf(owner);
  // All that one has, and all that a center has, is one list.
  const list: HandoffList = name === null ? { of: 'queue', name: queue } : { of: 'owner', name };
  return { inbox: inboxKey(conversation.tenantId, list), inboxAt: live.inboxAtMs };
}

/** A stored conversation. */
export function toItem<State>(conversation: Conversation<State>) {
  const { dueAtMs: _, outbox: __, pollers, seenId, ...body } = conversation;
  const keptDays = conversation.retentionDays + limits.conversationGraceDays;
  const named: Record<string, unknown> = {};
  // Empty fields of handoffs and of the schedule are left out: the first turn of a chat stays within a kilobyte.
  for (const [name, value] of Object.entries(body)) {
    const isEmpty = value === null || value === 0 || (Array.isArray(value) && value.length === 0);
    if (!(name in unsaid && isEmpty)) named[name] = value;
  }
  return {
    pk: pkOf(conversation),
    tenantId: conversation.tenantId,
    version: conversation.version,
    body: packJson(named),
    // Behind the last of its log. @see design 6, docs/data.md
    expiresAt: Math.ceil(conversation.lastActivityMs / 1000) + keptDays * dayS,
    ...(conversation.userId !== '' && { visitor: visitorKey(conversation) }),
    ...((conversation as Standing).state?.status === 'handoff' && inboxAttributes(conversation)),
    ...(pollers.length > 0 && { pollers }),
    ...(seenId !== undefined && conversation.mail?.unread && { seenId }),
    ...pendingAttributes(conversation),
  };
}

/** The defaults of fields that items lack. */
const unsaid = {
  waiting: [],
  raisedTurnIds: [],
  deskTurnIds: [],
  answersInLog: 0,
  epoch: 0,
  handoff: null,
  lastHandoff: null,
} as const;

/** A stored conversation. */
export function fromItem<State>({
  body,
  outbox,
  dueAt,
  pollers,
  seenId,
}: Record<string, unknown>): Conversation<State> {
  const stored = unpackJson(body) as Conversation<State>;
  return {
    ...unsaid,
    ...stored,
    outbox: outbox ? unpackOutbox(outbox as Uint8Array, stored.run) : [],
    pollers: Array.isArray(pollers) ? pollers : [],
    ...(typeof seenId === 'string' && { seenId }),
    dueAtMs: typeof dueAt === 'number' ? dueAt : null,
  };
}
