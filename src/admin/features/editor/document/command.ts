import type { Clip } from './clip.ts';
import type { FlowDocument, Group, Json, JsonObject, Note, Path, Point } from './document.ts';

/** Everything that can be done to a flow. Canvas, list, inspector and JSON send these and nothing else. */
export type Command =
  | {
      readonly do: 'add';
      readonly id: string;
      readonly step: JsonObject;
      readonly at?: Point;
      /** The connection that will lead to the step; the step's first connection leads to the former target. */
      readonly from?: Path;
    }
  /** If the step has one outgoing connection, incoming ones follow it; otherwise they are disconnected. */
  | { readonly do: 'remove'; readonly ids: readonly string[] }
  /** `undefined` takes away the key, or the entry of a list; the index after the last one appends. */
  | { readonly do: 'edit'; readonly path: Path; readonly value: Json | undefined }
  /** Puts an entry of a list before or behind others. */
  | { readonly do: 'reorder'; readonly path: Path; readonly from: number; readonly to: number }
  | { readonly do: 'connect'; readonly from: Path; readonly to: string }
  | { readonly do: 'disconnect'; readonly from: Path }
  /** Nothing happens when the new name is taken. */
  | { readonly do: 'rename'; readonly from: string; readonly to: string }
  /** Places of steps, and of notes by their own ids. */
  | {
      readonly do: 'move';
      readonly steps: Readonly<Record<string, Point>>;
      readonly notes?: Readonly<Record<string, Point>>;
      readonly isArrangement?: boolean;
    }
  /** Makes or changes a group, whose steps leave their former ones; null dissolves it. */
  | { readonly do: 'group'; readonly id: string; readonly group: Omit<Group, 'id'> | null }
  | { readonly do: 'note'; readonly id: string; readonly note: Omit<Note, 'id'> | null }
  /** Its start value; `undefined` undeclares it. */
  | { readonly do: 'variable'; readonly name: string; readonly value: Json | undefined }
  /** In expressions, texts, answers and scripts. */
  | { readonly do: 'rename-variable'; readonly from: string; readonly to: string }
  | { readonly do: 'triggers'; readonly triggers: readonly JsonObject[] }
  /** Content from JSON, an import or an older version; absent parts stay. */
  | {
      readonly do: 'replace';
      readonly content: Partial<FlowDocument>;
      readonly why: 'json' | 'import' | 'version';
    }
  | { readonly do: 'paste'; readonly clip: Clip; readonly at?: Point }
  /** Changes by others, merged with the local ones. */
  | { readonly do: 'merge'; readonly merged: FlowDocument };

export type CommandName = Command['do'];

/** The description of a history entry in the user's language: a command and its subject. */
export interface Label {
  readonly name: CommandName | 'arrange' | 'replace-text';
  /** A step, a variable or a field; null where several are. */
  readonly subject: string | null;
  readonly count: number;
}

/** Returns a command's description. */
export function labelOf(command: Command): Label {
  const subjects = subjectsOf(command);
  const [subject = null, ...others] = subjects;
  const isArrangement = command.do === 'move' && command.isArrangement;
  return {
    name: isArrangement ? 'arrange' : command.do,
    subject: others.length === 0 ? subject : null,
    count: subjects.length,
  };
}

function subjectsOf(command: Command): readonly string[] {
  if ('ids' in command) return command.ids;
  if ('id' in command) return [command.id];
  if ('name' in command) return [command.name];
  if ('clip' in command) return Object.keys(command.clip.steps);
  if ('path' in command) return [subjectOf(command.path)];
  if (command.do === 'connect' || command.do === 'disconnect') return [subjectOf(command.from)];
  if (command.do === 'move') return Object.keys({ ...command.notes, ...command.steps });
  return 'to' in command ? [command.to] : [];
}

/** The step that a path is in, else its last key. */
function subjectOf(path: Path): string {
  const [part, list, id] = path;
  return String(part === 'definition' && list === 'steps' && id !== undefined ? id : (path.at(-1) ?? ''));
}
