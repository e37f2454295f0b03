import { basename, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';
import { DirectoryTable } from '../../aws/directory-table.ts';
import { DirectoryTableWriter } from '../../aws/directory-writer.ts';
import { TenantDataTables } from '../../aws/personal-data-tables.ts';
import { createS3Client, TenantFilesBucket } from '../../aws/s3-objects.ts';
import { allTenantSecrets } from '../../aws/tenant-secret-store.ts';
import {
  readStoredAccount,
  readStoredTenant,
  readStoredWidget,
  type Tenant,
} from '../../contract/directory.ts';
import { sendingSecretPrefix } from '../../contract/tables.ts';
import { identifier } from '../../contract/vocabulary.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import { removeTenant } from '../../operations/people/erase-visitor.ts';
import { removeUsersOf } from '../../operations/users/sync-users.ts';
import { UsageError } from '../explain-error.ts';
import { type Io, printResult } from '../io.ts';
import {
  confirm,
  type JsonOption,
  newCommand,
  newTargetCommand,
  newTenantCommand,
  type TenantOptions,
  withTarget,
  withYes,
  type YesOption,
} from '../new-command.ts';
import { describeTable } from '../records.ts';
import { resolveTarget, type Target, type TargetOptions } from '../target.ts';
import { knownTenant, noSuchTenant, type StoredTenant } from '../tenant-directory.ts';
import { schemaOf, writeFlow, writeNew } from './flow-files.ts';
import { targetUserPool } from './user.ts';

/** The gateway's own pages, whichever port the stack of this machine has. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of a tenant's files
const ownOrigin = '${GATEWAY_ORIGIN}';

type Places = Pick<Io, 'templatesFolder' | 'schemasFolder'>;
type Options = JsonOption & { readonly origin: string };

/** `tenant init DIR` */
export function tenantInit(io: Io): Command {
  return newCommand('init', 'create a working tenant folder with settings, a widget and a flow', [
    'tenant init tenants/books --origin https://www.books.example',
    'tenant apply tenants/books --local',
  ])
    .argument('<dir>', 'the folder to create; its name becomes the ID of the tenant')
    .option(
      '--origin <origin>',
      `the site that may show the widget; default: ${ownOrigin}, which --local fills in`,
      ownOrigin,
    )
    .action(async (directory: string, options: Options) => {
      const folder = resolve(directory);
      const id = basename(folder);
      if (!identifier.safeParse(id).success) {
        throw new UsageError(`"${id}" is not a valid tenant ID: use letters, digits and . _ : @ + = - only.`);
      }
      const files = await writeFolder(folder, id, options.origin, io);
      const next = `Check and apply it: npx gateway tenant apply ${directory} --local. docs/tenant-files.md describes its files.`;
      printResult(io, options.json, [...files.map((name) => `+ ${name}`), next].join('\n'), { files });
    });
}

/** @throws CommandError when one of the files is there already */
async function writeFolder(folder: string, id: string, origin: string, places: Places): Promise<string[]> {
  const widget = `${id}-web`;
  const tenantFile = join(folder, 'tenant.json');
  const widgetFile = join(folder, 'widgets', `${widget}.json`);
  return [
    await writeNew(tenantFile, {
      $schema: schemaOf(tenantFile, 'tenant', places),
      id,
      name: id,
      status: 'active',
      default_widget: widget,
      time_zone: 'UTC',
      features: ['flows', 'widgets', 'reports'],
    }),
    await writeNew(widgetFile, {
      $schema: schemaOf(widgetFile, 'widget', places),
      id: widget,
      flow: 'welcome',
      allowed_origins: [origin],
      appearance: { title: id },
    }),
    ...(await writeFlow(join(folder, 'flows', 'welcome.json'), 'greeting', places)),
  ];
}

/** `tenant list` */
export function tenantList(io: Io): Command {
  return newTargetCommand('list', 'list all tenants with their status', [
    'tenant list --local',
    'tenant list --stage prod --json',
  ]).action(async (options: TargetOptions & JsonOption) => {
    const target = await resolveTarget(options, io);
    const directory = new DirectoryTable(target.clients.dynamodb, target.tablePrefix, io.nowMs);
    const tenants = await directory.listTenants();
    const rows = tenants.map(({ id, status, name }) => [id, status, name]);
    const text =
      rows.length > 0 ? describeTable(['tenant', 'status', 'name'], rows) : 'There are no tenants yet.';
    printResult(io, options.json, text, tenants);
  });
}

/** `tenant show ID` */
export function tenantShow(io: Io): Command {
  return newTargetCommand(
    'show',
    "show a tenant's settings, widgets, channels, flows and the names of its secrets",
    ['tenant show acme --local', 'tenant show acme --stage prod --json'],
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

/** `widget list` */
export function widgetList(io: Io): Command {
  return newTenantCommand('list', "list a tenant's widgets with their flows and allowed sites", [
    'widget list --tenant acme --local',
    'widget list --tenant acme --stage prod --json',
  ]).action(async ({ tenant: id, ...options }: TenantOptions) => {
    const target = await resolveTarget(options, io);
    const stored = await knownTenant(new DirectoryTableWriter(target.clients, target), id, target);
    const { default_widget } = readStoredTenant(stored.find(directoryKeys.tenant));
    const widgets = stored.items
      .filter(({ sk }) => sk.startsWith(directoryKeys.widget('')))
      .map(({ document }) => readStoredWidget(document));
    const rows = widgets.map((widget) => [
      widget.id,
      widget.flow,
      widget.id === default_widget ? 'yes' : '',
      widget.allowed_origins.join(' ') || 'none',
    ]);
    const text =
      rows.length > 0
        ? describeTable(['widget', 'flow', 'default', 'sites'], rows)
        : `${id} has no widgets yet.`;
    printResult(io, options.json, text, widgets);
  });
}

/** `tenant suspend ID` */
export function tenantSuspend(io: Io): Command {
  return withTarget(
    withYes(
      newCommand(
        'suspend',
        'stop serving a tenant: its visitors get 404, its users 403; nothing is deleted',
        ['tenant suspend acme --stage prod', 'tenant suspend acme --stage prod --yes'],
      ),
    ),
  )
    .argument('<id>', 'the tenant')
    .action((id: string, options: TargetOptions & JsonOption & YesOption) =>
      setStatus(io, id, 'suspended', options),
    );
}

/** `tenant resume ID` */
export function tenantResume(io: Io): Command {
  return newTargetCommand('resume', 'serve a suspended tenant again', ['tenant resume acme --stage prod'])
    .argument('<id>', 'the tenant')
    .action((id: string, options: TargetOptions & JsonOption) => setStatus(io, id, 'active', options));
}

async function setStatus(
  io: Io,
  id: string,
  status: Tenant['status'],
  options: TargetOptions & JsonOption & YesOption,
): Promise<void> {
  const target = await resolveTarget(options, io);
  const writer = new DirectoryTableWriter(target.clients, target);
  if (status === 'suspended') await confirm(io, target, options, `Stop serving tenant ${id}`);
  if (!(await writer.setStatus(id, status))) throw noSuchTenant(id, target);
  printResult(io, options.json, `tenant ${id} is ${status} in ${target.label}, everywhere within a minute`, {
    tenant: id,
    status,
  });
  io.err(`Its tenant.json must say "status": "${status}" too, or the next apply undoes this.`);
}

interface TenantRemoveOptions extends TargetOptions, JsonOption {
  readonly confirm?: string;
  readonly dryRun?: boolean;
}

/** `tenant remove ID` */
export function tenantRemove(io: Io): Command {
  return newTargetCommand(
    'remove',
    'delete a tenant with all its data; if interrupted, run it again to continue',
    ['tenant remove acme --stage prod --dry-run', 'tenant remove acme --stage prod --confirm acme'],
  )
    .argument('<id>', 'the tenant')
    .option('--confirm <id>', 'the tenant ID again, since this cannot be undone')
    .option('--dry-run', 'count the items without removing them')
    .action(async (tenantId: string, options: TenantRemoveOptions) => {
      const { confirm, dryRun = false } = options;
      if (!dryRun && confirm !== tenantId) {
        throw new UsageError(
          `Removing ${tenantId} can't be undone.`,
          `Pass --confirm ${tenantId}, or --dry-run to see what would be removed.`,
        );
      }
      const target = await resolveTarget(options, io);
      const configured = new DirectoryTableWriter(target.clients, target);
      const secretPrefixes = [target.secretPrefix, sendingSecretPrefix(target.secretPrefix)];
      const data = new TenantDataTables(target.clients, { ...target, secretPrefixes });
      const pool = await targetUserPool(target);
      const users = { removeOf: (id: string, dry: boolean) => removeUsersOf(pool, id, dry) };
      if (!dryRun)
        io.err(
          'It is suspended first, and removed a little over a minute later, when every function has noticed.',
        );
      const removed = dryRun
        ? {
            items: await data.count(tenantId),
            users: await users.removeOf(tenantId, true),
            settings: (await configured.list(tenantId)).length,
          }
        : await removeTenant(
            { configured, data, files: await filesOf(target), users, pause: setTimeout },
            tenantId,
          );
      if (!removed) throw noSuchTenant(tenantId, target);
      const { items, users: people, settings } = removed;
      const what = `${items} stored items, ${people} users, ${settings} settings and its secrets`;
      const text = `tenant ${tenantId} of ${target.label}: ${what} ${dryRun ? 'would be' : 'are'} removed`;
      printResult(io, options.json, text, { tenant: tenantId, ...removed, dryRun });
    });
}

const filesOf = async (target: Target) =>
  new TenantFilesBucket(createS3Client(target.env), await target.filesBucket());
