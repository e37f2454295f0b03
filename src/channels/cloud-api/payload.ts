import * as z from 'zod/mini';

const list = z.optional(z.array(z.unknown()));

/** What a number or an id may come as. */
const id = z.string().check(z.minLength(1), z.maxLength(512));
/** Epoch seconds, as text: `"1504902988"`. */
const timestamp = z.optional(z.union([z.string(), z.number()]));

/** `{"messaging_product":"whatsapp","metadata":{"display_phone_number":"…","phone_number_id":"…"},"messages":[…]}` */
export const changeValue = z.object({
  metadata: z.optional(z.object({ phone_number_id: z.optional(id) })),
  contacts: list,
  messages: list,
  statuses: list,
  errors: list,
});

/** `{"field":"messages","value":{…}}` */
export const change = z.object({ field: z.string(), value: changeValue });
export type Change = z.infer<typeof change>;

/** `{"object":"whatsapp_business_account","entry":[{"id":"…","changes":[…]}]}` */
export const webhookBody = z.object({ entry: z.array(z.unknown()) });
export const entry = z.object({ changes: z.array(z.unknown()) });

/** `{"profile":{"name":"Ada"},"wa_id":"16315551181","user_id":"US.13491208655302741918"}`; either id may be missing. */
export const contact = z.object({
  profile: z.optional(z.object({ name: z.optional(z.string()), username: z.optional(z.string()) })),
  wa_id: z.optional(id),
  user_id: z.optional(id),
});
export type Contact = z.infer<typeof contact>;

const providerError = z.object({ code: z.union([z.number(), z.string()]), title: z.optional(z.string()) });
export const errors = z.array(providerError);

/** What every message carries; its content is in the member that `type` names. */
export const messageEnvelope = z.object({
  id,
  type: z.string(),
  from: z.optional(id),
  from_user_id: z.optional(id),
  timestamp,
  context: z.optional(z.unknown()),
  referral: z.optional(z.unknown()),
  errors: z.optional(z.unknown()),
});

/** `{"id":"wamid.…","status":"read","timestamp":"1504902988","recipient_id":"16315551181"}` */
export const statusEnvelope = z.object({
  id,
  status: z.string(),
  timestamp,
  errors: z.optional(z.unknown()),
  biz_opaque_callback_data: z.optional(z.string()),
});

export const textContent = z.object({ body: z.string() });

export const mediaContent = z.object({
  id: z.optional(z.string()),
  url: z.optional(z.string()),
  link: z.optional(z.string()),
  mime_type: z.optional(z.string()),
  sha256: z.optional(z.string()),
  caption: z.optional(z.string()),
  filename: z.optional(z.string()),
  voice: z.optional(z.boolean()),
  animated: z.optional(z.boolean()),
});
export type MediaContent = z.infer<typeof mediaContent>;

export const locationContent = z.object({
  latitude: z.number(),
  longitude: z.number(),
  name: z.optional(z.string()),
  address: z.optional(z.string()),
  url: z.optional(z.string()),
});

export const contactsContent = z.array(
  z.object({ name: z.optional(z.object({ formatted_name: z.optional(z.string()) })) }),
);

const picked = z.object({ id: z.string(), title: z.string(), description: z.optional(z.string()) });
export const interactiveContent = z.union([
  z.object({ type: z.literal('button_reply'), button_reply: picked }),
  z.object({ type: z.literal('list_reply'), list_reply: picked }),
  z.object({
    type: z.literal('nfm_reply'),
    nfm_reply: z.object({
      name: z.optional(z.string()),
      body: z.optional(z.string()),
      response_json: z.string(),
    }),
  }),
]);

export const buttonContent = z.object({ text: z.string(), payload: z.optional(z.string()) });
export const reactionContent = z.object({ message_id: z.string(), emoji: z.optional(z.string()) });
export const orderContent = z.object({
  catalog_id: z.optional(z.string()),
  text: z.optional(z.string()),
  product_items: z.array(z.unknown()),
});
export const systemContent = z.object({ body: z.optional(z.string()), type: z.optional(z.string()) });
export const revokeContent = z.object({ original_message_id: z.string() });
export const editContent = z.object({ original_message_id: z.string(), message: z.unknown() });
export const messageContext = z.object({
  id: z.optional(z.string()),
  forwarded: z.optional(z.boolean()),
  frequently_forwarded: z.optional(z.boolean()),
  referred_product: z.optional(z.unknown()),
});
