import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useConsole } from './console-context.ts';

/** `t/{tenant}/…`: a link opens the same tenant for everybody. @see console.md 2 */
export function tenantPath(tenantId: string, path: string): string {
  return `t/${encodeURIComponent(tenantId)}${path && `/${path}`}`;
}

/** A path below the application's root, with a query if it has one, as the router takes it. */
export function locationOf(path: string) {
  const [pathname = '', query = ''] = path.split('?');
  return { to: `/${pathname}`, search: Object.fromEntries(new URLSearchParams(query)) };
}

/** The path under the application's root, without slashes at its ends. */
export const usePath = (): string =>
  useLocation({ select: ({ pathname }) => pathname.replace(/^\/+|\/+$/g, '') });

interface Going {
  /** Takes the place of the page that is shown in the history. */
  readonly replace?: boolean;
  /** For a tenant other than the current one. */
  readonly tenantId?: string;
}

/** Goes to a page of the tenant. */
export function useGoTo(): (path: string, going?: Going) => void {
  const navigate = useNavigate();
  const { tenantId: own } = useConsole();
  return (path, { replace = false, tenantId = own } = {}) =>
    void navigate({ ...locationOf(tenantPath(tenantId, path)), replace });
}

type Change = Readonly<Record<string, string | null>>;

/**
 * The URL's search parameters, parsed by the page's schema, and a setter that replaces the history entry. Changes
 * are visible at once, although the router takes a moment.
 */
export function useSearch(): readonly [URLSearchParams, (change: Change) => void] {
  const current = useLocation({ select: ({ search }) => new URLSearchParams(search).toString() });
  const navigate = useNavigate();
  const [ahead, setAhead] = useState({ after: current, text: current });
  const isAhead = ahead.after === current;
  // Once the router has arrived, another component may lead back to where this one was.
  if (!isAhead) setAhead({ after: current, text: current });
  const text = isAhead ? ahead.text : current;
  const set = (change: Change) => {
    const next = new URLSearchParams(text);
    for (const [name, value] of Object.entries(change)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    setAhead({ after: current, text: next.toString() });
    void navigate({ to: '.', search: Object.fromEntries(next), replace: true });
  };
  return [new URLSearchParams(text), set];
}

/** The change that clears search parameters. */
export const cleared = (names: readonly string[]): Change =>
  Object.fromEntries(names.map((name) => [name, null]));
