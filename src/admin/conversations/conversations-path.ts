import { startOf } from '../app/start-of.ts';

/** The address of the API for the filters in the page's address: `?status=waiting&flow=support&from=2026-05-01`. */
export function conversationsPath(search: URLSearchParams): string {
  const query = new URLSearchParams();
  for (const name of ['status', 'channel', 'flow'] as const) {
    const value = search.get(name);
    if (value) query.set(name, value);
  }
  const [version, user] = [search.get('version'), search.get('user')];
  if (version && query.has('flow')) query.set('version', version);
  if (user && query.has('channel')) query.set('user', user);
  const from = startOf(search.get('from'), 0);
  const to = startOf(search.get('to'), 1);
  if (from) query.set('from', from);
  if (to) query.set('to', to);
  const text = query.toString();
  return `/conversations${text && `?${text}`}`;
}
