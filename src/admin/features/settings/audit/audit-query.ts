import type { QueryOf } from '../../../api/routes.ts';
import { startOf } from '../../../components/start-of.ts';

/** What is asked of the API by the filters in the page's address: `?what=flow.&who=…&from=2026-05-01&to=2026-05-07`. */
export function auditQuery(search: URLSearchParams): QueryOf<'/v1/admin/audit'> {
  return {
    action: search.get('what') || undefined,
    who: search.get('who') || undefined,
    resource: search.get('resource') || undefined,
    from: startOf(search.get('from'), 0) || undefined,
    to: startOf(search.get('to'), 1) || undefined,
  };
}
