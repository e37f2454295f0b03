import { startOf } from '../app/start-of.ts';

/** The address of the API for the filters in the page's address: `?what=flow.&who=…&from=2026-05-01&to=2026-05-07`. */
export function auditPath(search: URLSearchParams): string {
  const query = new URLSearchParams();
  const what = search.get('what');
  const who = search.get('who');
  const resource = search.get('resource');
  const from = startOf(search.get('from'), 0);
  const to = startOf(search.get('to'), 1);
  if (what) query.set('action', what);
  if (who) query.set('who', who);
  if (resource) query.set('resource', resource);
  if (from) query.set('from', from);
  if (to) query.set('to', to);
  const text = query.toString();
  return `/audit${text && `?${text}`}`;
}
