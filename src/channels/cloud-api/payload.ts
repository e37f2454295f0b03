import * as z from 'zod/mini';
import { maybe, spare } from '../reading.ts';

/** A number or ID, which may arrive as either type. */
const id = z.string().check(z.minLength(1), z.maxLength(512));
/** Epoch seconds, as text: `"1504902988"`. */
const timestamp = maybe(z.union([z.string(), z.number()]));

/** `{"profile":{"name":"Ada"},"wa_id":"16315551181","user_id":"US.13491208655302741918"}`; either id may be missing. */
export const contact = z.object({
  profile: spare(z.object({ name: maybe(z.string()), username: maybe(z.string()) })),
  wa_id: maybe(id),
  user_id: maybe(id),
});
export type Contact = z.infer<typeof contact>;

/** `{"code":131047,"title":"Re-engagement message","message":"…","error_data":{"details":"…"}}` */
const providerError = z.object({
  code: z.union([z.number(), z.string()]),
  title: maybe(z.string()),
  message: maybe(z.string()),
  error_data: maybe(z.object({ details: maybe(z.string()) })),
});
export const errors = z.array(providerError);

/** `{"id":"wamid.…","status":"read","timestamp":"1504902988","recipient_id":"16315551181"}` */
export const statusEnvelope = z.object({
  id,
  status: z.string(),
  timestamp,
  recipient_id: maybe(z.string()),
  errors: maybe(z.unknown()),
  biz_opaque_callback_data: spare(id),
});

export const mediaContent = z.object({
  id: maybe(z.string()),
  url: maybe(z.string()),
  link: maybe(z.string()),
  mime_type: maybe(z.string()),
  sha256: maybe(z.string()),
  caption: maybe(z.string()),
  filename: maybe(z.string()),
  voice: maybe(z.boolean()),
  animated: maybe(z.boolean()),
});
export type MediaContent = z.infer<typeof mediaContent>;

export const locationContent = z.object({
  latitude: z.number(),
  longitude: z.number(),
  name: maybe(z.string()),
  address: maybe(z.string()),
  url: maybe(z.string()),
});

export const contactsContent = z.array(
  z.object({ name: maybe(z.object({ formatted_name: maybe(z.string()) })) }),
);

const picked = z.object({ id: z.string(), title: z.string(), description: maybe(z.string()) });
export const interactiveContent = z.union([
  z.object({ type: z.literal('button_reply'), button_reply: picked }),
  z.object({ type: z.literal('list_reply'), list_reply: picked }),
  z.object({
    type: z.literal('nfm_reply'),
    nfm_reply: z.object({
      name: maybe(z.string()),
      body: maybe(z.string()),
      response_json: z.string(),
    }),
  }),
]);

export const buttonContent = z.object({ text: z.string(), payload: maybe(z.string()) });
export const reactionContent = z.object({ message_id: z.string(), emoji: maybe(z.string()) });
export const orderContent = z.object({
  catalog_id: maybe(z.string()),
  text: maybe(z.string()),
  product_items: z.array(z.unknown()),
});
/** `{"body":"…","type":"user_changed_number","wa_id":"<new>","user_id":"<new>","previous_user_id":"<old>"}` */
export const systemContent = z.object({
  body: maybe(z.string()),
  type: maybe(z.string()),
  wa_id: maybe(id),
  /** The field's name before Graph API v12. */
  new_wa_id: maybe(id),
  user_id: maybe(id),
  previous_user_id: maybe(id),
  customer: maybe(z.string()),
  identity: maybe(z.string()),
});
export const revokeContent = z.object({ original_message_id: z.string() });
export const editContent = z.object({ original_message_id: z.string(), message: z.unknown() });
export const messageContext = z.object({
  id: spare(z.string()),
  from: spare(z.string()),
  forwarded: spare(z.boolean()),
  frequently_forwarded: spare(z.boolean()),
  referred_product: spare(z.unknown()),
});
