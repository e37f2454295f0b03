import { Anchor, Group, MantineProvider, Text, Title } from '@mantine/core';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyTheme, providerProps } from '../../../browser/theme.ts';

interface PageProps {
  readonly title: string;
  readonly about: string;
  /** The other pages of this machine: address and name. */
  readonly links: readonly (readonly [href: string, name: string])[];
  readonly children: ReactNode;
}

/** Shows a page of the simulator below its header. */
export function showPage({ title, about, links, children }: PageProps): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page lacks #root');
  applyTheme();
  createRoot(root).render(
    <StrictMode>
      <MantineProvider {...providerProps}>
        <main>
          <Group px="lg" py="sm" gap="lg">
            <Title order={1}>{title}</Title>
            <Text c="dimmed">{about}</Text>
            <Group component="nav" aria-label="This machine" ml="auto">
              {links.map(([href, name]) => (
                <Anchor key={href} href={href} underline="always">
                  {name}
                </Anchor>
              ))}
            </Group>
          </Group>
          <div className="columns">{children}</div>
        </main>
      </MantineProvider>
    </StrictMode>,
  );
}
