import { createHash } from 'node:crypto';
import { limits } from '../contract/limits.ts';
import { type Run, type RunAsOf, run } from '../contract/runs.ts';
import type { Conversation } from '../domain/conversation.ts';
import { centerName, type HandoffOwner, handoffOf, isElsewhere, principalOf } from '../domain/handoff.ts';
import type { DeskList } from '../ports/desk-index.ts';
import type { VisitorName } from '../ports/personal-data.ts';
import { packJson, unpackJson } from './items.ts';

const pkOf = ({ tenantId, conversationId }: { readonly tenantId: string; readonly conversationId: string }) =>
  `${tenantId}#${conversationId}`;
/** Key of a conversation's item, for a call. */
export const keyOf = (name: Parameters<typeof pkOf>[0]) => ({ pk: pkOf(name) });

/** Partition of the index of appointments. */
export const shardKey = (shard: number) => `shard-${shard}`;

/** Spread over the whole deployment, so that neither a busy tenant nor ten thousand quiet ones weigh on one key. */
function shardOf(pk: string): number {
  return createHash('sha256').update(pk).digest().readUInt16BE() % limits.scheduleShards;
}

/** An appointment as the index holds it; a tenant's id holds no `#`. */
export function dueOf({ pk, dueAt }: Record<string, unknown>) {
  const name = String(pk);
  const at = name.indexOf('#');
  return { tenantId: name.slice(0, at), conversationId: name.slice(at + 1), dueAtMs: Number(dueAt) };
}

/** What is left out when there is none: that keeps the index sparse. */
export function pendingAttributes<State>({ dueAtMs, outbox, run: present, ...name }: Conversation<State>) {
  return {
    outbox: outbox.length > 0 ? packOutbox({ outbox, run: present }) : undefined,
    dueAt: dueAtMs ?? undefined,
    dueShard: dueAtMs === null ? undefined : shardKey(shardOf(pkOf(name))),
  };
}

/** Turns as they lie in the item: the last one's run is the conversation's, and is not written twice. */
export function packOutbox({
  outbox,
  run: present,
}: Pick<Conversation<unknown>, 'outbox'> & { readonly run: Run | undefined }): Uint8Array {
  const isSame = (asOf: RunAsOf) =>
    present !== undefined &&
    Object.entries(present).every(
      ([name, value]) => JSON.stringify(Reflect.get(asOf, name)) === JSON.stringify(value),
    ) &&
    Object.keys(runFields).every((name) => name in present || !(name in asOf));
  const shared = outbox.map((turn) =>
    turn.run && isSame(turn.run) ? { ...turn, run: withoutRun(turn.run) } : turn,
  );
  return packJson(shared);
}

const runFields = run.shape;
const withoutRun = (asOf: RunAsOf) =>
  Object.fromEntries(Object.entries(asOf).filter(([name]) => !(name in runFields)));

function unpackOutbox<State>(packed: Uint8Array, of: Run | undefined): Conversation<State>['outbox'] {
  const turns = unpackJson(packed) as Conversation<State>['outbox'];
  return turns.map((turn) =>
    turn.run && !turn.run.id && of ? { ...turn, run: { ...of, ...turn.run } } : turn,
  );
}

/** Key of the index of visitors. */
export function visitorKey({ tenantId, channel, userId }: VisitorName): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([channel, userId]))
    .digest('base64url');
  return `${tenantId}#${digest}`;
}

const dayS = 24 * 60 * 60;

/** Behind the last of its log. @see design 6, docs/data.md */
function expiresAtS({ lastActivityMs, retentionDays }: Conversation<unknown>): number {
  return Math.ceil(lastActivityMs / 1000) + (retentionDays + limits.conversationGraceDays) * dayS;
}

/** Key of the index of what humans have, or are to have. */
export const inboxKey = (tenantId: string, { of, name }: DeskList) =>
  `${tenantId}#${of === 'queue' ? 'q' : 'a'}#${name}`;

/** All that one has, and all that a center has, is one list. */
function ownerList(owner: HandoffOwner): DeskList {
  const { id, kind } = owner;
  return { of: 'owner', name: kind === 'center' ? centerName(id.split(':')[0] ?? id) : principalOf(owner) };
}

/** There only while humans have it, or are to have it; the same until its owner changes. @see handoff.md 1.1 */
function inboxAttributes({ tenantId, ...standing }: Conversation<unknown>) {
  const live = handoffOf(standing as Parameters<typeof handoffOf>[0]);
  if (!live || isElsewhere(live)) return {};
  const list: DeskList = live.owner ? ownerList(live.owner) : { of: 'queue', name: live.queue };
  return { inbox: inboxKey(tenantId, list), inboxAt: live.inboxAtMs };
}

/** A conversation as it is stored. */
export function toItem<State>(conversation: Conversation<State>) {
  const { dueAtMs: _, outbox: __, pollers, ...body } = conversation;
  const pending = Object.entries(pendingAttributes(conversation)).filter(([, value]) => value !== undefined);
  return {
    pk: pkOf(conversation),
    tenantId: conversation.tenantId,
    version: conversation.version,
    body: packJson(withoutTheUnsaid(body)),
    expiresAt: expiresAtS(conversation),
    ...(conversation.userId !== '' && { visitor: visitorKey(conversation) }),
    ...inboxAttributes(conversation),
    ...(pollers.length > 0 && { pollers }),
    ...Object.fromEntries(pending),
  };
}

/** What nobody has had to do with humans, or waits for, is not written: the first turn of a chat stays at a kilobyte. */
function withoutTheUnsaid(body: object): object {
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !(name in unsaid) || !isEmpty(value)),
  );
}

/** What a conversation has that says nothing of it, as the last release's have, too. */
const unsaid = {
  waiting: [],
  raisedTurnIds: [],
  deskTurnIds: [],
  answersInLog: 0,
  epoch: 0,
  handoff: null,
  lastHandoff: null,
} as const;
const isEmpty = (value: unknown) =>
  value === null || value === 0 || (Array.isArray(value) && value.length === 0);

/** A stored conversation. */
export function fromItem<State>({
  body,
  outbox,
  dueAt,
  pollers,
}: Record<string, unknown>): Conversation<State> {
  const stored = unpackJson(body as Uint8Array) as Conversation<State>;
  return {
    ...unsaid,
    ...stored,
    // What the last release wrote does not know it.
    retentionDays: stored.retentionDays ?? limits.logRetentionDays,
    outbox: outbox ? unpackOutbox(outbox as Uint8Array, stored.run) : [],
    pollers: Array.isArray(pollers) ? pollers : [],
    dueAtMs: typeof dueAt === 'number' ? dueAt : null,
  };
}
