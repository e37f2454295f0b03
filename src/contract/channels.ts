/**
 * The part of a call that identifies its account: a value of the account or a secret, as SHA-256 in hex.
 * @see design 2.7
 */
export type FoundBy = { readonly setting: 'phone_number_id' | 'username' } | { readonly secret: 'api_key' };

/** A channel that calls a webhook, without its account's settings. */
interface WebhookChannel {
  /** Its strategy, a folder of `src/channels`. */
  readonly strategy: string;
  /** The URL that its provider calls. */
  readonly path: string;
  readonly foundBy: FoundBy;
  /** The account's secrets by purpose. Without a required one, its calls are rejected. */
  readonly secrets: Readonly<Record<string, 'required' | 'optional'>>;
}

/**
 * THE table of the channels that call a webhook, by what their accounts and messages name them; routes, secrets and the index
 * of accounts follow from it. The schema of an account is in `directory.ts`, the channel's code in `src/channels`.
 */
export const webhookChannels = {
  chatapp: {
    strategy: 'chatapp-a-cloud',
    path: '/v1/webhooks/chatapp-a',
    foundBy: { setting: 'phone_number_id' },
    secrets: { app_secret: 'required', sending_token: 'optional' },
  },
  'chatapp-360': {
    strategy: 'chatapp-b',
    path: '/v1/webhooks/chatapp-b',
    foundBy: { secret: 'api_key' },
    secrets: { api_key: 'required', hmac_secret: 'optional', sending_token: 'optional' },
  },
  contactcenter: {
    strategy: 'contactcenter',
    path: '/v1/webhooks/contactcenter',
    foundBy: { setting: 'username' },
    secrets: { password: 'required', sending_token: 'optional', signing_secret: 'optional' },
  },
} as const satisfies Readonly<Record<string, WebhookChannel>>;

/** A channel whose messages come through an account. */
export type AccountChannel = keyof typeof webhookChannels;
export const accountChannels = Object.keys(webhookChannels) as readonly AccountChannel[];
export type WebhookStrategyName = (typeof webhookChannels)[AccountChannel]['strategy'];
