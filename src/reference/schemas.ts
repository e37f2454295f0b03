import * as z from 'zod/mini';
import * as audit from '../contract/admin/audit.ts';
import * as channels from '../contract/admin/channels.ts';
import * as contacts from '../contract/admin/contacts.ts';
import * as conversations from '../contract/admin/conversations.ts';
import * as drafts from '../contract/admin/drafts.ts';
import * as flows from '../contract/admin/flows.ts';
import * as handoffs from '../contract/admin/handoffs.ts';
import * as adminLabels from '../contract/admin/labels.ts';
import * as lists from '../contract/admin/lists.ts';
import * as reports from '../contract/admin/reports.ts';
import * as tenants from '../contract/admin/tenants.ts';
import * as texts from '../contract/admin/texts.ts';
import * as users from '../contract/admin/users.ts';
import * as widgets from '../contract/admin/widgets.ts';
import * as messages from '../contract/canonical-message.ts';
import * as directory from '../contract/directory.ts';
import * as files from '../contract/files.ts';
import * as flow from '../contract/flow.ts';
import * as forms from '../contract/forms.ts';
import * as handoffSettings from '../contract/handoff-settings.ts';
import * as labels from '../contract/labels.ts';
import * as polls from '../contract/poll.ts';
import * as problems from '../contract/problem-body.ts';
import * as records from '../contract/queue-records.ts';
import * as serviceKeys from '../contract/service/keys.ts';
import * as serviceMessages from '../contract/service/messages.ts';
import * as sessions from '../contract/session.ts';
import * as vocabulary from '../contract/vocabulary.ts';
import * as appearance from '../contract/widget-settings.ts';

const modules = [
  ...[
    audit,
    channels,
    contacts,
    conversations,
    drafts,
    flows,
    handoffs,
    adminLabels,
    lists,
    reports,
    texts,
    tenants,
    users,
    widgets,
  ],
  ...[messages, directory, files, flow, forms, handoffSettings, labels, polls, problems, records, sessions],
  ...[serviceKeys, serviceMessages, vocabulary, appearance],
];

const root = '#/components/schemas/';

/** Converts every schema as sent; a schema that allows anything gets a description and a type. */
export const sharedSchemas = {
  io: 'input',
  unrepresentable: 'any',
  override({ zodSchema, jsonSchema }) {
    if (zodSchema._zod.def.type !== 'unknown') return;
    jsonSchema.description = anyValue;
    jsonSchema.type = ['object', 'array', 'string', 'number', 'boolean', 'null'] as never;
  },
} as const satisfies z.core.ToJSONSchemaParams;

/** License of the documents. */
export const license = { name: 'MIT', url: 'https://opensource.org/license/mit' };

/** The description of a schema that accepts anything. */
export const anyValue = 'Any JSON value.';

/** The contract's schemas, each by the contract's own word for it. */
const named = z.registry<{ id: string }>();
for (const [word, value] of modules.flatMap((module) => Object.entries(module))) {
  const id = word[0]?.toUpperCase() + word.slice(1);
  if (value instanceof z.core.$ZodType && !named.has(value)) named.add(value, { id });
}

for (const schema of directory.accountSchemas) {
  const [channel = ''] = schema.shape.channel.def.values;
  named.add(schema, { id: `${channel[0]?.toUpperCase()}${channel.slice(1).replace('-', '')}Account` });
}

export type JsonSchema = Record<string, unknown>;

/** All of them, and what holds itself without a word of its own: `Nested…`, once for each shape. */
function allSchemas(): Readonly<Record<string, JsonSchema>> {
  const uri = (id: string) => root + id;
  const made = z.toJSONSchema(named, { uri, ...sharedSchemas }).schemas;
  const { __shared: shared, ...own } = made as Readonly<Record<string, JsonSchema>>;
  const firsts = new Map<string, string>();
  const namesOf = new Map<string, string>();
  for (const [key, shape] of Object.entries((shared?.$defs ?? {}) as Record<string, JsonSchema>)) {
    const text = JSON.stringify(shape).replaceAll(/__shared#\/\$defs\/schema\d+/g, 'itself');
    const first = firsts.get(text) ?? `Nested${firsts.size + 1}`;
    firsts.set(text, first);
    namesOf.set(key, first);
  }
  const all = {
    ...own,
    ...Object.fromEntries(
      [...firsts].map(([text, name]) => [name, JSON.parse(text.replaceAll('itself', name))]),
    ),
  };
  const text = JSON.stringify(all).replaceAll(
    /__shared#\/\$defs\/(schema\d+)/g,
    (_whole, key: string) => namesOf.get(key) ?? key,
  );
  return JSON.parse(text);
}

/** The named schemas of a document, those that its operations mention. */
export class Schemas {
  readonly #all = allSchemas();
  readonly #mentioned = new Map<string, JsonSchema>();

  /** By their names. */
  get components(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#mentioned].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** A reference to a schema of the contract, by the contract's word for it; of a choice, to any of them. */
  of(schema: z.ZodMiniType): JsonSchema {
    const id = named.get(schema)?.id;
    if (id !== undefined) {
      this.#mention(id);
      return { $ref: root + id };
    }
    if (schema instanceof z.ZodMiniUnion)
      return { anyOf: schema.def.options.map((option) => this.of(option as z.ZodMiniType)) };
    return jsonSchemaOf(schema);
  }

  /** A named schema itself, to be changed where it stands: only what it refers to is mentioned. */
  copyOf(schema: z.ZodMiniType): JsonSchema {
    const { $schema: _, $id: __, ...copy } = this.#all[named.get(schema)?.id ?? ''] ?? {};
    this.#mentionIn(copy);
    return copy;
  }

  #mention(id: string): void {
    if (this.#mentioned.has(id)) return;
    const { $schema: _, $id: __, ...schema } = this.#all[id] ?? {};
    this.#mentioned.set(id, schema);
    this.#mentionIn(schema);
  }

  #mentionIn(schema: JsonSchema): void {
    for (const [, other = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      this.#mention(other);
  }
}

/** The JSON Schema (2020-12) of a schema; what JSON Schema can't say is left to the description. */
export function jsonSchemaOf(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, sharedSchemas);
  return made as JsonSchema;
}
