import { type Command, Option } from 'commander';
import { type Label, labelColors, labelList } from '../../contract/labels.ts';
import { changeLabels, readLabels } from '../../operations/admin/tenants/labels.ts';
import { CommandError } from '../explain-error.ts';
import { type Io, printResult } from '../io.ts';
import { newTenantCommand, type TenantOptions } from '../new-command.ts';
import { describeTable } from '../records.ts';
import { checkedBody } from '../report-options.ts';
import { openAsOperator } from '../stored-flow.ts';

/** `label list` */
export function labelListCommand(io: Io): Command {
  return newTenantCommand('list', "list a tenant's labels for conversations", [
    'label list --tenant acme --local',
  ]).action(async (options: TenantOptions) => {
    const { admin, caller } = await openAsOperator(options, io);
    const { labels } = (await readLabels(admin, caller)).body;
    const rows = labels.map(({ id, name, color }) => [id, name, color]);
    const text = rows.length > 0 ? describeTable(['label', 'name', 'color'], rows) : 'There are no labels.';
    printResult(io, options.json, text, labels);
  });
}

/** `label set ID` */
export function labelSet(io: Io): Command {
  return newTenantCommand('set', 'create a label, or change its name or color; conversations keep it', [
    'label set billing --name Billing --color blue --tenant acme --local',
    'label set billing --name Invoices --tenant acme --stage prod',
  ])
    .argument('<id>', 'the ID of the label')
    .option('--name <name>', 'its name; default for a new one: its ID')
    .addOption(new Option('--color <color>', 'its color; default for a new one: gray').choices(labelColors))
    .action(async (id: string, options: TenantOptions & Partial<Pick<Label, 'name' | 'color'>>) => {
      const { name, color } = options;
      await change(io, options, `label ${id} is set`, (labels) => {
        const before = labels.find((label) => label.id === id);
        const next = { id, name: name ?? before?.name ?? id, color: color ?? before?.color ?? 'gray' };
        return before ? labels.map((label) => (label === before ? next : label)) : [...labels, next];
      });
    });
}

/** `label remove ID` */
export function labelRemove(io: Io): Command {
  return newTenantCommand('remove', 'delete a label, also from all conversations', [
    'label remove billing --tenant acme --local',
  ])
    .argument('<id>', 'the ID of the label, as printed by `label list`')
    .action((id: string, options: TenantOptions) =>
      change(io, options, `label ${id} is deleted`, (labels) => {
        const rest = labels.filter((label) => label.id !== id);
        if (rest.length === labels.length)
          throw new CommandError(`There is no label ${id}.`, 'See `npx gateway label list`.');
        return rest;
      }),
    );
}

/** Replaces the labels that were read a moment ago. @throws UsageError for one that can't be stored */
async function change(
  io: Io,
  options: TenantOptions,
  done: string,
  next: (labels: readonly Label[]) => readonly Label[],
): Promise<void> {
  const { admin, caller } = await openAsOperator(options, io);
  const { body, etag } = await readLabels(admin, caller);
  const { labels } = (
    await changeLabels(admin, caller, {
      body: { labels: checkedBody(labelList, next(body.labels)) },
      ifMatch: etag,
      ifNoneMatch: undefined,
    })
  ).body;
  printResult(io, options.json, `${done}, everywhere within a minute`, labels);
}
