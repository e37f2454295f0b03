import { Argument, type Command } from 'commander';
import type { Io } from '../io.ts';
import { newCommand } from '../new-command.ts';

/** `completion SHELL` */
export function completion(io: Io): Command {
  const command = newCommand(
    'completion',
    'print a shell completion script for `gateway`',
    [
      'completion bash >> ~/.bashrc',
      'completion zsh >> ~/.zshrc',
      'completion fish > ~/.config/fish/completions/gateway.fish',
    ],
    { json: false },
  );
  return command.addArgument(new Argument('<shell>', 'the shell').choices(shells)).action((shell: Shell) => {
    let program = command;
    while (program.parent) program = program.parent;
    io.out(completionScript(program, shell));
  });
}

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

/** The words that may follow a command: its subcommands and options. */
interface Place {
  /** `flow publish`; empty for the program itself. */
  readonly path: string;
  readonly words: readonly string[];
}

/** A script that has a shell complete commands and options; files where neither fits. */
function completionScript(program: Command, shell: Shell): string {
  const places = placesOf(program, []);
  if (shell === 'fish') return fishScript(places);
  const bash = bashScript(places);
  return shell === 'bash' ? bash : `autoload -U +X bashcompinit && bashcompinit\n${bash}`;
}

function placesOf(command: Command, path: readonly string[]): Place[] {
  const options = [...command.options.map(({ long }) => long), '--help'].filter(
    (name) => typeof name === 'string',
  );
  const children = command.commands.filter((child) => child.name() !== 'help');
  return [
    { path: path.join(' '), words: [...children.map((child) => child.name()), ...options] },
    ...children.flatMap((child) => placesOf(child, [...path, child.name()])),
  ];
}

const pathsOf = (places: readonly Place[]) => places.map(({ path }) => path).filter((path) => path !== '');

/** Words that are no command, options and their values, are passed over. */
function bashScript(places: readonly Place[]): string {
  const quoted = (text: string) => `"${text}"`;
  return `_gateway() {
  local path="" word words="" at
  for ((at = 1; at < COMP_CWORD; at++)); do
    word="\${path:+$path }\${COMP_WORDS[at]}"
    case "$word" in
      ${pathsOf(places).map(quoted).join('|')}) path="$word" ;;
    esac
  done
  case "$path" in
${places.map(({ path, words }) => `    ${quoted(path)}) words="${words.join(' ')}" ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _gateway gateway`;
}

function fishScript(places: readonly Place[]): string {
  const known = pathsOf(places).map((path) => `'${path}'`);
  const lines = places.flatMap(({ path, words }) => {
    const at = `complete -c gateway -n '__gateway_at "${path}"'`;
    const commands = words.filter((word) => !word.startsWith('-'));
    return [
      ...(commands.length > 0 ? [`${at} -f -a '${commands.join(' ')}'`] : []),
      ...words.filter((word) => word.startsWith('--')).map((word) => `${at} -l ${word.slice(2)}`),
    ];
  });
  return `function __gateway_at
  set -l path ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim "$path $word")
    contains -- $next ${known.join(' ')}; and set path $next
  end
  test "$path" = "$argv[1]"
end
${lines.join('\n')}`;
}
