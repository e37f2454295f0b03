import * as z from 'zod/mini';
import { accountSchemas, channelAccount, eitherOf } from '../directory.ts';
import { limits } from '../limits.ts';
import { inputProblem, lastChange, pageOf } from './lists.ts';

/**
 * `PUT /channels/{channel}/{accountId}`: as the account's file. The names of its secrets are the gateway's own choice:
 * they may be left out, and are not changed.
 */
export const channelContent = eitherOf(
  accountSchemas.map((schema) => z.extend(schema, { secrets: z.optional(schema.shape.secrets) })),
);

const secretText = z.string().check(
  z.minLength(1),
  z.maxLength(limits.secretChars),
  z.refine(
    (value) => value.trim() === value && !/\p{Cc}/u.test(value) && value.isWellFormed(),
    'must not begin or end with a space, nor hold line breaks',
  ),
);

/** `PUT …/secrets/{role}` */
export const secretValue = z.strictObject({ value: secretText });

/** Both travel as they are in a header of HTTP. */
export const headerSecretValue = z.strictObject({
  value: secretText.check(z.regex(/^[\x21-\x7e]+$/, 'may hold letters, digits and signs of ASCII only')),
});

/** A secret of an account, without its value. */
export const secretState = z.object({
  role: z.string(),
  required: z.boolean(),
  /** Whether it has a value. */
  set: z.boolean(),
  /** Whether the previous value is still accepted. */
  previous: z.boolean(),
  /** Who set it, and when; null if the command line did. */
  ...lastChange,
  /** Other accounts that share the value: setting it here sets it there. */
  sharedWith: z.array(z.object({ kind: z.enum(['channel', 'widget', 'tenant']), id: z.string() })),
});
export type SecretState = z.infer<typeof secretState>;

/** The state of an account. */
export const channelHealth = z.object({
  /** ISO 8601 UTC, to the minute; null: not as far back as the tenant's retention goes. */
  lastAcceptedAt: z.nullable(z.string()),
  /** The last call that named the account and was refused. */
  lastRefused: z.nullable(
    z.object({
      at: z.string(),
      /** A code of problem bodies. */
      reason: z.string(),
      message: z.string(),
    }),
  ),
  /** `paused`: temporarily, automatically; `held`: until someone fixes it. */
  sending: z.object({
    state: z.enum(['open', 'paused', 'held']),
    reason: z.nullable(z.string()),
    /** When it is tried again, at the latest. */
    until: z.nullable(z.string()),
  }),
});

const summary = {
  account: channelAccount,
  ...lastChange,
  secrets: z.array(secretState),
  /** The account's problems; paths are relative to the account. */
  warnings: z.array(inputProblem),
  health: channelHealth,
};

/** An account of a channel, as lists tell it. */
export const channelSummary = z.object(summary);
export type ChannelSummary = z.infer<typeof channelSummary>;
export const channelsPage = pageOf(channelSummary);

/** An account with what it takes to connect it, and what waits for it. */
export const channelView = z.object({
  ...summary,
  /** The webhook path that the provider must call, below the API's URL. */
  webhookPath: z.string(),
  /** The verify token of the provider's handshake; null for channels without one. */
  verifyToken: z.nullable(z.string()),
  /** Conversations whose replies wait for the account, counted up to 100. */
  waiting: z.int(),
});
export type ChannelView = z.infer<typeof channelView>;

/** `POST …/test-message` */
export const testMessage = z.strictObject({
  /** A phone number or ID, as the channel uses it. */
  to: z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(limits.identifierChars),
    z.refine((to) => !/\p{Cc}/u.test(to), 'must not hold control characters'),
  ),
  text: z._default(z.string().check(z.trim(), z.minLength(1), z.maxLength(1000)), 'This is a test message.'),
});
export type TestMessage = z.infer<typeof testMessage>;

/** The provider's response to a test message. */
export const testOutcome = z.object({
  /** `unconfirmed`: it was called and did not answer as it does; the message may have been taken. */
  outcome: z.enum(['sent', 'refused', 'unconfirmed']),
  /** Why not, as delivery reports name it: `invalid_sending_token`. */
  reason: z.nullable(z.string()),
  providerMessageId: z.nullable(z.string()),
});
export type TestOutcome = z.infer<typeof testOutcome>;
