import { useConsole } from './console-context.ts';

/** `t/{tenant}/…`: a link opens the same tenant for everybody. @see console.md 2 */
export function tenantPath(tenantId: string, path: string): string {
  return `t/${encodeURIComponent(tenantId)}${path && `/${path}`}`;
}

/** Makes paths of the tenant that is worked in. */
export function useTenantPath(): (path: string) => string {
  const { tenantId } = useConsole();
  return (path) => tenantPath(tenantId, path);
}
