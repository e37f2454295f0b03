import { Tabs as MantineTabs } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { usePath } from './navigation.ts';
import { PageLink } from './PageHeader.tsx';

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
      <MantineTabs.List aria-label={label} ref={useCentered<HTMLDivElement>(chosen)}>
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

interface PageTabsProps {
  readonly label: string;
  readonly tabs: readonly (Pick<Parameters<typeof PageLink>[0], 'path' | 'isArea'> & {
    readonly name: string;
  })[];
}

/** Pages that share a header, as tabs. */
export function PageTabs({ label, tabs }: PageTabsProps) {
  return (
    <nav aria-label={label} className="page-tabs">
      <ul ref={useCentered<HTMLUListElement>(usePath())}>
        {tabs.map(({ name, ...link }) => (
          <li key={link.path}>
            <PageLink {...link}>{name}</PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Scrolls a line of tabs that is wider than the window to the current one; the page itself stays where it is. */
function useCentered<Line extends HTMLElement>(current: string): RefObject<Line | null> {
  const line = useRef<Line>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is what there is to scroll to.
  useEffect(() => {
    const tab = line.current?.querySelector('[aria-current], [aria-selected="true"]');
    if (line.current && tab) line.current.scrollBy({ left: middleOf(tab) - middleOf(line.current) });
  }, [current]);
  return line;
}

function middleOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}
