import { Argument, type Command } from 'commander';
import { completionScript, type Shell, shells } from '../completion.ts';
import type { Io } from '../io.ts';
import { newCommand } from '../new-command.ts';

/** `completion SHELL` */
export function completion(io: Io): Command {
  const command = newCommand(
    'completion',
    'print a script that has your shell complete commands and options of `gateway`',
    [
      'completion bash >> ~/.bashrc',
      'completion zsh >> ~/.zshrc',
      'completion fish > ~/.config/fish/completions/gateway.fish',
    ],
    { json: false },
  );
  return command
    .addArgument(new Argument('<shell>', 'which shell').choices(shells))
    .action((shell: Shell) => {
      let program = command;
      while (program.parent) program = program.parent;
      io.out(completionScript(program, shell));
    });
}
