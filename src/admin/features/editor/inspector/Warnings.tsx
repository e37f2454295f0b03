import { useEngineText } from '../../flows/view/engine-messages.ts';
import type { Path } from '../document/document.ts';
import { faultsAt } from '../faults/fault-finder.ts';
import { useFaults } from '../store/editor-context.ts';

/** Warnings of a field, which don't block publishing. */
export function Warnings({ path, isWhole = false }: { readonly path: Path; readonly isWhole?: boolean }) {
  const { warnings } = useFaults();
  const say = useEngineText();
  return faultsAt(warnings, path, { isWhole }).map((warning) => (
    <span key={`${warning.path.join('.')} ${warning.message}`} dir="auto" className="field-warning">
      ⚠ {[warning.path.slice(path.length).join('.'), say(warning)].filter(Boolean).join(' ')}
    </span>
  ));
}
