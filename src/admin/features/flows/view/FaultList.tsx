import { Code } from '@mantine/core';
import type { FlowProblem } from '../../../../engine/problems.ts';
import { useEngineText } from './engine-messages.ts';

/** Problems and warnings of a flow. */
export function FaultList({ faults }: { readonly faults: readonly FlowProblem[] }) {
  const say = useEngineText();
  return (
    <ul className="faults">
      {faults.map((fault) => (
        <li key={`${fault.path} ${fault.message}`}>
          <Code>{fault.path}</Code> <span dir="auto">{say(fault)}</span>
        </li>
      ))}
    </ul>
  );
}
