import { Code } from '@mantine/core';
import type { Fault } from './engine-jobs.ts';

/** Faults and warnings in the service's words, which are English. */
export function FaultList({ faults }: { readonly faults: readonly Fault[] }) {
  return (
    <ul className="faults" lang="en" dir="ltr">
      {faults.map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          <Code>{path}</Code> {message}
        </li>
      ))}
    </ul>
  );
}
