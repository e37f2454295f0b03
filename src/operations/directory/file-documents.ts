import * as z from 'zod/mini';
import { type AccountChannel, accountChannels, webhookChannels } from '../../contract/channels.ts';
import {
  type ChannelAccount,
  channelAccount,
  type Tenant,
  tenant,
  type Widget,
  widget,
} from '../../contract/directory.ts';
import type { UploadRules } from '../../contract/files.ts';
import {
  flowDefinition,
  type flowFields,
  type StepKind,
  stepSchemas,
  type Trigger,
} from '../../contract/flow.ts';
import type { WidgetSettings } from '../../contract/widget-settings.ts';
import { flowScripts } from '../../engine/flow-script.ts';
import { stepDocuments } from '../../engine/steps/kinds.ts';

type FieldsOf<T> = { readonly [F in keyof Required<T>]: string };

/** The reference of each field of a flow. The compiler reports missing ones. */
export const flowFieldDocuments: FieldsOf<typeof flowFields> & { readonly steps: string } = {
  id: 'Letters, digits, `_` and `-`, starting with a letter.',
  version: 'A whole number from 1. A published version never changes: raise it with every change.',
  title: 'The display name.',
  start: 'The first step of a run.',
  variables:
    'Names and initial values. A step that saves to a variable also creates it; until then it is null.',
  triggers: 'Global keywords: words that jump to a step from anywhere in the flow.',
  onError:
    'The step to continue at when a step fails, instead of an error for the visitor. The variable `error` then holds `code`, `message` and `stepId`.',
  recordPercent:
    'The percentage of conversations that store what their `http` and `llm` steps saved, so that they can be replayed against a draft. Default: 1; 0 for none. A conversation is stored in full or not at all, for as long as its messages.',
  steps: 'The steps by their IDs, at most 500.',
};

/** The same for a trigger. */
export const triggerFieldDocuments: FieldsOf<Trigger> = {
  words:
    'The keywords, when a message contains nothing else, in any case, with or without accents, punctuation and emoji.',
  next: 'The step to jump to.',
  return: 'Returns to the question that was waiting once an `end` is reached.',
  duringHandoff: 'Also works during a handoff, and returns the conversation to the bot.',
};

/** The same for `tenant.json`. */
export const tenantFieldDocuments: FieldsOf<Tenant> = {
  id: 'The name of the folder.',
  name: 'The display name.',
  status: '`active` or `suspended`. A suspended tenant serves no visitors.',
  default_widget: 'The widget for requests that name none.',
  limit_per_minute: 'Messages per minute of all visitors together. Default: 600.',
  time_zone: 'The time zone of `now` and opening hours, for example `Europe/Berlin`. Default: UTC.',
  country:
    'The country of its visitors, for example `DE`. It decides how phone numbers, dates and numbers are read when neither the language nor the phone number of a visitor names a country.',
  flow_secrets:
    'Secrets that flows may send in a header, by name, each with the `hosts` it may be sent to. The value is in the secret store under the same name.',
  llm_tokens_per_day: 'Language model tokens per day (UTC). Default: no limit.',
  retention_days: 'How long messages and conversations are kept. Default: 90.',
  queues:
    'Names of the handoff queues; `default` always exists. A flow that names an unknown queue cannot be published. Conversations in a deleted queue move to `default`.',
  handoff:
    'Handoff settings: `reclaim_minutes` (10) until a visitor whose agent is away is offered to other agents, `idle_close_hours` (24 on web chat, 72 elsewhere), `hours`, the business hours of all queues, `queues`, the settings of a queue by its name (see below), `email_agents` (`true`) for emails about mentions and assignments that an agent has not seen for 10 minutes, and `texts` (`joined`, `looking`, `missed`, `idle`) for visitors. A missing text is not sent, except for `missed`, which has a default. `{name}` in a text is the name of the agent.',
  labels:
    'Labels for conversations, at most 50: `id`, `name` and `color`. Agents add them in the inbox. Conversations keep a label whose name changes, and lose one that is removed.',
  escalation:
    'A contact center whose agents answer instead: `kind` is `contactcenter`, `account` the ID of its channel account. With `fallback`: `inbox` the conversation also appears in the inbox, `fallback_after_minutes` (10) after the handoff was requested or the center was last reached. After `away_after_seconds` (60) the visitor gets `texts.delayed`, which says that it takes longer.',
  search:
    'The conversations that search finds: `with_agent` (default) those that an agent has had, `all` every one. A change applies to new messages.',
  failure_text: 'The message to a visitor whose message could not be answered. Empty: no message.',
  uploads: 'The files that visitors may send; a widget can restrict them further: see below.',
  uploads_per_hour: 'Files that visitors and agents together may upload per hour. Default: 2,000.',
  features: 'Features of the console that are on for the tenant.',
};

/** The same for a file of `widgets/`. */
export const widgetFieldDocuments: FieldsOf<Widget> = {
  id: 'Unique among the widgets of the tenant.',
  flow: 'The ID of the flow it runs.',
  allowed_origins:
    'Allowed sites: `https://shop.example`, or `https://*.shop.example` for any one subdomain label.',
  require_origin: 'Blocks requests without an `Origin` header.',
  session_limit_per_minute: 'Messages per minute of one visitor. Default: 30; at most 300.',
  new_sessions_per_address:
    'New visitors per minute from one IP address. Default: 60; 0 for no limit. Signed requests and visitors with an identity token are not counted.',
  idle_minutes: 'Minutes without a message after which a conversation ends. Default: 1,440.',
  signing_secret: 'The name of a secret. If set, every request must be signed.',
  signature_version: '`0` also accepts the older signature over the body alone. Default: 1.',
  identity_secret: 'The name of the secret that the site signs visitor tokens with.',
  require_identity: 'Rejects visitors without such a token.',
  uploads: 'The files that visitors may send, within the limits of the tenant: see below.',
  appearance: 'The appearance: see below.',
};

/** The same for `uploads` of a tenant or a widget. */
export const uploadFieldDocuments: FieldsOf<UploadRules> = {
  enabled: '`false` accepts no files.',
  max_megabytes: 'The maximum size of a file. Default and maximum: 10.',
  types: 'The accepted types of the list below, for example `image/png`. Default: all.',
};

/** The same for `appearance` of a widget. */
export const appearanceFieldDocuments: FieldsOf<WidgetSettings> = {
  title: 'The title of the chat window.',
  greeting: 'The greeting shown before the first message.',
  color: 'The color of buttons and bubbles, for example `#0b5fff`.',
  position: '`left` or `right`.',
  avatar: 'The URL of a square image.',
  start_on_open:
    '`true` starts the flow when the visitor opens the chat, once per conversation. Default: it starts with the first message.',
  show_team:
    '`true` shows in the header the initials of up to three agents who answered lately, and how soon they usually reply. Default: the header shows the title and avatar only.',
  email_replies:
    '`true` lets visitors leave their email address when nobody is available, and announces unread replies of agents there. Visitors confirm their address first. Default: off.',
  email_after_minutes:
    'Minutes without an answer after which the chat asks for the address. Outside the opening hours, or when no agent is available, it asks at once. Default: 5.',
  starters: 'Conversation starters: up to six buttons that send their text, of at most 80 characters each.',
  font: 'CSS font-family, for example `Inter, sans-serif`. Default: the system font.',
  size: 'The size of the window: `small`, `medium` or `large`.',
  offset_side: 'Horizontal offset of the launcher in pixels. Default: 20.',
  offset_bottom: 'Vertical offset of the launcher in pixels. Default: 20.',
  z_index: 'The CSS `z-index`. Default: above everything on the page.',
  launcher: '`round`, `label`, or `hidden` when the page opens the chat itself.',
  launcher_label: 'The text of a `label` launcher. Default: "Open chat" in the visitor’s language.',
  sound: '`true` plays a sound for a new message while the chat is not in view.',
  invite:
    'The proactive message beside the launcher, shown once per visit to visitors who have not opened the chat.',
  invite_after_seconds:
    'Shows it this many seconds after the page was opened. Default: 0, unless another trigger is set.',
  invite_after_scroll: 'Shows it after this percentage of the page was scrolled.',
  invite_on_exit: '`true` shows it when the pointer leaves the page at the top.',
  invite_pages: 'Limits it to these pages: paths, with `*` for anything, for example `/shop/*`.',
  show_hours:
    'The queue whose business hours visitors see, for example `default`: until when agents are available, or when they are back.',
  opening_hours:
    'Opening hours of this widget only, as earlier releases had them; `show_hours` has priority.',
};

/** The same for a file of `channels/`. */
export const accountFieldDocuments: FieldsOf<ChannelAccount> = {
  id: 'Unique among the accounts of its channel.',
  channel: `${accountChannels.map((channel) => `\`${channel}\` (${webhookChannels[channel].label})`).join(', ')}.`,
  flow: 'The ID of the flow it runs.',
  idle_minutes: 'As for a widget.',
  phone_number_id: '`chatapp`, required: the phone number ID assigned by Meta.',
  list_button: 'Chat apps: the label of the button that opens a list of choices. Default: `Menu`.',
  waba_id: '`chatapp`: the WhatsApp Business Account that the number belongs to.',
  username: '`contactcenter`, required: the user name it signs in with.',
  allowed_networks: '`contactcenter`, required: networks it may call from, for example `192.0.2.0/24`.',
  base_url: "The base URL for replies. Default: the provider's own. Required for a contact center.",
  sends_per_second: 'The maximum number of replies sent per second.',
  secrets: `Roles and names of secrets. ${accountChannels.map(secretsInWords).join(', ')}; without \`sending_token\` no reply can be sent.`,
};

/** `chatapp-360` needs `api_key` (and may have `hmac_secret`) */
function secretsInWords(channel: AccountChannel): string {
  const roles = Object.entries(webhookChannels[channel].secrets).filter(([role]) => role !== 'sending_token');
  const [needed, others] = ['required', 'optional'].map((need) =>
    roles.flatMap(([role, its]) => (its === need ? [`\`${role}\``] : [])).join(', '),
  );
  return `\`${channel}\` needs ${needed}${others ? ` (and may have ${others})` : ''}`;
}

type Schema = { properties?: Record<string, { description?: string }>; [key: string]: unknown };
type Fields = Readonly<Record<string, string>>;

/** The JSON Schemas of a tenant's files, by name. */
export type JsonSchemas = Readonly<
  Record<'flow' | 'conversations' | 'widget' | 'channel' | 'tenant', Schema>
>;

/**
 * JSON Schemas of the files that authors write, for `"$schema"` in them.
 * @see https://json-schema.org/draft/2020-12
 */
export function jsonSchemas(): JsonSchemas {
  return {
    flow: titled('A flow', flowDefinition, [flowFieldDocuments, ...Object.values(documentsOfSteps())]),
    conversations: titled('Scripted conversations of a flow', flowScripts, []),
    widget: titled('A widget', widget, [widgetFieldDocuments]),
    channel: titled('A channel account', channelAccount, [accountFieldDocuments]),
    tenant: titled('A tenant', tenant, [tenantFieldDocuments]),
  };
}

function documentsOfSteps(): Readonly<Record<StepKind, Fields>> {
  const entries = Object.entries(stepDocuments).map(([kind, { fields }]) => [kind, fields] as const);
  return Object.fromEntries(entries) as unknown as Readonly<Record<StepKind, Fields>>;
}

function titled(title: string, schema: z.ZodMiniType, documents: readonly Fields[]): Schema {
  const made = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => describe(jsonSchema as Schema, documents),
  }) as Schema;
  return withSchemaKey({ ...made, title });
}

/** Adds descriptions to a schema's fields; those of a step by its kind. */
function describe(schema: Schema, documents: readonly Fields[]): void {
  const { properties } = schema;
  if (!properties) return;
  const kind = (properties.kind as { const?: unknown } | undefined)?.const;
  const of =
    typeof kind === 'string' && kind in stepSchemas ? documentsOfSteps()[kind as StepKind] : undefined;
  const fields =
    of ?? documents.find((known) => Object.keys(properties).every((key) => Object.hasOwn(known, key)));
  for (const [key, property] of Object.entries(properties)) {
    const description = fields && Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (description !== undefined) property.description = description;
  }
}

/** Editors find a schema by this key of the file, which is therefore allowed in it. */
function withSchemaKey(schema: Schema): Schema {
  const key: NonNullable<Schema['properties']> = { $schema: { type: 'string' } as { description?: string } };
  if (schema.properties) return { ...schema, properties: { ...key, ...schema.properties } };
  for (const name of ['anyOf', 'oneOf']) {
    const options = schema[name];
    if (Array.isArray(options))
      return { ...schema, [name]: options.map((option: Schema) => withSchemaKey(option)) };
  }
  return schema;
}
