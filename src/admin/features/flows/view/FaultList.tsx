import { Code } from '@mantine/core';
import type { Fault } from './engine-jobs.ts';
import { useEngineText } from './engine-messages.ts';

/** Problems and warnings of a flow. */
export function FaultList({ faults }: { readonly faults: readonly Fault[] }) {
  const say = useEngineText();
  return (
    <ul className="faults">
      {faults.map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          <Code>{path}</Code> <span dir="auto">{say(message)}</span>
        </li>
      ))}
    </ul>
  );
}
