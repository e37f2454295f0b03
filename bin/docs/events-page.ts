import type { asyncApiDocument } from '../../src/reference/asyncapi.ts';
import { layOut, sentence } from './layout.ts';

type Document = ReturnType<typeof asyncApiDocument>;
/** As much of a JSON Schema as the events' schemas use. */
interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

/** Every event of the bus with its fields. */
export function eventsPage({ info, components }: Document): string {
  const sections = Object.values(components.messages).map(({ name, summary, payload, examples }) => {
    return `<section id="${name}"><h2><a href="#${name}"><code>${name}</code></a></h2>
<p>${sentence(summary)}</p>
${fieldsOf(name, payload as Schema)}
<details><summary>An example of <code>${name}</code></summary>
<pre tabindex="0"><code>${sentence(JSON.stringify(examples[0]?.payload, null, 2))}</code></pre></details></section>`;
  });
  const shared = Object.entries(components.schemas as Readonly<Record<string, Schema>>)
    .filter(([, { properties }]) => properties)
    .map(
      ([name, schema]) => `<section id="${name}"><h3><a href="#${name}">${name}</a></h3>
${fieldsOf(name, schema)}</section>`,
    );
  return layOut({
    title: 'Events',
    main: `<h1>Events</h1>
<p>${sentence(info.description)} The fields below are those of <code>detail</code>; the whole is a document, <a href="asyncapi.json">asyncapi.json</a>,
and <a href="guides/events.html">the guide</a> tells how to listen.</p>
${sections.join('\n')}
<h2 id="shared">What events share</h2>
${shared.join('\n')}`,
  });
}

const fieldsOf = (name: string, schema: Schema) =>
  `<div class="wide" tabindex="0" role="region" aria-label="Fields of ${name}"><table>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Always there</th></tr></thead>
<tbody>
${rowsOf(schema, '').join('\n')}
</tbody></table></div>`;

function rowsOf(schema: Schema, before: string): string[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${before}${name}`;
    const row = `<tr><th scope="row"><code>${sentence(path)}</code></th><td>${typeOf(field)}</td><td>${required.has(name) ? 'yes' : 'no'}</td></tr>`;
    const inside = [field, field.items, ...(field.anyOf ?? []), ...(field.oneOf ?? [])].find(
      (one) => one?.properties,
    );
    return [row, ...(inside ? rowsOf(inside, `${path}${field.type === 'array' ? '[]' : ''}.`) : [])];
  });
}

function typeOf({
  $ref,
  type,
  const: only,
  enum: choices,
  allOf,
  anyOf,
  oneOf,
  items,
  format,
}: Schema): string {
  const name = ($ref ?? allOf?.[0]?.$ref)?.split('/').at(-1);
  if (name !== undefined) return name === 'AnswerValue' ? 'any JSON value' : `<a href="#${name}">${name}</a>`;
  const several = anyOf ?? oneOf;
  if (several) return [...new Set(several.map(typeOf))].join(' or ');
  if (only !== undefined) return `<code>${sentence(JSON.stringify(only))}</code>`;
  if (choices) return choices.map((choice) => `<code>${sentence(JSON.stringify(choice))}</code>`).join(', ');
  if (type === 'array') return `list of ${items ? typeOf(items) : 'anything'}`;
  return sentence([[type ?? 'anything'].flat().join(' or '), ...(format ? [`(${format})`] : [])].join(' '));
}
