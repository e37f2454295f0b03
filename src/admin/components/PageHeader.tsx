import { Group, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConsole } from './console-context.ts';
import { useWaiting } from './inbox-presence.ts';
import { locationOf, tenantPath } from './navigation.ts';

interface Props {
  readonly title: string;
  /** At the end of its line: one primary button, and what is seldom wanted. */
  readonly children?: ReactNode;
}

/** The head of a page: its title, and what can be done here. */
export function PageHeader({ title, children }: Props) {
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <PageTitle>{title}</PageTitle>
      <Group gap="xs" wrap="nowrap">
        {children}
      </Group>
    </Group>
  );
}

interface PageTitleProps {
  /** Names the tab of the browser besides, where several pages have one heading. */
  readonly tab?: string;
  readonly children: string;
}

/** A page's heading: sets the tab's title and, after a navigation, announces the page to screen readers. */
export function PageTitle({ tab, children }: PageTitleProps) {
  const { t } = useTranslation('common');
  const product = t('product');
  const waiting = useWaiting();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${tab === undefined ? '' : `${tab} · `}${children} · ${product}`;
  }, [children, product, tab, waiting]);
  // Not the router's: the pages around the sign-in have none.
  const path = window.location.pathname;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page; a title that loads later takes no focus.
  useEffect(() => {
    // Just after loading nothing has the focus yet, and the page is read from its top.
    if (document.activeElement !== document.body) heading.current?.focus();
  }, [path]);
  return (
    <Title order={1} ref={heading} tabIndex={-1} className="page-title">
      {children}
    </Title>
  );
}

interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** Below the tenant; with a query if it has one. */
  readonly path: string;
  /** Whether it stays marked on subpages. */
  readonly isArea?: boolean;
}

/** A link to a page of the tenant: a real one, that may be opened in another tab too. */
export function PageLink({ path, isArea = false, className = 'page-link', ...rest }: PageLinkProps) {
  const { tenantId } = useConsole();
  const isExact = !isArea || path === '';
  return (
    <Link
      {...locationOf(tenantPath(tenantId, path))}
      activeOptions={{ exact: isExact, includeSearch: false }}
      className={className}
      {...rest}
    />
  );
}
