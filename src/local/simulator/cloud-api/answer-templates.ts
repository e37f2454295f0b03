import { headers as names } from '../../../contract/headers.ts';
import type { SimulatedAccount } from '../accounts.ts';
import { graphError } from './errors.ts';

interface TemplatesCall {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

interface TemplatesAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const json = (status: number, body: object): TemplatesAnswer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
});
const ofMeta = /^\/cloud-api(?:\/v\d+\.\d+)?\/([^/]+)\/message_templates$/;

/** `GET /{business account id}/message_templates`, and 360dialog's `GET /v1/configs/templates`; null for any other call. */
export function answerTemplates(
  { url, headers }: TemplatesCall,
  accounts: readonly SimulatedAccount[],
): TemplatesAnswer | null {
  const limit = Number(url.searchParams.get('limit') ?? 25);
  const business = ofMeta.exec(url.pathname)?.[1];
  if (business !== undefined) {
    const token = /^Bearer (.+)$/.exec(String(headers.authorization ?? ''))?.[1];
    const own = accounts.filter(
      ({ channel, secret }) => channel === 'chatapp' && secret('sending_token') === token,
    );
    const refused = graphError(401, 190, 'Invalid OAuth access token - Cannot parse access token');
    if (own.length === 0) return json(refused.status, refused.body);
    const denied = graphError(403, 200, 'Permissions error');
    const account = own.find(({ settings }) => settings.waba_id === business);
    if (!account) return json(denied.status, denied.body);
    const { templates } = account;
    const from = Number(url.searchParams.get('after') ?? 0);
    const data = templates.slice(from, from + limit);
    const end = from + data.length;
    const next = end < templates.length && { next: `https://graph.facebook.com${url.pathname}?after=${end}` };
    return json(200, { data, paging: { cursors: { before: String(from), after: String(end) }, ...next } });
  }
  if (url.pathname !== '/360dialog/v1/configs/templates') return null;
  const key = headers[names.chatappBKey];
  const account = accounts.find(
    ({ channel, secret }) => channel === 'chatapp-360' && secret('sending_token') === key,
  );
  if (!account) return json(401, { meta: { success: false, http_code: 401 } });
  const { templates } = account;
  const offset = Number(url.searchParams.get('offset') ?? 0);
  const page = templates.slice(offset, offset + limit);
  const waba_templates = page.map(({ status, ...rest }) => ({ ...rest, status: status.toLowerCase() }));
  return json(200, { count: page.length, limit, offset, total: templates.length, waba_templates });
}
