import { useEngineText } from '../../flows/view/engine-messages.ts';
import type { Path } from '../document/document.ts';
import { faultsAt } from '../faults/fault-finder.ts';
import { useFaults } from '../store/editor-context.ts';
import { ProblemText } from './ProblemText.tsx';

/** Problems in a part of a form that belong to none of its fields. */
export function OtherFaults({ path, fields }: { readonly path: Path; readonly fields: readonly string[] }) {
  const { all } = useFaults();
  const say = useEngineText();
  return faultsAt(all, path, { isWhole: true })
    .filter(({ path: at }) => !fields.includes(String(at[path.length])))
    .map((fault) => (
      <ProblemText
        key={`${fault.path.join('.')} ${fault.message}`}
        fault={[fault.path.slice(path.length).join('.'), say(fault)].filter(Boolean).join(' ')}
      />
    ));
}
