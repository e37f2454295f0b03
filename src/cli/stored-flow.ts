import { InvalidArgumentError } from 'commander';
import { AuditTable } from '../aws/audit-table.ts';
import { DirectoryRecordsTable } from '../aws/directory-records-table.ts';
import { DirectoryTable } from '../aws/directory-table.ts';
import { DirectoryTableWriter } from '../aws/directory-writer.ts';
import type { DraftContent, FlowLive } from '../contract/admin/flows.ts';
import { isProblem } from '../domain/errors.ts';

import { readDraft } from '../operations/admin/flows/drafts.ts';
import { readVersion } from '../operations/admin/flows/read-flows.ts';
import { randomId } from '../operations/derive-id.ts';
import type { Directory } from '../ports/directory.ts';
import type { DirectoryRecords } from '../ports/directory-writer.ts';
import { CommandError } from './explain-error.ts';
import type { Io } from './io.ts';
import { resolveTarget, type Target, type TargetOptions } from './target.ts';
import { knownTenant } from './tenant-directory.ts';

/** Which stored definition of a flow. */
export interface WhichOptions {
  readonly tenant: string;
  /** A number; what is live without it. */
  readonly version?: number;
  readonly draft?: boolean;
  /** The command is of drafts only: there is nothing to leave out. */
  readonly isDraftMeant?: boolean;
}

/** The directory of a tenant that is there. */
export interface TenantRecords {
  readonly target: Target;
  readonly admin: { readonly records: DirectoryRecords; readonly directory: Directory };
  readonly caller: { readonly tenantId: string };
}

/** @throws UsageError, CommandError when there is no such tenant */
export async function tenantRecords(
  options: TargetOptions & { readonly tenant: string },
  io: Io,
): Promise<TenantRecords> {
  const target = await resolveTarget(options, io);
  await knownTenant(new DirectoryTableWriter(target.clients, target), options.tenant, target);
  const records = new DirectoryRecordsTable(target.clients.dynamodb, target.tablePrefix);
  const directory = new DirectoryTable(target.clients.dynamodb, target.tablePrefix, io.nowMs);
  return { target, admin: { records, directory }, caller: { tenantId: options.tenant } };
}

/** The actor in the audit log for commands with AWS credentials. */
const operator = 'command-line';

/** Opens the directory of an existing tenant for changes by the operator. @throws UsageError, CommandError */
export async function openAsOperator(options: TargetOptions & { readonly tenant: string }, io: Io) {
  const { target, admin } = await tenantRecords(options, io);
  const { caller, audit } = operatorOf(target, options.tenant, io);
  return { target, caller, admin: { ...admin, ...audit } };
}

/** Returns the operator as the author of changes in a tenant, and what their audit entries need. */
export function operatorOf({ clients, tablePrefix }: Target, tenantId: string, { err, nowMs }: Io) {
  const caller = {
    ...{ id: operator, email: null, name: null, role: 'super-admin' as const },
    ...{ tenantId, homeTenantId: tenantId, sourceIp: operator, correlationId: randomId() },
  };
  const log = { info: () => undefined, warn: err, error: (message: string) => err(message) };
  const audit = new AuditTable(clients.dynamodb, tablePrefix);
  return { caller, audit: { audit, log, nowMs, random: Math.random } };
}

/** A stored definition of a flow: its draft, or a version. */
export interface StoredContent extends DraftContent {
  /** Its name in messages. */
  readonly called: string;
  readonly live: FlowLive;
}

/**
 * Reads a flow's draft, a version of it, or what is live.
 * @throws CommandError when it is not there
 */
export async function storedContent(
  { target, admin, caller }: TenantRecords,
  flowId: string,
  { version: asked, draft, isDraftMeant, tenant }: WhichOptions,
): Promise<StoredContent> {
  try {
    const { body } = await readDraft(admin, caller, flowId);
    const { live, definition, layout, conversations, saved } = body;
    if (draft && !saved)
      throw new CommandError(
        `Flow ${flowId} of ${tenant} has no draft.`,
        isDraftMeant
          ? 'Edit the flow in the console to create a draft.'
          : 'Omit --draft to use the live version.',
      );
    if (draft) return { called: 'the draft', live, definition, layout, conversations };
    const version = asked ?? live.version;
    if (version === null)
      throw new CommandError(`No version of flow ${flowId} is live.`, 'Pass --draft to use its draft.');
    const stored = (await readVersion(admin, caller, { flowId, version: String(version) })).body;
    return {
      called: `version ${version}`,
      live,
      definition: { ...stored.definition, version },
      layout: stored.layout,
      conversations: stored.conversations,
    };
  } catch (error) {
    if (isProblem(error, 'flow_not_found'))
      throw new CommandError(
        `There is no flow ${flowId} of ${tenant} in ${target.label}.`,
        `See \`npx gateway flow list --tenant ${tenant}\`.`,
      );
    if (isProblem(error, 'version_not_found'))
      throw new CommandError(
        `Flow ${flowId} of ${tenant} has no version ${asked}.`,
        `See \`npx gateway flow show ${flowId} --tenant ${tenant}\`.`,
      );
    throw error;
  }
}

/** An option that names a version. */
export function toVersion(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

/** Someone else has changed the live version since it was read. */
export function changedMeanwhile(flowId: string): CommandError {
  return new CommandError(
    `Someone has just published another version of flow ${flowId}.`,
    'Nothing was published. Check `npx gateway tenant show`, then run the command again.',
  );
}
