import * as z from 'zod/mini';
import { limits } from '../../contract/limits.ts';
import { AccountIncompleteError } from '../../domain/problems.ts';
import { maybe } from '../absent.ts';
import type { ChannelTemplates } from '../channel.ts';
import { readTemplate } from '../cloud-api/read-template.ts';
import { sendingToken } from '../replies/sending-token.ts';
import { defaultBaseUrl } from './base-url.ts';

const fields = 'name,language,status,category,parameter_format,components';

/** `{"data":[…],"paging":{"cursors":{"before":"MAZDZD","after":"MjQZD"},"next":"https://graph.facebook.com/…"}}` */
const answer = z.object({
  data: z.array(z.unknown()),
  paging: maybe(
    z.object({ next: maybe(z.string()), cursors: maybe(z.object({ after: maybe(z.string()) })) }),
  ),
});

/**
 * `GET /{business account id}/message_templates`; the token needs the permission to manage the business account.
 * @see https://developers.facebook.com/docs/graph-api/reference/whats-app-business-account/message_templates
 */
export const templates: ChannelTemplates = {
  page(known, cursor) {
    const { id, base_url = defaultBaseUrl, waba_id } = known.account;
    if (waba_id === undefined) throw new AccountIncompleteError(id, 'waba_id');
    const query = new URLSearchParams({
      fields,
      limit: String(limits.templatesPage),
      ...(cursor !== null && { after: cursor }),
    });
    return {
      url: `${base_url}/${encodeURIComponent(waba_id)}/message_templates?${query}`,
      headers: { authorization: `Bearer ${sendingToken(known)}` },
    };
  },
  read(body) {
    const { data } = answer.safeParse(body);
    if (!data) return null;
    const { next, cursors } = data.paging ?? {};
    return {
      templates: data.data.flatMap((each) => readTemplate(each) ?? []),
      // The address itself names a host of the provider's choice: only its cursor is used.
      cursor: next === undefined ? null : (cursors?.after ?? null),
    };
  },
};
