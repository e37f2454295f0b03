import { type Command, Option } from 'commander';
import { triageBody } from '../../contract/admin/labels.ts';
import { priorities } from '../../contract/labels.ts';
import { withAgentTurn } from '../../domain/agent-turn.ts';
import { isErased } from '../../domain/conversation-after.ts';
import { planTriage } from '../../operations/handoff/triage-conversation.ts';
import { CommandError } from '../explain-error.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newTargetCommand } from '../new-command.ts';
import { openRecords } from '../records.ts';
import { checkedBody } from '../report-options.ts';
import { openAsOperator } from '../stored-flow.ts';
import type { TargetOptions } from '../target.ts';

interface Options extends TargetOptions, JsonOption {
  readonly tenant: string;
  readonly label?: readonly string[];
  readonly unlabel?: readonly string[];
  readonly priority?: string;
  readonly snooze?: string;
  readonly wake?: boolean;
}

/** `conversation triage ID` */
export function conversationTriage(io: Io): Command {
  return newTargetCommand('triage', "change a conversation's labels, priority and snooze", [
    'conversation triage rQiXQKWDX_mapL-t8kP2Twwk --label billing --priority high --tenant acme --local',
    'conversation triage rQiXQKWDX_mapL-t8kP2Twwk --snooze 2026-12-01T08:00:00Z --tenant acme --stage prod',
    'conversation triage rQiXQKWDX_mapL-t8kP2Twwk --unlabel billing --wake --tenant acme --stage prod',
  ])
    .argument('<id>', 'the ID of the conversation')
    .requiredOption('--tenant <id>', 'the tenant of the conversation')
    .option('--label <ids...>', 'labels to add')
    .option('--unlabel <ids...>', 'labels to remove')
    .addOption(new Option('--priority <priority>', 'its priority').choices(priorities))
    .option('--snooze <time>', 'until when it is snoozed, for example 2026-12-01T08:00:00Z')
    .option('--wake', 'end its snooze')
    .action(async (id: string, options: Options) => {
      const { tenant: tenantId, label, unlabel, priority, snooze, wake } = options;
      const snoozedUntil = wake ? null : snooze;
      const asked = { addLabels: label, removeLabels: unlabel, priority, snoozedUntil };
      const change = checkedBody(triageBody, asked);
      const { admin, caller, target } = await openAsOperator(options, io);
      const { conversations } = openRecords(target, io);
      const stored = await conversations.find(tenantId, id);
      if (!stored || isErased(stored))
        throw new CommandError(`There is no conversation ${id} in ${target.label}.`, 'Check the stage.');
      const owner = { kind: 'user' as const, id: caller.id, name: 'Command line' };
      const turn = { turnId: `triage-${stored.version}`, correlationId: caller.correlationId };
      const request = { tenantId, conversationId: id, change, caller: { owner, isAdmin: true }, ...turn };
      const planned = await planTriage(admin, request, stored);
      // The schedule settles it within a minute or two.
      if (planned) await conversations.save(withAgentTurn(stored, planned));
      const { labels = [], priority: set = 'none' } = planned?.triage ?? stored;
      const did = planned ? 'is changed' : 'is unchanged';
      const shown = { conversationId: id, tenantId, labels, priority: set };
      printResult(io, options.json, `conversation ${id} of ${tenantId} ${did}`, shown);
    });
}
