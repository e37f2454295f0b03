import * as z from 'zod/mini';
import type { OperationReference } from '../operation-reference.ts';

const anything = z.record(z.string(), z.unknown());

/** What providers call. Their bodies are described by the providers themselves. */
export const webhooks = {
  'accept-webhook': {
    summary: 'Take what a provider tells',
    description:
      'Verified by the account’s credentials, queued, and answered at once; what is in it is worked on later, each of a conversation in order. A repeat is harmless: a message runs once, by its provider’s id.',
    body: anything,
    answers: { 200: { means: 'It is kept.' } },
    problems: [
      'invalid_body',
      'invalid_signature',
      'invalid_credentials',
      'tenant_not_found',
      'body_too_large',
    ],
  },
  'subscribe-webhook': {
    summary: 'Answer WhatsApp’s question whether this address is meant',
    description:
      'The challenge is answered as text where the verify token is one of the gateway’s, and refused with 403 otherwise.',
    query: z.object({
      'hub.mode': z.literal('subscribe'),
      'hub.verify_token': z.string(),
      'hub.challenge': z.string(),
    }),
    answers: {
      200: { means: 'The challenge, as it was sent.', contentType: 'text/plain', textExample: '1158201444' },
    },
    problems: ['invalid_parameter', 'invalid_credentials'],
  },
} as const satisfies Readonly<Record<string, OperationReference>>;
