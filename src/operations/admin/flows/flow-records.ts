import type { DraftContent, FlowLive } from '../../../contract/admin/flows.ts';
import { type Actor, actor } from '../../../contract/admin/lists.ts';
import { readStoredFlow } from '../../../contract/directory.ts';
import type { FlowDefinition } from '../../../contract/flow.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import { flowNotFound } from '../../../domain/problems.ts';
import type { DirectoryRecord, Expected } from '../../../ports/directory-writer.ts';
import type { Admin } from '../admin.ts';

type Records = Pick<Admin, 'records'>;

/** A stored flow without its versions: the live pointer, and the draft. */
export interface StoredFlow {
  readonly flowId: string;
  readonly pointer: DirectoryRecord | null;
  readonly draft: DirectoryRecord | null;
}

/** Both may be null: then there is no such flow. */
export async function loadFlow({ records }: Records, tenantId: string, flowId: string): Promise<StoredFlow> {
  const [pointer, draft] = await Promise.all([
    records.find(tenantId, directoryKeys.published(flowId)),
    records.find(tenantId, directoryKeys.draft(flowId)),
  ]);
  return { flowId, pointer, draft };
}

/** @throws `flow_not_found` */
export async function loadKnownFlow(admin: Records, tenantId: string, flowId: string): Promise<StoredFlow> {
  const stored = await loadFlow(admin, tenantId, flowId);
  if (!stored.pointer && !stored.draft) throw flowNotFound(flowId);
  return stored;
}

/** Returns the versions that visitors get. */
export function liveOf({ pointer }: Pick<StoredFlow, 'pointer'>): FlowLive {
  if (!pointer) return { version: null, canary: null };
  const { document, canary } = pointer.attributes;
  return { version: Number(document) || null, canary: (canary as FlowLive['canary'] | undefined) ?? null };
}

/** Identifies, in the pointer, the draft that its version was made from. */
export function publishedDraft(version: number | null, draft: DirectoryRecord): string {
  return `${version}.${draft.revision}`;
}

/** Whether the draft is live for everyone, and nothing has been saved since. */
export function isPublished({ pointer, draft }: StoredFlow): boolean {
  const { version, canary } = liveOf({ pointer });
  if (!draft || canary) return false;
  return pointer?.attributes.publishedDraft === publishedDraft(version, draft);
}

/** Changes with the draft and with what is live, so that neither is ever overwritten unseen. */
export function etagOf(stored: StoredFlow): string {
  return `"${stored.draft?.revision ?? '-'}.${pointerTag(stored)}"`;
}

/** Items of an earlier release have no revision; the version replaces it. */
function pointerTag({ pointer }: StoredFlow): string {
  return pointer?.revision ?? `v${liveOf({ pointer }).version ?? '-'}`;
}

/** Whether an ETag matches the live version, whatever the state of the draft. */
export function knowsLive(ifMatch: string, stored: StoredFlow): boolean {
  const tag = pointerTag(stored);
  return ifMatch.split(',').some((one) => one.trim().endsWith(`.${tag}"`));
}

/** Returns the condition of a write on a record that was read. */
export function expectedOf(record: DirectoryRecord | null): Expected {
  return record ? { revision: record.revision } : 'nothing';
}

/** Who wrote a record, and when; both null for the command line. */
export function changeOf(record: DirectoryRecord | null): { by: Actor | null; at: string | null } {
  const { by, at } = record?.attributes ?? {};
  const known = actor.safeParse(by);
  return { by: known.success ? known.data : null, at: typeof at === 'string' ? at : null };
}

/** The definition of a version; null when there is none. */
export async function findDefinition(
  { records }: Records,
  tenantId: string,
  flowId: string,
  version: number,
): Promise<FlowDefinition | null> {
  const record = await records.find(tenantId, directoryKeys.flow(flowId, version));
  return record && readStoredFlow(record.attributes.document);
}

/** Layout and scripted conversations, as a draft or a version keeps them. */
export function contentOf(record: DirectoryRecord | null): Omit<DraftContent, 'definition'> {
  const { layout = {}, conversations = [] } = (record?.attributes.content ?? {}) as Partial<DraftContent>;
  return { layout, conversations };
}

/** Returns a draft's content; without a draft, the live version's, to start from. */
export async function draftContentOf(
  admin: Records,
  tenantId: string,
  stored: StoredFlow,
): Promise<DraftContent> {
  const { flowId, draft } = stored;
  if (draft) return draft.attributes.content as DraftContent;
  const { version } = liveOf(stored);
  const [definition, about] = await Promise.all([
    version === null ? null : findDefinition(admin, tenantId, flowId, version),
    version === null ? null : admin.records.find(tenantId, directoryKeys.version(flowId, version)),
  ]);
  // The document of a stored flow is JSON.
  return { definition: (definition ?? {}) as DraftContent['definition'], ...contentOf(about) };
}
