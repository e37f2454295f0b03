import * as z from 'zod/mini';
import { headers as names } from '../../contract/headers.ts';
import { limits } from '../../contract/limits.ts';
import { maybe } from '../absent.ts';
import type { ChannelTemplates } from '../channel.ts';
import { readTemplate } from '../cloud-api/read-template.ts';
import { sendingToken } from '../replies/sending-token.ts';
import { defaultBaseUrl } from './base-url.ts';

/** `{"count":2,"limit":50,"offset":0,"total":2,"waba_templates":[{"name":"order_update","status":"approved",…}]}` */
const answer = z.object({
  waba_templates: z.array(z.unknown()),
  offset: maybe(z.number()),
  total: maybe(z.number()),
});

/**
 * `GET /v1/configs/templates`, a page by its offset.
 * @see https://docs.360dialog.com/docs/waba-management/templates
 */
export const templates: ChannelTemplates = {
  page(known, cursor) {
    const { base_url = defaultBaseUrl } = known.account;
    const query = new URLSearchParams({ limit: String(limits.templatesPage), offset: cursor ?? '0' });
    return {
      url: `${base_url}/v1/configs/templates?${query}`,
      headers: { [names.chatappBKey]: sendingToken(known) },
    };
  },
  read(body) {
    const { data } = answer.safeParse(body);
    if (!data) return null;
    const { waba_templates: found, offset = 0, total = 0 } = data;
    const reached = offset + found.length;
    return {
      templates: found.flatMap((each) => readTemplate(each) ?? []),
      cursor: found.length > 0 && reached < total ? String(reached) : null,
    };
  },
};
