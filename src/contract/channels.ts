import * as z from 'zod/mini';
import { limits } from './limits.ts';
import type { ProblemCode } from './problem.ts';
import type { RequestHeader } from './routes/headers.ts';

/** The provider's ID of an account. */
const providerId = z.string().check(z.minLength(1), z.maxLength(limits.providerIdChars));

/** Settings that only some channels' accounts have; a channel lists its own in `settings`. */
export const channelSettings = {
  /** Meta's ID of the number; identifies the account. */
  phone_number_id: providerId,
  /** The WhatsApp Business Account that the number belongs to; it proves bodies that name no number. */
  waba_id: z.optional(providerId),
  /** Basic-auth user name; it finds the account. */
  username: providerId,
  /** IPv4 and IPv6 networks that may call. */
  allowed_networks: z.array(z.string()).check(z.minLength(1)),
};

/**
 * The part of a call that identifies its account: a value of the account or a secret, as SHA-256 in hex.
 * @see design 2.7
 */
type FoundBy = { readonly setting: 'phone_number_id' | 'username' } | { readonly secret: string };

/** A channel whose provider calls a webhook. */
interface WebhookChannel {
  /** Its name for people; the console's catalogs may translate it. */
  readonly label: string;
  /** Its strategy, a folder of `src/channels`. */
  readonly strategy: string;
  /** The URL that its provider calls. */
  readonly path: `/${string}`;
  readonly foundBy: FoundBy;
  /** The account's secrets by purpose. Without a required one, its calls are rejected. */
  readonly secrets: Readonly<Record<string, 'required' | 'optional'>>;
  /** Its accounts' own settings. */
  readonly settings?: readonly (keyof typeof channelSettings)[];
  /**
   * Whether its users are on WhatsApp: phone numbers, a 24-hour window for free text, templates, limits of files. Users
   * of any other channel are known to one account only, by the ID that its provider gives them.
   */
  readonly isWhatsApp?: boolean;
  /** Whether replies need the account's `base_url`. */
  readonly needsBaseUrl?: boolean;
  /** How a call is authenticated, for the OpenAPI document: by headers, or by security schemes under their names. */
  readonly provenBy?: {
    readonly headers?: readonly RequestHeader[];
    readonly security?: Readonly<Record<string, Readonly<Record<string, string>>>>;
    /** Problems in addition to those of every channel. */
    readonly problems?: readonly ProblemCode[];
  };
}

/**
 * THE table of the channels that call a webhook, by the name in their accounts and messages; routes, the schemas of
 * accounts, secrets, forms and the index of accounts follow from it. The channel's code is in `src/channels`.
 */
const table = {
  chatapp: {
    label: 'WhatsApp Cloud API',
    strategy: 'chatapp-a-cloud',
    path: '/v1/webhooks/chatapp-a',
    foundBy: { setting: 'phone_number_id' },
    secrets: { app_secret: 'required', sending_token: 'optional' },
    settings: ['phone_number_id', 'waba_id'],
    isWhatsApp: true,
    provenBy: { headers: ['hubSignature'] },
  },
  'chatapp-360': {
    label: '360dialog',
    strategy: 'chatapp-b',
    path: '/v1/webhooks/chatapp-b',
    foundBy: { secret: 'api_key' },
    secrets: { api_key: 'required', hmac_secret: 'optional', sending_token: 'optional' },
    isWhatsApp: true,
    provenBy: { headers: ['channelKey', 'hubSignature'] },
  },
  contactcenter: {
    label: 'Contact center',
    strategy: 'contactcenter',
    path: '/v1/webhooks/contactcenter',
    foundBy: { setting: 'username' },
    secrets: { password: 'required', sending_token: 'optional', signing_secret: 'optional' },
    settings: ['username', 'allowed_networks'],
    needsBaseUrl: true,
    provenBy: {
      headers: ['centerSignature', 'centerSignatureTime'],
      security: {
        centerPassword: {
          type: 'http',
          scheme: 'basic',
          description: 'The user name and password of the contact center’s account.',
        },
      },
      problems: ['address_not_allowed', 'handoff_not_found', 'rate_limited'],
    },
  },
} as const satisfies Readonly<Record<string, WebhookChannel>>;

/** A channel whose messages come through an account. */
export type AccountChannel = keyof typeof table;
export type WebhookStrategyName = (typeof table)[AccountChannel]['strategy'];
/** The purpose of an account's secret; the account's `secrets` has its name. @see design 2.7 */
export type SecretRole = RolesOf<(typeof table)[AccountChannel]>;
type RolesOf<Row> = Row extends { readonly secrets: infer Secrets } ? keyof Secrets : never;
export const webhookChannels: Readonly<Record<AccountChannel, WebhookChannel>> = table;
export const accountChannels = Object.keys(table) as readonly AccountChannel[];

const byName: Readonly<Record<string, WebhookChannel | undefined>> = table;

/** Whether a channel's users are on WhatsApp. */
export const isWhatsApp = (channel: string): boolean => byName[channel]?.isWhatsApp ?? false;

/** Returns a channel's name for people; its own name where the table has no row. */
export const labelOf = (channel: string): string => byName[channel]?.label ?? channel;

/** Returns the channel whose webhook has this path. */
export const channelAt = (path: string): WebhookChannel | undefined =>
  Object.values(webhookChannels).find((one) => one.path === path);
