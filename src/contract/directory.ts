import * as z from 'zod/mini';
import { limits } from './limits.ts';
import { identifier } from './vocabulary.ts';
import { widgetSettings } from './widget-settings.ts';

/** `https://shop.example`, `http://127.0.0.1:3000`, or `https://*.shop.example` (one label). @see design 2.2 */
const allowedOrigin = z
  .string()
  .check(
    z.regex(/^https?:\/\/(\*\.)?[a-z0-9.-]+(:\d{1,5})?$/, 'must be scheme://host[:port] or https://*.host'),
  );

/** One web chat placement; a file `widgets/*.json` of a tenant's folder. @see spec "Widget and tenant" */
export const widget = z.object({
  id: identifier,
  flow: z.string(),
  allowed_origins: z.array(allowedOrigin),
  require_origin: z.optional(z.boolean()),
  session_limit_per_minute: z.optional(z.int().check(z.gte(1), z.lte(limits.sessionMessagesPerMinuteMax))),
  idle_minutes: z.optional(z.int().check(z.gte(1))),
  /** Name of a secret of the tenant; set, it makes `x-signature-256` required. */
  signing_secret: z.optional(z.string().check(z.minLength(1))),
  appearance: z.optional(widgetSettings),
});
export type Widget = z.infer<typeof widget>;

/** A customer of the gateway; `tenant.json` of its folder. */
export const tenant = z.object({
  id: identifier,
  name: z.string(),
  status: z.enum(['active', 'suspended']),
  default_widget: z.optional(identifier),
  limit_per_minute: z.optional(z.int().check(z.gte(1))),
  retention_days: z.optional(z.int().check(z.gte(1), z.lte(3650))),
  features: z.optional(z.array(z.string())),
});
export type Tenant = z.infer<typeof tenant>;

/** A tenant's credentials and settings on one asynchronous channel; a file `channels/*.json`. @see design 2.7 */
export const channelAccount = z.object({
  id: identifier,
  channel: z.enum(['chatapp', 'chatapp-360', 'contactcenter']),
  flow: z.string(),
  idle_minutes: z.optional(z.int().check(z.gte(1))),
  /** `chatapp`: what Meta calls the number; it finds the account. */
  phone_number_id: z.optional(z.string().check(z.minLength(1))),
  /** `contactcenter`: basic-auth user name; it finds the account. */
  username: z.optional(z.string().check(z.minLength(1))),
  /** `contactcenter`: IPv4 and IPv6 networks that may call. */
  allowed_networks: z.optional(z.array(z.string())),
  /** Where replies are sent; the provider's own by default. */
  base_url: z.optional(z.string()),
  /** Chat apps: what the button says that opens a list of choices; `Menu` without it. */
  list_button: z.optional(z.string().check(z.minLength(1), z.maxLength(20))),
  /** Sends per second at most. */
  sends_per_second: z.optional(z.int().check(z.gte(1))),
  /** Role of a secret (`app_secret`, `api_key`, `password`, `sending_token`, …) to its name in the tenant's secret. */
  secrets: z.optional(z.record(z.string(), z.string())),
});
export type ChannelAccount = z.infer<typeof channelAccount>;
