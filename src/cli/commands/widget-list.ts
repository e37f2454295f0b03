import type { Command } from 'commander';
import { DirectoryTableWriter } from '../../aws/directory-writer.ts';
import { readStoredTenant, readStoredWidget } from '../../contract/directory.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand, withTarget } from '../new-command.ts';
import { describeTable } from '../records.ts';
import { resolveTarget, type TargetOptions } from '../target.ts';
import { knownTenant } from '../tenant-directory.ts';

/** `widget list` */
export function widgetList(io: Io): Command {
  return withTarget(
    newCommand('list', "list a tenant's widgets with their flows and allowed sites", [
      'widget list --tenant acme --local',
      'widget list --tenant acme --stage prod --json',
    ]),
  )
    .requiredOption('--tenant <id>', 'whose widgets')
    .action(async ({ tenant: id, ...options }: TargetOptions & JsonOption & { readonly tenant: string }) => {
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
