import { Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useWaiting } from './inbox-presence.ts';

interface Props {
  /** Names the tab of the browser besides, where several pages have one heading. */
  readonly tab?: string;
  readonly children: string;
}

/** A page's heading: sets the tab's title and, after a navigation, announces the page to screen readers. */
export function PageTitle({ tab, children }: Props) {
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
