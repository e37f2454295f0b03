import { type FlowDocument, isObject, type Json, type JsonObject, stepsOf } from './document.ts';
import { renameInExpression, renameInTemplate } from './rename-name.ts';

interface Names {
  readonly from: string;
  readonly to: string;
}

/** Gives a variable another name wherever it is set, read, shown or expected. */
export function renameVariable(document: FlowDocument, from: string, to: string): FlowDocument {
  const names = { from, to };
  const { variables, steps } = document.definition;
  const definition = {
    ...document.definition,
    ...(isObject(variables) && { variables: keysOf(variables, names) }),
    ...(isObject(steps) && {
      steps: {
        ...steps,
        ...Object.fromEntries(
          Object.entries(stepsOf(document)).map(([id, step]) => [id, inStep(step, names)]),
        ),
      },
    }),
  };
  const conversations = document.conversations.map((script) => inScript(script, names));
  return { ...document, definition: definition as FlowDocument['definition'], conversations };
}

/** How a field of a step speaks of variables; all other texts are templates. */
const fields: Readonly<Record<string, (value: Json, names: Names) => Json>> = {
  kind: (value) => value,
  flow: (value) => value,
  saveAs: (value, names) =>
    isObject(value) ? expressions(keysOf(value, names), names) : named(value, names),
  assign: (value, names) => (isObject(value) ? expressions(keysOf(value, names), names) : value),
  /** Its keys are the other flow's. */
  input: expressions,
  share: (value, names) => (Array.isArray(value) ? value.map((one) => named(one, names)) : value),
  branches: (value, names) => each(value, names, { when: expression }),
  validate: (value, names) =>
    isObject(value)
      ? within(value, names, {
          min: expression,
          max: expression,
          after: expression,
          before: expression,
          pattern: same,
        })
      : value,
  choices: (value, names) =>
    Array.isArray(value)
      ? value.map((choice: Json) => templates(choice, names))
      : isObject(value)
        ? within(value, names, { from: expression, label: templates, value: templates })
        : value,
  tools: (value, names) =>
    each(value, names, { arguments: (given) => (isObject(given) ? keysOf(given, names) : given) }),
  output: same,
  hours: same,
};

function inStep(step: JsonObject, names: Names): JsonObject {
  return Object.fromEntries(
    Object.entries(step).map(([field, value]) => [
      field,
      Object.hasOwn(fields, field) ? (fields[field] ?? same)(value, names) : templates(value, names),
    ]),
  );
}

function inScript(script: FlowDocument['conversations'][number], names: Names) {
  const { steps } = script;
  if (!Array.isArray(steps)) return script;
  const renamed = steps.map((step: Json) =>
    isObject(step) && isObject(step.expect) && isObject(step.expect.variables)
      ? { ...step, expect: { ...step.expect, variables: keysOf(step.expect.variables, names) } }
      : step,
  );
  return { ...script, steps: renamed } as FlowDocument['conversations'][number];
}

type Rename = (value: Json, names: Names) => Json;

function same(value: Json): Json {
  return value;
}

function named(value: Json, { from, to }: Names): Json {
  return value === from ? to : value;
}

function keysOf(value: JsonObject, { from, to }: Names): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key === from ? to : key, entry]));
}

function expression(value: Json, { from, to }: Names): Json {
  return typeof value === 'string' ? renameInExpression(value, from, to) : value;
}

function expressions(value: Json, names: Names): Json {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, expression(one, names)])) as Json;
}

function templates(value: Json, names: Names): Json {
  if (typeof value === 'string') return renameInTemplate(value, names.from, names.to);
  if (Array.isArray(value)) return value.map((one: Json) => templates(one, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, templates(one, names)])) as Json;
}

function within(value: JsonObject, names: Names, table: Readonly<Record<string, Rename>>): Json {
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      Object.hasOwn(table, key) ? (table[key] ?? same)(one, names) : one,
    ]),
  ) as Json;
}

function each(value: Json, names: Names, table: Readonly<Record<string, Rename>>): Json {
  if (!Array.isArray(value)) return value;
  return value.map((entry: Json) => (isObject(entry) ? within(entry, names, table) : entry));
}
