import type { MouseEvent, ReactNode } from 'react';
import { rootPath } from './address-bar.ts';
import { navigate, usePath } from './use-path.ts';
import { useTenantPath } from './use-tenant-path.ts';

/** A link to a page of the tenant: a real one, that may be opened in another tab too. */
export function PageLink({
  path,
  isArea = false,
  className = 'page-link',
  children,
}: {
  /** Below the tenant; with a query if it has one. */
  readonly path: string;
  /** Whether it stays marked on the pages below it. */
  readonly isArea?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const to = useTenantPath()(path);
  const current = usePath();
  const isBelow = isArea && path !== '' && current.startsWith(`${to}/`);
  const go = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a
      href={rootPath + to}
      onClick={go}
      className={className}
      aria-current={current === to.split('?')[0] ? 'page' : isBelow ? 'true' : undefined}
    >
      {children}
    </a>
  );
}
