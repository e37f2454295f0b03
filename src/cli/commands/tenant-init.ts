import { basename, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { identifier } from '../../contract/vocabulary.ts';
import { UsageError } from '../errors.ts';
import { schemaOf, writeFlow, writeNew } from '../flow-templates.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand } from '../new-command.ts';

/** The gateway's own pages, whichever port the stack of this machine has. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of a tenant's files
const ownOrigin = '${GATEWAY_ORIGIN}';

type Places = Pick<Io, 'templatesFolder' | 'schemasFolder'>;
type Options = JsonOption & { readonly origin: string };

/** `tenant init DIR` */
export function tenantInit(io: Io): Command {
  return newCommand('init', "write a tenant's folder that works: its settings, a widget, a flow", [
    'tenant init tenants/books --origin https://www.books.example',
    'tenant apply tenants/books --local',
  ])
    .argument('<dir>', 'the folder to write; its name becomes the id of the tenant')
    .option(
      '--origin <origin>',
      `the site that may show the widget; without it, ${ownOrigin} is written, which --local fills in`,
      ownOrigin,
    )
    .action(async (directory: string, options: Options) => {
      const folder = resolve(directory);
      const id = basename(folder);
      if (!identifier.safeParse(id).success) {
        throw new UsageError(`"${id}" can't be the id of a tenant: letters, digits and . _ : @ + = - only.`);
      }
      const files = await writeFolder(folder, id, options.origin, io);
      const next = `Check and apply it: npx gateway tenant apply ${directory} --local. docs/tenant-files.md tells what may be in it.`;
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
