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
import fieldTexts from './field-texts.json' with { type: 'json' };

type FieldsOf<T> = { readonly [F in keyof Required<T>]: string };

/** The reference of each field of a flow. The compiler reports missing ones in `field-fieldTexts.json`. */
export const flowFieldDocuments: FieldsOf<typeof flowFields> & { readonly steps: string } = fieldTexts.flow;

/** The same for a trigger. */
export const triggerFieldDocuments: FieldsOf<Trigger> = fieldTexts.trigger;

/** The same for `tenant.json`. */
export const tenantFieldDocuments: FieldsOf<Tenant> = fieldTexts.tenant;

/** The same for a file of `widgets/`. */
export const widgetFieldDocuments: FieldsOf<Widget> = fieldTexts.widget;

/** The same for `uploads` of a tenant or a widget. */
export const uploadFieldDocuments: FieldsOf<UploadRules> = fieldTexts.uploads;

/** The same for `appearance` of a widget. */
export const appearanceFieldDocuments: FieldsOf<WidgetSettings> = fieldTexts.appearance;

const { id, ...otherAccountFields } = fieldTexts.account;

/** The same for a file of `channels/`. */
export const accountFieldDocuments: FieldsOf<ChannelAccount> = {
  id,
  channel: `${accountChannels.map((channel) => `\`${channel}\` (${webhookChannels[channel].label})`).join(', ')}.`,
  ...otherAccountFields,
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
