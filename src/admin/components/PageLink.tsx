import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useConsole } from './console-context.ts';
import { locationOf, tenantPath } from './navigation.ts';

interface Props {
  /** Below the tenant; with a query if it has one. */
  readonly path: string;
  /** Whether it stays marked on subpages. */
  readonly isArea?: boolean;
  readonly className?: string;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

/** A link to a page of the tenant: a real one, that may be opened in another tab too. */
export function PageLink({ path, isArea = false, className = 'page-link', title, children }: Props) {
  const { tenantId } = useConsole();
  const isExact = !isArea || path === '';
  return (
    <Link
      {...locationOf(tenantPath(tenantId, path))}
      activeOptions={{ exact: isExact, includeSearch: false }}
      className={className}
      title={title}
    >
      {children}
    </Link>
  );
}
