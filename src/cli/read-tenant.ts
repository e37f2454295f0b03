import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FlowDefinition } from '../contract/flow.ts';
import { findFolderFaults } from '../domain/find-folder-faults.ts';
import type { TenantFolder } from '../domain/tenant-folder.ts';
import { conversationsSuffix, readTenantFolder } from '../operations/directory/read-tenant-folder.ts';
import { assertConversationsPass } from './check-flow.ts';
import { describeWarnings, warningsOf } from './commands/flow-validate.ts';
import { CommandError } from './errors.ts';
import type { Io } from './io.ts';
import { placeholdersOf } from './placeholders.ts';
import { readFlow } from './read-flow.ts';
import { gatherSecrets, secretNamesOf, secretVariable } from './tenant-secrets.ts';

/** What a tenant's folder is completed with. */
export interface TenantSources {
  readonly placeholders: Readonly<Record<string, string>>;
  readonly secretsFile: string | undefined;
  readonly storedSecrets: (tenantId: string) => Promise<Readonly<Record<string, string>>>;
}

/**
 * Reads a tenant's folder with its secrets and holds it against everything that can be checked before it is applied.
 * @throws ConfigurationFileError, CommandError
 */
export async function readTenant(io: Io, path: string, sources: TenantSources): Promise<TenantFolder> {
  const directory = resolve(path);
  const placeholders = await placeholdersOf(directory, sources.placeholders);
  const read = await readTenantFolder(directory, placeholders);
  const secrets = await gatherSecrets(secretNamesOf(read), {
    stored: await sources.storedSecrets(read.tenant.id),
    file: sources.secretsFile,
    env: io.env,
  });
  const folder = { ...read, secrets };
  const faults = findFolderFaults(folder);
  if (faults.length > 0) {
    const [missing] = secretNamesOf(folder).filter((name) =>
      faults.some((fault) => fault.includes(` ${name},`)),
    );
    throw new CommandError(
      faults.map((fault) => `${path}: ${fault}`).join('\n'),
      missing &&
        `Give secrets as a JSON file with --secrets FILE, or as ${secretVariable(missing)} in the environment.`,
    );
  }
  for (const file of await flowFiles(join(directory, 'flows'))) {
    const flow = await readFlow(file, placeholders);
    for (const line of describeWarnings(warningsOf(flow, channelsOf(folder, flow))))
      io.err(`${flow.id}:${line}`);
    await assertConversationsPass(io, flow, file);
  }
  return folder;
}

async function flowFiles(directory: string): Promise<string[]> {
  const files = await readdir(directory).catch(() => []);
  return files
    .filter((file) => file.endsWith('.json') && !file.endsWith(conversationsSuffix))
    .sort()
    .map((file) => join(directory, file));
}

/** The channels that a flow runs on; a flow that none names may be meant for any. */
function channelsOf({ widgets, channels }: TenantFolder, { id }: FlowDefinition) {
  const used = [
    ...channels.filter(({ flow }) => flow === id).map(({ channel }) => channel),
    ...(widgets.some(({ flow }) => flow === id) ? (['webchat'] as const) : []),
  ];
  return used.length > 0 ? [...new Set(used)] : undefined;
}
