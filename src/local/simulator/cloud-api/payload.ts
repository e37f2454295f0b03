import * as z from 'zod/mini';

/** `{"messaging_product":"whatsapp","to":"4915…","type":"text","text":{"body":"hi"},"biz_opaque_callback_data":"…"}` */
export const sendBody = z.looseObject({
  messaging_product: z.optional(z.unknown()),
  to: z.optional(z.string()),
  recipient: z.optional(z.string()),
  type: z.optional(z.string()),
  biz_opaque_callback_data: z.optional(z.string()),
});

/** `{"messaging_product":"whatsapp","status":"read","message_id":"wamid.…","typing_indicator":{"type":"text"}}` */
export const readBody = z.object({
  messaging_product: z.literal('whatsapp'),
  status: z.literal('read'),
  message_id: z.string(),
  typing_indicator: z.optional(z.object({ type: z.literal('text') })),
});

export const textContent = z.object({ body: z.string() });

export const fileContent = z.object({
  id: z.optional(z.string()),
  link: z.optional(z.string()),
  caption: z.optional(z.string()),
  filename: z.optional(z.string()),
});

export const placeContent = z.object({
  latitude: z.number(),
  longitude: z.number(),
  name: z.optional(z.string()),
});

export const cardsContent = z.array(z.object({ name: z.object({ formatted_name: z.string() }) }));

const button = z.object({ type: z.literal('reply'), reply: z.object({ id: z.string(), title: z.string() }) });
const row = z.object({ id: z.string(), title: z.string(), description: z.optional(z.string()) });
const body = z.object({ text: z.string() });

const header = z.optional(z.object({ type: z.literal('image'), image: z.object({ link: z.string() }) }));

export const linkContent = z.object({
  type: z.literal('cta_url'),
  header,
  body,
  action: z.object({
    name: z.literal('cta_url'),
    parameters: z.object({ display_text: z.string(), url: z.string() }),
  }),
});

export const buttonsContent = z.object({
  type: z.literal('button'),
  header,
  body,
  action: z.object({ buttons: z.array(button) }),
});

export const listContent = z.object({
  type: z.literal('list'),
  body,
  action: z.object({
    button: z.string(),
    sections: z.array(z.object({ title: z.optional(z.string()), rows: z.array(row) })),
  }),
});
