import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod/mini';
import { verifyCenterSignature } from '../../../channels/contactcenter/center-signature.ts';
import type { SimulatedAccount } from '../accounts.ts';

/** A call as it came in. */
export interface CenterRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: Buffer;
}

const entry = z.object({
  id: z.string(),
  seq: z.int(),
  author: z.enum(['user', 'bot', 'agent']),
  text: z.string(),
  at: z.string(),
});

const centerEvent = z.looseObject({
  id: z.string(),
  position: z.optional(z.int()),
  type: z.enum(['open', 'message', 'typing', 'receipt', 'end', 'rejected']),
  at: z.string(),
  author: z.optional(z.enum(['user', 'bot'])),
  text: z.optional(z.string()),
  reason: z.optional(z.string()),
  queue: z.optional(z.string()),
  channel: z.optional(z.string()),
  user: z.optional(z.object({ id: z.string(), firstName: z.optional(z.string()) })),
  transcript: z.optional(z.array(entry)),
  outcome: z.optional(z.string()),
  by: z.optional(z.nullable(z.string())),
  code: z.optional(z.string()),
  refId: z.optional(z.string()),
  state: z.optional(z.enum(['sent', 'delivered', 'read', 'failed'])),
});

/** An event of the gateway's that the desk has taken. */
export type TakenEvent = z.infer<typeof centerEvent> & { readonly handoffId: string };

type Read =
  | { readonly event: TakenEvent; readonly account: SimulatedAccount }
  | { readonly refusal: { readonly status: number; readonly body: object } };

const path = /^\/contact-center\/handoffs\/([^/]+)\/events$/;
const refusal = (status: number, message: string): Read => ({ refusal: { status, body: { message } } });

/** An event and whose it is, or why it is refused; null for any other path. @see handoff.md 4.1 */
export function readCenterRequest(
  { path: asked, headers, rawBody }: CenterRequest,
  accounts: readonly SimulatedAccount[],
  nowMs: number,
): Read | null {
  const handoffId = path.exec(asked)?.[1];
  if (handoffId === undefined) return null;
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  const account = accounts.find(
    (one) => one.channel === 'contactcenter' && one.secret('sending_token') === token,
  );
  if (!token || !account) return refusal(401, 'Invalid login credentials.');
  try {
    const secret = account.secret('signing_secret') || token;
    verifyCenterSignature(rawBody, Object.fromEntries(Object.entries(headers).map(first)), [secret], nowMs);
  } catch {
    return refusal(401, 'The signature does not fit.');
  }
  const parsed = centerEvent.safeParse(JSON.parse(rawBody.toString()));
  if (!parsed.success) return refusal(400, 'The event could not be understood.');
  if (headers['idempotency-key'] !== parsed.data.id) return refusal(400, 'The key is not the id.');
  return { event: { ...parsed.data, handoffId: decodeURIComponent(handoffId) }, account };
}

const first = ([name, value]: [string, string | string[] | undefined]) => [
  name,
  Array.isArray(value) ? value[0] : value,
];
