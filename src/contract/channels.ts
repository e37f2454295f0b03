/**
 * The part of a call that identifies its account: a value of the account or a secret, as SHA-256 in hex.
 * @see design 2.7
 */
export type FoundBy = { readonly setting: 'phone_number_id' | 'username' } | { readonly secret: 'api_key' };

/** A channel that calls a webhook, without its account's settings. */
interface WebhookChannel {
  /** Its name for people. */
  readonly label: string;
  /** Its strategy, a folder of `src/channels`. */
  readonly strategy: string;
  /** The URL that its provider calls. */
  readonly path: string;
  readonly foundBy: FoundBy;
  /** The account's secrets by purpose. Without a required one, its calls are rejected. */
  readonly secrets: Readonly<Record<string, 'required' | 'optional'>>;
  /** Whether its users are on WhatsApp: phone numbers, a 24-hour window for free text, templates, limits of files. */
  readonly isWhatsApp: boolean;
  /** Whether replies need the account's `base_url`. */
  readonly needsBaseUrl: boolean;
}

/**
 * THE table of the channels that call a webhook, by what their accounts and messages name them; routes, secrets and the index
 * of accounts follow from it. The schema of an account is in `directory.ts`, the channel's code in `src/channels`.
 */
export const webhookChannels = {
  chatapp: {
    label: 'WhatsApp Cloud API',
    strategy: 'chatapp-a-cloud',
    path: '/v1/webhooks/chatapp-a',
    foundBy: { setting: 'phone_number_id' },
    secrets: { app_secret: 'required', sending_token: 'optional' },
    isWhatsApp: true,
    needsBaseUrl: false,
  },
  'chatapp-360': {
    label: '360dialog',
    strategy: 'chatapp-b',
    path: '/v1/webhooks/chatapp-b',
    foundBy: { secret: 'api_key' },
    secrets: { api_key: 'required', hmac_secret: 'optional', sending_token: 'optional' },
    isWhatsApp: true,
    needsBaseUrl: false,
  },
  contactcenter: {
    label: 'Contact center',
    strategy: 'contactcenter',
    path: '/v1/webhooks/contactcenter',
    foundBy: { setting: 'username' },
    secrets: { password: 'required', sending_token: 'optional', signing_secret: 'optional' },
    isWhatsApp: false,
    needsBaseUrl: true,
  },
} as const satisfies Readonly<Record<string, WebhookChannel>>;

/** A channel whose messages come through an account. */
export type AccountChannel = keyof typeof webhookChannels;
export const accountChannels = Object.keys(webhookChannels) as readonly AccountChannel[];

const byName: Readonly<Record<string, WebhookChannel | undefined>> = webhookChannels;

/** Whether a channel's users are on WhatsApp. */
export const isWhatsApp = (channel: string): boolean => byName[channel]?.isWhatsApp ?? false;

export type WebhookStrategyName = (typeof webhookChannels)[AccountChannel]['strategy'];
