import type { Command } from 'commander';
import { syncUsers } from '../../operations/users/sync-users.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand, withTarget } from '../new-command.ts';
import type { TargetOptions } from '../target.ts';
import { targetUsers } from '../user-administration.ts';

/** `user sync` */
export function userSync(io: Io): Command {
  return withTarget(
    newCommand(
      'sync',
      "bring the directory in line with the user pool, after changes in Cognito's own console",
      ['user sync --stage prod'],
    ),
  ).action(async (options: TargetOptions & JsonOption) => {
    const parts = await targetUsers(options, io);
    const { users, removed } = await syncUsers(parts);
    const text = `${users} users of ${parts.target.label} are in line; ${removed} who are gone were removed`;
    printResult(io, options.json, text, { users, removed });
  });
}
