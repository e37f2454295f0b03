import { Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useWaiting } from './at-desk.ts';

/** A page's heading: names the tab and, after a navigation, tells screen readers where they are. */
export function PageTitle({ children }: { readonly children: string }) {
  const { t } = useTranslation('common');
  const product = t('product');
  const waiting = useWaiting();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${children} · ${product}`;
  }, [children, product, waiting]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page.
  useEffect(() => {
    // Just after loading nothing has the focus yet, and the page is read from its top.
    if (document.activeElement !== document.body) heading.current?.focus();
  }, [children]);
  return (
    <Title order={1} ref={heading} tabIndex={-1} className="page-title">
      {children}
    </Title>
  );
}
