import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { Refusal } from '../provider.ts';

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

/** An error as the Graph API words it. @see the Cloud API's "Error codes" */
export function graphError(status: number, code: number, text: string, details?: string): Refusal {
  const isAboutTheToken = code === 104 || code === 190;
  return {
    status,
    body: {
      error: {
        message: isAboutTheToken ? text : `(#${code}) ${text}`,
        type: 'OAuthException',
        code,
        ...(details !== undefined && { error_data: { messaging_product: 'whatsapp', details } }),
        fbtrace_id: randomBytes(8).toString('base64url'),
      },
    },
  };
}

/** The Graph API's answer for a number that is not the token's. */
export function unknownObject(id: string): Refusal {
  const text = `Unsupported post request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`;
  const error = { message: text, type: 'GraphMethodException', code: 100, error_subcode: 33 };
  return { status: 400, body: { error: { ...error, fbtrace_id: randomBytes(8).toString('base64url') } } };
}

export const invalidParameter = (details: string): Refusal =>
  graphError(400, 100, 'Invalid parameter', details);

export const missingParameter = (name: string): Refusal =>
  graphError(400, 131008, 'Required parameter is missing', `Parameter '${name}' is mandatory.`);

export const invalidValue = (details: string): Refusal =>
  graphError(400, 131009, 'Parameter value is not valid', details);

/** Refusals that have nothing to do with what the send holds. */
export const cloudApiRefusals = {
  windowClosed: graphError(
    400,
    131047,
    'Re-engagement message',
    'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
  ),
  unknownUser: graphError(400, 131026, 'Message undeliverable', 'Message Undeliverable.'),
  tooManyRequests: graphError(
    429,
    130429,
    'Rate limit hit',
    'Message failed to send because there were too many messages sent from this phone number in a short period of time.',
  ),
  pairLimit: graphError(
    400,
    131056,
    '(Business Account, Consumer Account) pair rate limit hit',
    'Message failed to send because there were too many messages sent from this phone number to the same phone number in a short period of time.',
  ),
  serverError: graphError(
    500,
    131000,
    'Something went wrong',
    'Message failed to send due to an unknown error.',
  ),
};
