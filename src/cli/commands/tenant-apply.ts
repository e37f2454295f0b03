import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { DirectoryTableWriter } from '../../aws/directory-writer.ts';
import { allTenantSecrets } from '../../aws/tenant-secret-store.ts';
import { readStoredFlow, readStoredTenant, type Tenant } from '../../contract/directory.ts';
import type { FlowDefinition } from '../../contract/flow.ts';
import { queuesOf } from '../../contract/queues.ts';
import { type DirectoryItem, directoryKeys, staysLive } from '../../domain/directory-keys.ts';
import {
  findSecretProblems,
  queuesNamed,
  scriptsKey,
  type TenantFolder,
} from '../../domain/tenant-folder.ts';
import { findAccountWarnings } from '../../operations/directory/find-account.ts';
import { ConfigurationFileError } from '../../operations/directory/read-json-file.ts';
import { readTenantFolder } from '../../operations/directory/read-tenant-folder.ts';
import type { DirectoryWriter } from '../../ports/directory-writer.ts';
import { findFlowWarnings } from '../../warnings/find-flow-warnings.ts';
import { CommandError } from '../explain-error.ts';
import { type Io, printResult } from '../io.ts';
import {
  confirm,
  type JsonOption,
  newCommand,
  type SetOption,
  withPlaceholders,
  withTarget,
  withYes,
  type YesOption,
} from '../new-command.ts';
import { assertConversationsPass, parsePairs, placeholdersOf } from '../read-flow.ts';
import { resolveTarget, type TargetOptions } from '../target.ts';
import { type DirectoryChange, describeChanges, findChanges } from '../tenant-directory.ts';
import {
  describeSecretChanges,
  gatherSecrets,
  secretChanges,
  secretNamesOf,
  secretVariable,
} from '../tenant-secrets.ts';
import { describeWarnings } from './flow-files.ts';

type Options = TargetOptions &
  JsonOption &
  YesOption &
  SetOption & {
    readonly secrets?: string;
    readonly dryRun?: boolean;
    readonly prune?: boolean;
    readonly overwrite?: boolean;
  };

/** `tenant apply DIR` */
export function tenantApply(io: Io): Command {
  const command = newCommand('apply', "check a tenant's folder, show what it changes, and apply it", [
    'tenant apply examples/tenants/acme --local --dry-run',
    'tenant apply tenants/acme --stage prod --secrets acme-secrets.json',
    'tenant apply tenants/acme --stage dev   # with GATEWAY_SECRET_WHATSAPP_TOKEN in the environment',
  ]);
  return withTarget(withYes(withPlaceholders(command)))
    .argument('<dir>', 'folder with tenant.json, widgets/, channels/ and flows/')
    .option('--secrets <file>', 'JSON file of secrets by name; other stored secrets stay unchanged')
    .option('--prune', 'also remove widgets, origins and channels that are not in the folder')
    .option('--overwrite', 'also overwrite changes made in the console')
    .option('--dry-run', 'show what would change and change nothing')
    .action((directory: string, options: Options) => apply(io, directory, options));
}

async function apply(io: Io, directory: string, options: Options): Promise<void> {
  const target = await resolveTarget(options, io);
  const secrets = allTenantSecrets(target.clients.secrets, target.secretPrefix, io.nowMs);
  const read = await readTenant(io, directory, {
    placeholders: { ...target.placeholders, ...parsePairs(options.set) },
    // The examples' secrets are for a laptop; a deployment needs its own.
    secretsFile: options.secrets ?? (target.local ? exampleSecretsOf(directory) : undefined),
    storedSecrets: secrets.read,
  });
  const { id } = read.tenant;
  const writer = new DirectoryTableWriter(target.clients, target);
  const stored = await writer.list(id);
  const bySk = new Map(stored.map((item) => [item.sk, item]));
  const folder = withStoredLabels(read, bySk.get(directoryKeys.tenant));
  const [left, wanted] = partition(
    writer.itemsOf(folder),
    ({ sk, document }) =>
      sk.startsWith(directoryKeys.published('')) && staysLive(bySk.get(sk), Number(document)),
  );
  await assertCredentialsFree(writer, id, wanted);
  assertQueuesKept(stored, wanted, folder.tenant);
  const all = findChanges(stored, wanted);
  assertVersionsUnchanged(all);
  const kept = all.filter(
    (change) => change.change === 'remove' && !options.prune && !isOrphanOrigin(change, folder),
  );
  const changes = all.filter((change) => !kept.includes(change));
  const secretsChanged = secretChanges(await secrets.read(id), folder.secrets);
  if (!options.overwrite) assertOwn(all, secretsChanged, bySk);
  const untested = withoutConversations(folder, bySk);
  const nothing = changes.length === 0 && secretsChanged.length === 0 && untested.length === 0;

  if (!options.dryRun && !nothing) {
    await confirmRemovals(
      changes,
      (gone) => confirm(io, target, options, `Remove ${gone} of tenant ${id}`),
      io,
    );
    io.err(`applying ${changes.length} changes and ${secretsChanged.length} secrets`);
    await writer.apply(folder, { overwrite: options.overwrite });
    await writer.remove(
      id,
      changes.flatMap(({ change, sk }) => (change === 'remove' ? [sk] : [])),
    );
  }
  const did = nothing ? 'is as its folder says' : options.dryRun ? 'would change (dry run)' : 'is applied';
  const lines = [
    `tenant ${id} ${did}: ${target.label}`,
    ...describeChanges(changes),
    ...describeSecretChanges(secretsChanged),
    ...describeConversations(untested),
    ...kept.map(
      ({ sk }) => `    ${sk.replaceAll('#', ' ')} is not in the folder and stays (--prune removes it)`,
    ),
    ...left.flatMap(({ sk, document }) => describeLeft(sk, Number(document), bySk.get(sk))),
  ];
  printResult(io, options.json, lines.join('\n'), {
    tenant: id,
    dryRun: options.dryRun === true,
    changes,
    secrets: secretsChanged,
    kept: kept.map(({ sk }) => sk),
  });
  if (!nothing && !options.dryRun) io.err('Running functions apply the change within seconds.');
}

/** Labels are made in the console: a folder that doesn't mention any keeps them. */
function withStoredLabels(folder: TenantFolder, stored: DirectoryItem | undefined): TenantFolder {
  const labels = folder.tenant.labels ?? (stored && readStoredTenant(stored.document).labels);
  return labels ? { ...folder, tenant: { ...folder.tenant, labels } } : folder;
}

/** What a tenant's folder needs besides its files. */
interface TenantSources {
  readonly placeholders: Readonly<Record<string, string>>;
  readonly secretsFile: string | undefined;
  readonly storedSecrets: (tenantId: string) => Promise<Readonly<Record<string, string>>>;
}

/**
 * Reads a tenant's folder with its secrets and holds it against everything that can be checked before it is applied.
 * @throws ConfigurationFileError, CommandError
 */
async function readTenant(io: Io, path: string, sources: TenantSources): Promise<TenantFolder> {
  const directory = resolve(path);
  const placeholders = await placeholdersOf(directory, sources.placeholders);
  const read = await readTenantFolder(directory, placeholders);
  const secrets = await gatherSecrets(secretNamesOf(read), {
    stored: await sources.storedSecrets(read.tenant.id),
    file: sources.secretsFile,
    env: io.env,
  });
  const { flowFiles, inFiles, ...parts } = read;
  const folder = { ...parts, secrets };
  const problems = findSecretProblems(folder);
  if (problems.length > 0) {
    const missing = secretNamesOf(folder).find((name) => !secrets[name] && !name.endsWith('_previous'));
    const fix = `Pass secrets in a JSON file with --secrets FILE, or as ${secretVariable(missing ?? 'NAME')} in the environment.`;
    throw new ConfigurationFileError(inFiles(problems), fix);
  }
  for (const { id, path: at, message } of findAccountWarnings(folder.channels)) {
    io.err(`channel ${id}: warning: ${at}: ${message}`);
  }
  for (const file of flowFiles) {
    for (const line of describeWarnings(findFlowWarnings(file.flow, channelsOf(folder, file.flow))))
      io.err(`${file.flow.id}:${line}`);
    await assertConversationsPass(io, file, folder.flows);
  }
  return folder;
}

/** The channels that a flow runs on; a flow that none names may be meant for any. */
function channelsOf({ widgets, channels }: TenantFolder, { id }: FlowDefinition) {
  const used = [
    ...channels.filter(({ flow }) => flow === id).map(({ channel }) => channel),
    ...(widgets.some(({ flow }) => flow === id) ? (['webchat'] as const) : []),
  ];
  return used.length > 0 ? [...new Set(used)] : undefined;
}

const prefix = directoryKeys.published('');

/**
 * Checks that no live flow uses a queue that would be deleted, also flows that were published elsewhere; the
 * folder's own flows are already checked.
 * @param wanted the new settings
 * @throws CommandError when a live flow uses a deleted queue
 */
function assertQueuesKept(
  stored: readonly DirectoryItem[],
  wanted: readonly DirectoryItem[],
  tenant: Tenant,
): void {
  const then = new Map([...stored, ...wanted].map((item) => [item.sk, item]));
  const before = stored.find(({ sk }) => sk === directoryKeys.tenant);
  const kept = queuesOf(tenant);
  const gone = queuesOf(before ? readStoredTenant(before.document) : null).filter(
    (queue) => !kept.includes(queue),
  );
  if (gone.length === 0) return;
  const users = [...then.values()]
    .filter(({ sk }) => sk.startsWith(prefix))
    .flatMap((one) => usersOf(one, then));
  const lost = gone.flatMap((queue) => {
    const by = users.filter((user) => user.queues.includes(queue)).map((user) => user.name);
    return by.length === 0 ? [] : [`  queue ${queue}: ${by.join(', ')}`];
  });
  if (lost.length === 0) return;
  throw new CommandError(
    ['The folder removes queues that live flows use:', ...lost].join('\n'),
    'Keep them in "queues" of tenant.json, or first publish versions of these flows that use others.',
  );
}

/** The versions of a flow that visitors meet, with the queues that they name. */
function usersOf({ sk, document, canary }: DirectoryItem, then: ReadonlyMap<string, DirectoryItem>) {
  const flowId = sk.slice(prefix.length);
  return [document, canary?.version].flatMap((version) => {
    const flow = then.get(directoryKeys.flow(flowId, Number(version)))?.document;
    if (flow === undefined) return [];
    return [{ name: `flow ${flowId} version ${version}`, queues: queuesNamed(readStoredFlow(flow)) }];
  });
}

/** Asks before deleting something that visitors or providers use. */
async function confirmRemovals(
  changes: readonly DirectoryChange[],
  ask: (gone: string) => Promise<void>,
  io: Io,
): Promise<void> {
  const gone = changes.filter(({ change, sk }) => change === 'remove' && !sk.startsWith('origin#'));
  if (gone.length === 0) return;
  for (const line of describeChanges(gone)) io.err(line);
  await ask(gone.length === 1 ? 'this' : `these ${gone.length}`);
}

const describeConversations = (flows: readonly FlowDefinition[]): string[] =>
  flows.map(({ id, version }) => `  + tests of flow ${id} version ${version}`);

/** Versions stored by an earlier release have no tests. */
function withoutConversations(
  { flows, conversations = {} }: TenantFolder,
  stored: ReadonlyMap<string, DirectoryItem>,
): readonly FlowDefinition[] {
  return flows.filter((flow) => {
    const about = stored.get(directoryKeys.version(flow.id, flow.version)) ?? {};
    return (conversations[scriptsKey(flow)]?.length ?? 0) > 0 && !('content' in about);
  });
}

function exampleSecretsOf(directory: string): string | undefined {
  const file = join(directory, 'secrets.example.json');
  return existsSync(file) ? file : undefined;
}

function partition<T>(items: readonly T[], fits: (item: T) => boolean): [T[], T[]] {
  return [items.filter(fits), items.filter((item) => !fits(item))];
}

/** A version of the folder that does not become live; that it is live already needs no word. */
function describeLeft(sk: string, version: number, live: DirectoryItem | undefined): string[] {
  if (live?.document === version) return [];
  const flowId = sk.slice(directoryKeys.published('').length);
  const why = (live?.rolledBackFrom ?? 0) >= version ? ', which was rolled back' : '';
  return [
    `    flow ${flowId}: version ${live?.document} stays live; the folder has version ${version}${why} (flow publish makes it live)`,
  ];
}

/** @throws CommandError when what would change was changed in the console, which the folder's author may never have seen */
function assertOwn(
  changes: readonly DirectoryChange[],
  secrets: ReturnType<typeof secretChanges>,
  stored: ReadonlyMap<string, DirectoryItem>,
): void {
  const others = changes.filter(({ change, sk }) => change !== 'add' && stored.get(sk)?.by !== undefined);
  const set = secrets.filter(
    ({ name }) => stored.get(directoryKeys.secret(name.replace(/_previous$/, '')))?.by !== undefined,
  );
  if (others.length + set.length === 0) return;
  throw new CommandError(
    ['Changed in the console:', ...describeChanges(others), ...describeSecretChanges(set)].join('\n'),
    'Copy the changes into the folder, or pass --overwrite.',
  );
}

/** An origin that a widget of the folder no longer allows goes without being asked for: it is part of that widget. */
function isOrphanOrigin(
  { sk }: DirectoryChange,
  { widgets }: { widgets: readonly { id: string }[] },
): boolean {
  return widgets.some(({ id }) => sk.startsWith(`origin#${id}#`));
}

/** @throws CommandError when an account shows the same number, key or user name as another tenant's */
async function assertCredentialsFree(
  writer: DirectoryWriter,
  tenantId: string,
  items: readonly DirectoryItem[],
): Promise<void> {
  for (const { sk, credential } of items) {
    if (!sk.startsWith('account#') || credential === undefined) continue;
    const [other] = (await writer.ownersOf(credential)).filter((owner) => owner !== tenantId);
    if (other === undefined) continue;
    throw new CommandError(
      `The phone number id, key or user name of ${sk.replaceAll('#', ' ')} is in use by tenant ${other}.`,
      'Webhook calls could not be assigned to one of them, and neither would be served: use a separate one for each.',
    );
  }
}

/** @throws CommandError when a stored version of a flow would become another */
function assertVersionsUnchanged(changes: readonly DirectoryChange[]): void {
  const changed = changes.filter(({ change, sk }) => change === 'change' && sk.startsWith('flow#'));
  if (changed.length === 0) return;
  throw new CommandError(
    ['These stored versions would change:', ...describeChanges(changed)].join('\n'),
    'A stored version never changes, since conversations are pinned to it: raise "version" in the file of the flow.',
  );
}
