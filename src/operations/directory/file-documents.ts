import * as z from 'zod/mini';
import { channelAccount, type Tenant, tenant, type Widget, widget } from '../../contract/directory.ts';
import {
  flowDefinition,
  type flowFields,
  type StepKind,
  stepSchemas,
  type Trigger,
} from '../../contract/flow.ts';
import type { UploadRules } from '../../contract/uploads.ts';
import type { WidgetSettings } from '../../contract/widget-settings.ts';
import { stepDocuments } from '../../engine/documents/steps.ts';
import { flowScripts } from '../../engine/flow-script.ts';

type FieldsOf<T> = { readonly [F in keyof Required<T>]: string };
type Account = z.infer<typeof channelAccount>;
type AccountFields = Record<
  Account extends infer One ? (One extends unknown ? keyof One : never) : never,
  string
>;

/** What the reference says of each field of a flow; the compiler names one that lacks. */
export const flowFieldDocuments: FieldsOf<typeof flowFields> & { readonly steps: string } = {
  id: 'Letters, digits, `_` and `-`; a letter first.',
  version: 'A whole number from 1. A published version never changes: raise it with every change.',
  title: 'For people.',
  start: 'The step that a run begins at.',
  variables:
    'Names and first values. A variable is also made by each step that saves to it; until then it is null.',
  triggers: 'Words that lead from anywhere to a step.',
  onError:
    'The step that the flow goes on at when a step raises, instead of an error for the visitor. The variable `error` then holds `code`, `message` and `stepId`.',
  recordPercent:
    'Of a hundred conversations, how many keep what their `http` and `llm` steps saved, so that they can be replayed against a draft; 1 unless told, 0 for none. A conversation is kept whole or not at all, and as long as its messages.',
  steps: 'The steps by their ids, at most 500.',
};

/** The same for a trigger. */
export const triggerFieldDocuments: FieldsOf<Trigger> = {
  words: 'Said alone, in any case, with or without accents, punctuation and emoji.',
  next: 'The step that they lead to.',
  return: 'Comes back to the question that waited, once the part has reached an `end`.',
  duringHandoff: 'Also heard while a human has the conversation, which it takes back.',
};

/** The same for `tenant.json`. */
export const tenantFieldDocuments: FieldsOf<Tenant> = {
  id: 'The same as the name of the folder.',
  name: 'For people.',
  status: '`active`, or `suspended`: then nobody is served.',
  default_widget: 'The widget of callers that name none.',
  limit_per_minute: 'Messages of all visitors together; 600 unless told.',
  time_zone: 'Whose clock `now` and opening hours keep, for example `Europe/Berlin`; UTC unless told.',
  country:
    'Where its visitors are, as `DE`: telephone numbers, dates and numbers are read by it where neither the language nor the number of a visitor names a country.',
  flow_secrets:
    'Secrets that flows may send in a header, by name, each with the `hosts` that it may be sent to. The value lies in the secret store under the same name.',
  llm_tokens_per_day: 'Tokens of language models a day (UTC); without it there is no limit.',
  retention_days: 'How long messages and conversations are kept; 90 unless told.',
  queues:
    'Names of the queues that handoffs wait in; `default` is always one. A flow whose step names another cannot be published; what waits in one that is taken away falls to `default`.',
  handoff:
    'How people answer: `reclaim_minutes` (10) until a visitor whose agent is away is offered to others, `idle_close_hours` (24 on web chat, 72 elsewhere), and `texts` (`joined`, `looking`, `missed`, `idle`) that visitors are told; none where there is no text, but for `missed`. `{name}` in a text is who has come.',
  escalation:
    'A contact center whose agents answer in their place: `kind` is `contactcenter`, `account` the id of its channel account; with `fallback`: `inbox` people see the conversation, too, `fallback_after_minutes` (10) after it was asked for or the center was last reached. After `away_after_seconds` (60) the visitor is told that it takes longer, by `texts.delayed`.',
  failure_text: 'What a visitor is told whose message could not be answered; empty: nothing.',
  uploads: 'What visitors may send as files, unless a widget says less: see below.',
  uploads_per_hour: 'Files that visitors and agents together may upload in an hour; 2,000 unless told.',
  features: 'What the tenant has, for the console.',
};

/** The same for a file of `widgets/`. */
export const widgetFieldDocuments: FieldsOf<Widget> = {
  id: 'Unique among the widgets of the tenant.',
  flow: 'Id of the flow that it runs.',
  allowed_origins:
    'Sites that may show it: `https://shop.example`, or `https://*.shop.example` for one label.',
  require_origin: 'Refuses callers that send no `Origin`.',
  session_limit_per_minute: 'Messages of one visitor; 30 unless told, at most 300.',
  new_sessions_per_address:
    'New visitors a minute from one source address; 60 unless told, 0 takes any number. Signed requests and vouched-for visitors are not counted.',
  idle_minutes: 'After so long without a message a conversation ends; 1,440 unless told.',
  signing_secret: 'Name of a secret; with it every request must be signed.',
  signature_version: '`0` also takes the older signature over the body alone; 1 unless told.',
  identity_secret: 'Name of the secret that the site signs visitor tokens with.',
  require_identity: 'Refuses visitors without such a token.',
  uploads: 'What visitors may send as files, within what the tenant says: see below.',
  appearance: 'How it looks: see below.',
};

/** The same for `uploads` of a tenant or a widget. */
export const uploadFieldDocuments: FieldsOf<UploadRules> = {
  enabled: '`false` takes no files.',
  max_megabytes: 'Of one file; 10 unless told, which is also the most.',
  types: 'As `image/png`: those of the whole list that are taken.',
};

/** The same for `appearance` of a widget. */
export const appearanceFieldDocuments: FieldsOf<WidgetSettings> = {
  title: 'What its window is called.',
  greeting: 'What it says before anybody has written.',
  color: 'Of buttons and bubbles, as `#0b5fff`.',
  position: '`left` or `right`.',
  avatar: 'Address of a square picture.',
  start_on_open:
    '`true`: the flow begins when the visitor opens the chat, once for each conversation; else with their first message.',
  starters: 'Up to six texts of 80 characters to begin with: buttons that send what is on them.',
  font: 'Fonts by name, as `Inter, sans-serif`; the system’s unless told.',
  size: '`small`, `medium` or `large`: of the window.',
  offset_side: 'Pixels between the launcher and the side of the window; 20 unless told.',
  offset_bottom: 'The same to the bottom.',
  z_index: 'How far above the page it lies; above all of it unless told.',
  launcher: '`round`, `label` or `hidden`, which leaves opening to the page.',
  launcher_label: 'What the launcher says with `label`; "Open chat" in the visitor’s language unless told.',
  sound: '`true` plays a soft tone for a new message while nobody looks at the chat.',
  invite: 'Said beside the launcher, once a visit, to visitors who have not opened the chat.',
  invite_after_seconds: 'When it is said: so long after the page was opened; 0 unless any other is told.',
  invite_after_scroll: 'Or after so many percent of the page.',
  invite_on_exit: 'Or with `true`, when the pointer leaves the page at its top.',
  invite_pages: 'On which pages only: paths, `*` for anything, as `/shop/*`.',
  opening_hours:
    "When humans answer, on the tenant's clock, as `hours` of a `handoff` step: visitors read until when somebody answers, or from when on.",
};

/** The same for a file of `channels/`. */
export const accountFieldDocuments: AccountFields = {
  id: 'Unique among the accounts of its channel.',
  channel: '`chatapp` (WhatsApp Cloud API), `chatapp-360` (360dialog) or `contactcenter`.',
  flow: 'Id of the flow that it runs.',
  idle_minutes: 'As for a widget.',
  phone_number_id: '`chatapp`, required: what Meta calls the number.',
  list_button: 'Chat apps: what the button says that opens a list of choices; `Menu` unless told.',
  waba_id: '`chatapp`: the WhatsApp Business Account that the number belongs to.',
  username: '`contactcenter`, required: the name that it signs in with.',
  allowed_networks: '`contactcenter`, required: networks that may call, as `192.0.2.0/24`.',
  base_url: "Where replies are sent; the provider's own unless told. A contact center needs one.",
  sends_per_second: 'How fast replies may leave.',
  secrets:
    'Roles and names of secrets. `chatapp` needs `app_secret`, `chatapp-360` needs `api_key` (and may have `hmac_secret`), `contactcenter` needs `password` (and may have `signing_secret`); without `sending_token` no reply can be sent.',
};

type Schema = { properties?: Record<string, { description?: string }>; [key: string]: unknown };
type Fields = Readonly<Record<string, string>>;

/** Where editors find what the files of a tenant may hold, by the name of each schema. */
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

/** Says of each field what the reference says of it: of a step's, what it says of that kind. */
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
