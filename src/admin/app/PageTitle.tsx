import { Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTexts } from '../texts/texts.ts';

/** A page's heading: names the tab and, after a navigation, tells screen readers where they are. */
export function PageTitle({ children }: { readonly children: string }) {
  const { product } = useTexts().frame;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${children} · ${product}`;
    // Just after loading nothing has the focus yet, and the page is read from its top.
    if (document.activeElement !== document.body) heading.current?.focus();
  }, [children, product]);
  return (
    <Title order={1} size="h2" ref={heading} tabIndex={-1} className="page-title">
      {children}
    </Title>
  );
}
