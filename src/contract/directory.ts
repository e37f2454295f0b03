import * as z from 'zod/mini';
import { type AccountChannel, accountChannels, channelSettings, webhookChannels } from './channels.ts';
import { uploadRules } from './files.ts';
import type { FlowDefinition } from './flow.ts';
import { escalationSettings, handoffSettings } from './handoff-settings.ts';
import { labelList } from './labels.ts';
import { limits } from './limits.ts';
import { escapeValues, type WrittenPart } from './rich/escape-values.ts';
import { identifier, tenantStatus } from './vocabulary.ts';
import { widgetSettings } from './widget-settings.ts';

/** `https://shop.example`, `http://127.0.0.1:3000`, or `https://*.shop.example` (one label). @see design 2.2 */
const allowedOrigin = z
  .string()
  .check(
    z.regex(/^https?:\/\/(\*\.)?[a-z0-9.-]+(:\d{1,5})?$/, 'must be scheme://host[:port] or https://*.host'),
  );

/** `orders.example`, or with a port. */
const hostName = z
  .string()
  .check(z.regex(/^[a-z0-9.-]+(:\d{1,5})?$/, 'must be a host name in lower case, without https://'));

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** A flow's ID in a file or body. */
const flowId = z.string().check(z.minLength(1), z.maxLength(limits.identifierChars));
/** The name of a secret of the tenant. */
const secretName = z.string().check(z.minLength(1), z.maxLength(limits.secretNameChars));
/** One web chat placement; a file `widgets/*.json` of a tenant's folder. @see spec "Widget and tenant" */
export const widget = z.strictObject({
  id: identifier,
  flow: flowId,
  allowed_origins: z.array(allowedOrigin),
  require_origin: z.optional(z.boolean()),
  session_limit_per_minute: z.optional(z.int().check(z.gte(1), z.lte(limits.sessionMessagesPerMinuteMax))),
  /** New sessions a minute from one source address; 0 takes any number. */
  new_sessions_per_address: z.optional(z.int().check(z.gte(0), z.lte(limits.newSessionsPerAddressMax))),
  idle_minutes: z.optional(z.int().check(z.gte(1))),
  /** Name of a secret of the tenant; set, it makes `x-signature-256` required. */
  signing_secret: z.optional(secretName),
  /** 0 takes signatures over the body alone, as they were before there was a version. */
  signature_version: z.optional(z.literal([0, 1])),
  /** Name of a secret of the tenant that its site signs visitors' tokens with. */
  identity_secret: z.optional(secretName),
  /** Rejects visitors without an identity token. */
  require_identity: z.optional(z.boolean()),
  /** The files that visitors may send, within the tenant's limits. */
  uploads: z.optional(uploadRules),
  appearance: z.optional(widgetSettings),
});
export type Widget = z.infer<typeof widget>;

/** A customer of the gateway; `tenant.json` of its folder. */
export const tenant = z.strictObject({
  id: identifier,
  name: z.string(),
  status: tenantStatus,
  default_widget: z.optional(identifier),
  limit_per_minute: z.optional(z.int().check(z.gte(1))),
  /** The time zone of `now` and opening hours, for example `Europe/Berlin`. Default: UTC. */
  time_zone: z.optional(
    z.string().check(z.refine(isTimeZone, 'is not a time zone, for example Europe/Berlin')),
  ),
  /** The default country of visitors, ISO 3166-1 alpha-2, for parsing numbers and dates. */
  country: z.optional(
    z.string().check(z.regex(/^[A-Z]{2}$/, 'must be a country of two capital letters, for example DE')),
  ),
  /** Secrets that flows may send in a header, and the only hosts that each may be sent to; values lie in the secret store. */
  flow_secrets: z.optional(
    z.record(
      z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'must be a name')),
      z.strictObject({ hosts: z.array(hostName).check(z.minLength(1)) }),
    ),
  ),
  /** Tokens of language models a day (UTC), questions and answers together; above it `llm` steps take `onError`. */
  llm_tokens_per_day: z.optional(z.int().check(z.gte(0))),
  retention_days: z.optional(z.int().check(z.gte(1), z.lte(3650))),
  /** The files that visitors may send, unless a widget restricts them further. */
  uploads: z.optional(uploadRules),
  /** Files that visitors and agents together may upload per hour. Default: 2,000. */
  uploads_per_hour: z.optional(z.int().check(z.gte(1))),
  features: z.optional(z.array(z.string())),
  /** Names of the queues that handoffs wait in; `default` is always one. */
  queues: z.optional(
    z.array(identifier).check(
      z.maxLength(limits.queuesPerTenant),
      z.refine((names) => new Set(names).size === names.length, 'names a queue twice'),
    ),
  ),
  /** The tenant's handoff settings. */
  handoff: z.optional(handoffSettings),
  /** Labels for conversations. */
  labels: z.optional(labelList),
  /** The contact center that replies instead of agents. */
  escalation: z.optional(escalationSettings),
  /** The conversations that search finds: those that an agent has had, which is the default, or all. */
  search: z.optional(z.enum(['with_agent', 'all'])),
  /** The message to a visitor whose message could not be answered. Empty: none. */
  failure_text: z.optional(z.string().check(z.maxLength(limits.textChars))),
});
export type Tenant = z.infer<typeof tenant>;

const accountFields = {
  id: identifier,
  flow: flowId,
  idle_minutes: z.optional(z.int().check(z.gte(1))),
  /** The URL for sending replies; default: the provider's. */
  base_url: z.optional(z.string()),
  /** Chat apps: the label of the button that opens a list of choices; default: `Menu`. */
  list_button: z.optional(z.string().check(z.minLength(1), z.maxLength(20))),
  /** Sends per second at most. */
  sends_per_second: z.optional(z.int().check(z.gte(1))),
};

/** Role to the name of a secret of the tenant. */
const secretNames = (roles: Readonly<Record<string, 'required' | 'optional'>>) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(roles).map(([role, need]) => [
        role,
        need === 'required' ? secretName : z.optional(secretName),
      ]),
    ),
  );

/** The accounts of each channel. */
export const accountSchemas = accountChannels.map((channel) => {
  const { settings = [], secrets } = webhookChannels[channel];
  return z.strictObject({
    ...accountFields,
    channel: z.literal(channel),
    ...Object.fromEntries(settings.map((name) => [name, channelSettings[name]])),
    secrets: secretNames(secrets),
  });
});

/**
 * A tenant's credentials and settings on one asynchronous channel; a file `channels/*.json`. What a channel can't
 * work without is required, so that an account that never works is a fault of its file. @see design 2.7
 */
export const channelAccount = eitherOf(accountSchemas);

/** Accounts of any channel, with the schema of its own channel. */
export function eitherOf(schemas: readonly z.ZodMiniObject[]) {
  return z.discriminatedUnion('channel', schemas as never) as unknown as z.ZodMiniType<ChannelAccount>;
}

type FieldsOf<Shape extends z.core.$ZodShape> = z.infer<z.ZodMiniObject<Shape>>;
type SomeOf<T> = { readonly [Field in keyof T]?: Readonly<T[Field]> | undefined };

/** An account of any channel, as code that serves them all sees it. */
export type ChannelAccount = Readonly<FieldsOf<typeof accountFields>> &
  SomeOf<FieldsOf<typeof channelSettings>> & {
    readonly channel: AccountChannel;
    readonly secrets?: Readonly<Record<string, string | undefined>> | undefined;
  };

/**
 * Reads the directory's stored documents. They were checked against the strict schemas when written. Reading is
 * tolerant, because two versions of the code run side by side in every deployment (and after a rollback), and the
 * older reads what the newer wrote.
 * @see design 6
 */

const flow = z.looseObject({
  id: z.string(),
  version: z.int(),
  start: z.string(),
  steps: z.record(z.string(), z.looseObject({ kind: z.string() })),
});
const looseTenant = z.looseObject({ id: identifier, name: z.string(), status: tenantStatus });
const looseWidget = z.looseObject({ id: identifier, flow: z.string(), allowed_origins: z.array(z.string()) });
const looseAccount = z.looseObject({ id: identifier, channel: z.string(), flow: z.string() });

/** @throws ZodError */
export const readStoredFlow = (document: unknown) => flow.parse(document) as unknown as FlowDefinition;

/** @throws ZodError */
export const readStoredTenant = (document: unknown) => looseTenant.parse(document) as unknown as Tenant;

/** @throws ZodError */
export const readStoredWidget = (document: unknown) => looseWidget.parse(document) as unknown as Widget;

/** @throws ZodError */
export const readStoredAccount = (document: unknown) =>
  looseAccount.parse(document) as unknown as ChannelAccount;

/** A placeholder of a saved reply: `{{ user.firstName }}`, or with a default: `{{ user.firstName | there }}`. */
const placeholder = /\{\{\s*([\w.]+)\s*(?:\|([^{}]*))?\}\}/g;

/** The names that a saved reply may hold. */
export const cannedNames = ['user.firstName', 'user.email', 'user.phone', 'agent.name'] as const;

/** Values for the placeholders of a saved reply, by name. */
export type CannedValues = Readonly<Record<string, string | undefined>>;

/**
 * Fills a saved reply. Values are inserted as plain text, without formatting. A placeholder without a value or
 * default stays unchanged.
 * @see console.md 5
 */
export function filled(text: string, values: CannedValues): string {
  const parts: WrittenPart[] = [];
  let reached = 0;
  for (const { 0: written, 1: name = '', 2: otherwise, index } of text.matchAll(placeholder)) {
    const value = values[name]?.trim();
    parts.push({ text: text.slice(reached, index) });
    parts.push(value ? { value } : { text: otherwise?.trim() ?? written });
    reached = index + written.length;
  }
  return escapeValues([...parts, { text: text.slice(reached) }]);
}

/** The names of what is still to be filled in a text. */
export function unfilled(text: string): readonly string[] {
  return [...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name))];
}
