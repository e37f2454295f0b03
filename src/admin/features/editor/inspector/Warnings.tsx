import type { Path } from '../document/document.ts';
import { faultsAt } from '../faults/fault-finder.ts';
import { useFaults } from '../store/editor-context.ts';

/** What is right at a place and yet maybe not meant, in the engine's words, which are English. */
export function Warnings({ path, isWhole = false }: { readonly path: Path; readonly isWhole?: boolean }) {
  const { warnings } = useFaults();
  return faultsAt(warnings, path, { isWhole }).map(({ path: at, message }) => (
    <span key={`${at.join('.')} ${message}`} lang="en" dir="ltr" className="field-warning">
      ⚠ {[at.slice(path.length).join('.'), message].filter(Boolean).join(' ')}
    </span>
  ));
}
