import * as z from 'zod/mini';
import type { Page } from '../../../contract/admin/lists.ts';
import { type SavedReply, type SavedReplyBody, savedReply } from '../../../contract/admin/texts.ts';
import { limits } from '../../../contract/limits.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import { GatewayError } from '../../../domain/errors.ts';
import { newMessageId } from '../../../domain/message-ids.ts';
import { preconditionFailed, tooManySavedReplies } from '../../../domain/problems.ts';
import type { DirectoryRecord } from '../../../ports/directory-writer.ts';
import {
  type Admin,
  type AdminCaller,
  type Answer,
  assertMatch,
  etagOfRecord,
  type Preconditions,
} from '../admin.ts';
import { audited } from '../audit.ts';
import { expectedOf } from '../flows/flow-records.ts';
import { madeBy, type PageQuery, pageOfRecords } from '../records.ts';

type Ports = Pick<Admin, 'records' | 'audit' | 'nowMs' | 'random' | 'log'>;
type Named = Preconditions & { readonly textId: string };

/** A page of the tenant's saved replies. */
export async function listSavedReplies(
  admin: Pick<Ports, 'records'>,
  caller: Pick<AdminCaller, 'tenantId'>,
  page: PageQuery,
): Promise<Page<SavedReply>> {
  const { items, cursor } = await pageOfRecords(admin, caller, directoryKeys.savedReplies, page);
  return { items: items.map(replyOf), cursor };
}

/** Saves a new reply. @throws `too_many_texts` */
export async function createSavedReply(
  admin: Ports,
  caller: AdminCaller,
  body: SavedReplyBody,
): Promise<Answer<SavedReply>> {
  const { tenantId } = caller;
  const most = { limit: limits.savedReplies };
  const known = await admin.records.list(tenantId, directoryKeys.savedReplies, most);
  if (known.length >= limits.savedReplies) throw tooManySavedReplies(limits.savedReplies);
  const textId = newMessageId(admin.nowMs, admin.random);
  return write(admin, caller, { textId, body, action: 'text.create', before: null });
}

/** Changes one. @throws `text_not_found`, `precondition_required`, `precondition_failed` */
export async function changeSavedReply(
  admin: Ports,
  caller: AdminCaller,
  { textId, body, ...preconditions }: Named & { readonly body: SavedReplyBody },
): Promise<Answer<SavedReply>> {
  const before = await find(admin, caller, textId);
  assertMatch(preconditions, etagOfRecord(before), () => replyOf(before));
  return write(admin, caller, { textId, body, action: 'text.save', before });
}

/** Deletes one. @throws `text_not_found`, `precondition_required`, `precondition_failed` */
export async function deleteSavedReply(
  admin: Ports,
  caller: AdminCaller,
  { textId, ...preconditions }: Named,
): Promise<void> {
  const before = await find(admin, caller, textId);
  assertMatch(preconditions, etagOfRecord(before), () => replyOf(before));
  const change = { action: 'text.delete', resource: { kind: 'text', id: textId } };
  await audited(admin, caller, change, async () => {
    const { sk, revision } = before;
    if (!(await admin.records.remove(caller.tenantId, sk, { revision })))
      throw preconditionFailed(null, undefined);
  });
}

/** The one of this id. @throws `text_not_found` */
export async function readSavedReply(
  ports: Pick<Ports, 'records'>,
  caller: Pick<AdminCaller, 'tenantId'>,
  textId: string,
): Promise<SavedReply> {
  return replyOf(await find(ports, caller, textId));
}

async function find(
  { records }: Pick<Ports, 'records'>,
  { tenantId }: Pick<AdminCaller, 'tenantId'>,
  textId: string,
): Promise<DirectoryRecord> {
  const record = await records.find(tenantId, directoryKeys.savedReply(textId));
  if (!record) throw new GatewayError('text_not_found');
  return record;
}

async function write(
  admin: Ports,
  caller: AdminCaller,
  {
    textId,
    body,
    action,
    before,
  }: {
    readonly textId: string;
    readonly body: SavedReplyBody;
    readonly action: 'text.create' | 'text.save';
    readonly before: DirectoryRecord | null;
  },
): Promise<Answer<SavedReply>> {
  const sk = directoryKeys.savedReply(textId);
  const attributes = { ...body, ...madeBy(admin, caller) };
  const change = { action, resource: { kind: 'text', id: textId } };
  return audited(admin, caller, change, async () => {
    const revision = await admin.records.write(caller.tenantId, { sk, attributes }, expectedOf(before));
    if (revision === null) throw preconditionFailed(null, undefined);
    const reply = replyOf({ sk, attributes, revision });
    return { body: reply, etag: reply.etag };
  });
}

const stored = z.omit(savedReply, { id: true, etag: true, language: true });

function replyOf(record: DirectoryRecord): SavedReply {
  const { language } = record.attributes;
  return {
    id: record.sk.slice(directoryKeys.savedReplies.length),
    ...stored.parse(record.attributes),
    language: typeof language === 'string' ? language : null,
    etag: etagOfRecord(record),
  };
}
