import * as z from 'zod/mini';
import { channelAccount, tenant, widget } from '../../contract/directory.ts';
import { flowDefinition, type StepKind, stepSchemas } from '../../contract/flow.ts';
import { stepDocuments } from '../../engine/documents/steps.ts';
import { flowScripts } from '../../engine/flow-script.ts';
import {
  accountFieldDocuments,
  flowFieldDocuments,
  tenantFieldDocuments,
  widgetFieldDocuments,
} from './file-documents.ts';

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
