import type { Command } from 'commander';
import { runsOutAtMs } from '../../domain/idle-end.ts';
import { withEndedRun } from '../../operations/turn/end-run.ts';
import { CommandError } from '../errors.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand, withTarget } from '../new-command.ts';
import { openRecords, tenantsToSearch } from '../records.ts';
import { resolveTarget, type TargetOptions } from '../target.ts';

type Options = TargetOptions & JsonOption & { readonly tenant?: string; readonly dryRun?: boolean };

/** `conversation restart ID` */
export function conversationRestart(io: Io): Command {
  return withTarget(
    newCommand('restart', "end a conversation's run: its next message begins on the published version", [
      'conversation restart rQiXQKWDX_mapL-t8kP2Twwk --tenant acme --stage prod',
    ]),
  )
    .argument('<id>', 'id of the conversation; if it begins with a dash, write -- before it, last of all')
    .option('--tenant <id>', 'whose conversation it is; without it every tenant is searched')
    .option('--dry-run', 'say what would be ended and end nothing')
    .action(async (id: string, options: Options) => {
      const target = await resolveTarget(options, io);
      const { conversations } = openRecords(target, io);
      for (const tenantId of await tenantsToSearch(target, io, options.tenant)) {
        const stored = await conversations.find(tenantId, id);
        if (!stored) continue;
        const { state } = stored;
        const done = { conversationId: id, tenantId, dryRun: options.dryRun === true };
        if (!state || state.status === 'completed' || runsOutAtMs(stored) <= io.nowMs()) {
          const text = `conversation ${id} of ${tenantId} has no run: its next message begins one`;
          return printResult(io, options.json, text, { ...done, ended: null });
        }
        // The schedule settles it within a minute or two.
        const end = { turnId: `restarted-${stored.version}`, correlationId: `restarted-${id}` };
        const next = withEndedRun(io, stored, state, { ...end, outcome: 'failed' });
        if (!options.dryRun) await conversations.save(next);
        const run = `flow ${state.flow.id} version ${state.flow.version} at step ${state.flow.stepId}`;
        const did = options.dryRun ? 'would be ended' : 'is ended';
        const text = `conversation ${id} of ${tenantId}: its run of ${run} ${did}`;
        return printResult(io, options.json, text, { ...done, ended: state.flow });
      }
      throw new CommandError(
        `There is no conversation ${id} in ${target.label}.`,
        'Check the stage; `npx gateway message why` finds a conversation by the id of a message.',
      );
    });
}
