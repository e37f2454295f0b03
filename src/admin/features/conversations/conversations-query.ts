import type { QueryOf } from '../../api/routes.ts';
import { startOf } from '../../components/start-of.ts';

/** What is asked of the API by the filters in the page's address: `?status=waiting&flow=support&from=2026-05-01`. */
export function conversationsQuery(search: URLSearchParams): QueryOf<'/v1/admin/conversations'> {
  const given = (name: string) => search.get(name) || undefined;
  const [channel, flow] = [given('channel'), given('flow')];
  return {
    status: given('status'),
    channel,
    flow,
    version: flow && given('version'),
    user: channel && given('user'),
    from: startOf(search.get('from'), 0) || undefined,
    to: startOf(search.get('to'), 1) || undefined,
  };
}
