import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';
import { DirectoryTableWriter } from '../../aws/directory-writer.ts';
import { createS3Client } from '../../aws/s3-objects.ts';
import { TenantDataTables } from '../../aws/tenant-data-tables.ts';
import { TenantFilesBucket } from '../../aws/tenant-files.ts';
import { sendingSecretPrefix } from '../../contract/secret-names.ts';
import { removeTenant } from '../../operations/people/remove-tenant.ts';
import { removeUsersOf } from '../../operations/users/remove-users-of.ts';
import { UsageError } from '../errors.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand, withTarget } from '../new-command.ts';
import { resolveTarget, type Target, type TargetOptions } from '../target.ts';
import { targetUserPool } from '../target-user-pool.ts';
import { noSuchTenant } from '../tenant-directory.ts';

interface Options extends TargetOptions, JsonOption {
  readonly confirm?: string;
  readonly dryRun?: boolean;
}

/** `tenant remove ID` */
export function tenantRemove(io: Io): Command {
  return withTarget(
    newCommand(
      'remove',
      'remove a tenant with all that is stored of it; interrupted, it goes on when run again',
      ['tenant remove acme --stage prod --dry-run', 'tenant remove acme --stage prod --confirm acme'],
    ),
  )
    .argument('<id>', 'the tenant')
    .option('--confirm <id>', 'the tenant once more, since nothing brings it back')
    .option('--dry-run', 'count what would be removed and remove nothing')
    .action(async (tenantId: string, options: Options) => {
      const { confirm, dryRun = false } = options;
      if (!dryRun && confirm !== tenantId) {
        throw new UsageError(
          `Removing ${tenantId} can't be undone.`,
          `Say --confirm ${tenantId}, or --dry-run to see what would go.`,
        );
      }
      const target = await resolveTarget(options, io);
      const configured = new DirectoryTableWriter(target.clients, target);
      const secretPrefixes = [target.secretPrefix, sendingSecretPrefix(target.secretPrefix)];
      const data = new TenantDataTables(target.clients, { ...target, secretPrefixes });
      const pool = await targetUserPool(target);
      const users = { removeOf: (id: string, dry: boolean) => removeUsersOf(pool, id, dry) };
      if (!dryRun)
        io.err('It is suspended first; a little over a minute later, when every function knows, it goes.');
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
