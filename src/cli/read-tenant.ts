import { resolve } from 'node:path';
import type { FlowDefinition } from '../contract/flow.ts';
import { findSecretFaults } from '../domain/find-folder-faults.ts';
import type { TenantFolder } from '../domain/tenant-folder.ts';
import { findAccountWarnings } from '../operations/directory/find-account-warnings.ts';
import { ConfigurationFileError } from '../operations/directory/read-json-file.ts';
import { readTenantFolder } from '../operations/directory/read-tenant-folder.ts';
import { findFlowWarnings } from '../warnings/find-flow-warnings.ts';
import { assertConversationsPass } from './check-flow.ts';
import { describeWarnings } from './commands/flow-validate.ts';
import type { Io } from './io.ts';
import { placeholdersOf } from './placeholders.ts';
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
  const { flowFiles, inFiles, ...parts } = read;
  const folder = { ...parts, secrets };
  const faults = findSecretFaults(folder);
  if (faults.length > 0) {
    const missing = secretNamesOf(folder).find((name) => !secrets[name] && !name.endsWith('_previous'));
    const mend = `Give secrets as a JSON file with --secrets FILE, or as ${secretVariable(missing ?? 'NAME')} in the environment.`;
    throw new ConfigurationFileError(inFiles(faults), mend);
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
