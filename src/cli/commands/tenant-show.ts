import type { Command } from 'commander';
import { DirectoryTableWriter } from '../../aws/directory-writer.ts';
import { allTenantSecrets } from '../../aws/secrets-manager.ts';
import { readStoredAccount, readStoredTenant, readStoredWidget } from '../../contract/stored-directory.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand, withTarget } from '../new-command.ts';
import { resolveTarget, type TargetOptions } from '../target.ts';
import { knownTenant, type StoredTenant } from '../tenant-directory.ts';

/** `tenant show ID` */
export function tenantShow(io: Io): Command {
  return withTarget(
    newCommand('show', "show a tenant's settings, widgets, channels, flows and the names of its secrets", [
      'tenant show acme --local',
      'tenant show acme --stage prod --json',
    ]),
  )
    .argument('<id>', 'the tenant')
    .action(async (id: string, options: TargetOptions & JsonOption) => {
      const target = await resolveTarget(options, io);
      const stored = await knownTenant(new DirectoryTableWriter(target.clients, target), id, target);
      const secrets = allTenantSecrets(target.clients.secrets, target.secretPrefix, io.nowMs);
      const shown = { ...describe(stored), secrets: Object.keys(await secrets.read(id)).sort() };
      printResult(io, options.json, inWords(shown), shown);
    });
}

function describe({ items, find, versionsOf }: StoredTenant) {
  const under = (prefix: string) => items.filter(({ sk }) => sk.startsWith(prefix));
  return {
    tenant: readStoredTenant(find(directoryKeys.tenant)),
    widgets: under('widget#').map(({ document }) => readStoredWidget(document)),
    channels: under('account#').map(({ document }) => readStoredAccount(document)),
    flows: under('published#').map(({ sk, document }) => {
      const id = sk.slice('published#'.length);
      return { id, published: Number(document), versions: versionsOf(id) };
    }),
  };
}

function inWords(shown: ReturnType<typeof describe> & { readonly secrets: readonly string[] }): string {
  const { tenant: about, widgets, channels, flows, secrets } = shown;
  return [
    `tenant ${about.id} (${about.name}): ${about.status}`,
    `  features  ${about.features?.join(', ') || 'none'}`,
    ...widgets.map(
      ({ id, flow, allowed_origins }) =>
        `  widget    ${id}: flow ${flow}, origins ${allowed_origins.join(', ') || 'none'}${id === about.default_widget ? ' (default)' : ''}`,
    ),
    ...channels.map(({ id, channel, flow }) => `  channel   ${id}: ${channel}, flow ${flow}`),
    ...flows.map(
      ({ id, published, versions }) => `  flow      ${id}: version ${published} of ${versions.join(', ')}`,
    ),
    `  secrets   ${secrets.join(', ') || 'none'}`,
  ].join('\n');
}
