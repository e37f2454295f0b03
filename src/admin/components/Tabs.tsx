import { Tabs as MantineTabs } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props<Id extends string> {
  readonly label: string;
  readonly names: Readonly<Record<Id, string>>;
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
  readonly children: ReactNode;
}

/** Parts of a page of which one is shown. */
export function Tabs<Id extends string>({ label, names, chosen, onChoose, children }: Props<Id>) {
  return (
    <MantineTabs value={chosen} onChange={(id) => id !== null && onChoose(id as Id)}>
      <MantineTabs.List aria-label={label}>
        {(Object.keys(names) as Id[]).map((id) => (
          <MantineTabs.Tab key={id} value={id}>
            {names[id]}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
      <MantineTabs.Panel value={chosen} pt="md">
        {children}
      </MantineTabs.Panel>
    </MantineTabs>
  );
}
