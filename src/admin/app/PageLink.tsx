import type { MouseEvent, ReactNode } from 'react';
import { rootPath } from './address-bar.ts';
import { navigate, usePath } from './use-path.ts';

/** A link to a page of the application: a real one, that may be opened in another tab too. */
export function PageLink({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  const isCurrent = usePath() === path;
  const go = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(path);
  };
  return (
    <a
      href={rootPath + path}
      onClick={go}
      className="page-link"
      aria-current={isCurrent ? 'page' : undefined}
    >
      {children}
    </a>
  );
}
