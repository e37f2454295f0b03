import { useEngineText } from '../../flows/view/engine-messages.ts';
import { getAt } from '../document/at-path.ts';
import type { Json, Path } from '../document/document.ts';
import { faultsAt } from '../faults/fault-finder.ts';
import { useEditor, useFaults, useFlow } from '../store/editor-context.ts';

/** A place in the flow that a form fills in. */
export interface FieldState {
  readonly value: Json | undefined;
  /** `undefined` takes it away. */
  readonly set: (value: Json | undefined) => void;
  /** The problem at this path. */
  readonly fault: string | undefined;
  readonly onLeave: () => void;
}

/** @param isWhole whether it also shows what is wrong within it */
export function useField(path: Path, { isWhole = false }: { readonly isWhole?: boolean } = {}): FieldState {
  const { store } = useEditor();
  const say = useEngineText();
  const value = useFlow((document) => getAt(document, path));
  const { all } = useFaults();
  const found = faultsAt(all, path, { isWhole });
  return {
    value,
    set: (next) => store.do({ do: 'edit', path, value: next }),
    fault: found.length === 0 ? undefined : found.map(say).join('; '),
    onLeave: store.endTyping,
  };
}
