import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileTypeNames } from '../src/contract/files.ts';
import type { FlowDefinition, StepOf } from '../src/contract/flow.ts';
import { limits } from '../src/contract/limits.ts';
import type { Attachment } from '../src/contract/vocabulary.ts';
import type { ScriptInput } from '../src/engine/flow-script.ts';
import { flowFunctions, nameOf } from '../src/engine/functions.ts';
import type { Json } from '../src/engine/interfaces.ts';
import { stepDocuments } from '../src/engine/steps/kinds.ts';
import * as fields from '../src/operations/directory/file-documents.ts';
import { withCostChapter } from './cost/page.ts';

const root = join(import.meta.dirname, '..');
const docs = join(root, 'docs');
const read = (name: string) => JSON.parse(readFileSync(join(root, 'examples', `${name}.json`), 'utf8'));

/** A flow small enough to read, and a conversation with it. */
interface StepExample {
  readonly title: string;
  readonly flow: FlowDefinition;
  readonly script: ScriptInput;
  /** Flows that it calls. */
  readonly others?: readonly FlowDefinition[];
}

/** The examples of a kind of step: a test runs them, and asks for every field in them. */
export const examplesOf = (kind: string): readonly StepExample[] => read(`steps/${kind}`);

/** A text, or a file. */
export type GivenAnswer = string | Attachment;

/** The reference of one rule. A test runs its answers on 2 June 2025. */
interface RuleDocument {
  readonly rules: NonNullable<StepOf<'question'>['validate']>;
  readonly about: string;
  /** Answers, each with what is saved. */
  readonly right: readonly (readonly [answer: GivenAnswer, saved: Json])[];
  readonly wrong: readonly GivenAnswer[];
}

/** Every type of answer, and every rule. */
export const ruleDocuments: readonly RuleDocument[] = read('answers');

/** A common template with its result; run by a test. */
interface Idiom {
  readonly about: string;
  readonly template: string;
  readonly variables: Readonly<Record<string, Json>>;
  readonly gives: string;
}

/** Common templates. */
export const idioms: readonly Idiom[] = read('idioms');

/** Returns the pages that `npm run documents` writes, by path below `docs`. */
export function documents(): Readonly<Record<string, string>> {
  const page = (path: string) => readFileSync(join(docs, path), 'utf8');
  return {
    'flows.md': withChapters(page('flows.md'), flowChapters()),
    'operations.md': withCostChapter(page('operations.md')),
    'tenant-files.md': withChapters(page('tenant-files.md'), {
      tenant: fieldTable(fields.tenantFieldDocuments),
      widget: fieldTable(fields.widgetFieldDocuments),
      uploads: fieldTable(fields.uploadFieldDocuments),
      types: fileTypeNames.map(code).join(', '),
      appearance: fieldTable(fields.appearanceFieldDocuments),
      account: fieldTable(fields.accountFieldDocuments),
    }),
  };
}

/** Replaces what stands between `<!-- begin NAME -->` and `<!-- end NAME -->`. @throws Error when a page lacks them */
function withChapters(page: string, chapters: Readonly<Record<string, string>>): string {
  return Object.entries(chapters).reduce((text, [name, chapter]) => {
    const between = new RegExp(`(?<=<!-- begin ${name} -->\\s*)\\S[^]*?(?=\\s*<!-- end ${name} -->)`);
    if (!between.test(text)) throw new Error(`a page has no chapter ${name}`);
    return text.replace(between, () => chapter);
  }, page);
}

/** The language of flows, made of the schemas and of examples that a test runs. */
function flowChapters(): Readonly<Record<string, string>> {
  const steps = Object.entries(stepDocuments).flatMap(([kind, { about, fields: its }]) => [
    ...[`### ${kind}`, about, fieldTable(its)],
    ...examplesOf(kind).flatMap(example),
  ]);
  const ruleRows = ruleDocuments.map(({ rules, about, right, wrong }) => [
    ...[json(rules).replaceAll('|', '\\|'), about],
    ...[right.map(([answer, saved]) => `${json(answer)} → ${json(saved)}`).join(', ')],
    wrong.map(json).join(', '),
  ]);
  const idiomRows = idioms.map(({ about, template, variables, gives }) => {
    const given = Object.entries(variables).map(([name, value]) => `${code(name)} ${json(value)}`);
    const shown = code(template.replaceAll('|', '\\|'));
    return [about, given.length === 0 ? shown : `${shown} with ${given.join(', ')}`, code(gives)];
  });
  const functionRows = flowFunctions.map(({ signature, about, example: [expression, value] }) => [
    ...[code(nameOf(signature)), code(signature), about],
    `${code(expression)} → ${json(value)}`,
  ]);
  return {
    fields: fieldTable(fields.flowFieldDocuments),
    'trigger fields': fieldTable(fields.triggerFieldDocuments),
    steps: steps.join('\n\n'),
    rules: tableOf(['validate', 'accepts', 'valid → saved', 'invalid'], ruleRows),
    idioms: tableOf(['task', 'template', 'result'], idiomRows),
    functions: tableOf(['function', '', 'returns', 'example'], functionRows),
    limits: `${limits.stepsPerFlow} steps per flow, ${limits.stepsPerTurn} steps per turn, ${limits.callDepth} levels of called flows; a text of ${limits.textChars.toLocaleString('en')} characters (what is longer is cut and ends in " …"); 64 KB of variables; 64 KB of replies per turn; 1,000 list entries; the first 100 choices built from a list. An expression may compute for about 20 ms, all expressions of a turn for 150 ms; above that they fail like any other error. A global keyword works only when the message contains nothing else.`,
  };
}

const code = (text: string) => `\`${text}\``;
const json = (value: unknown) => code(JSON.stringify(value));

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |');
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

const fieldTable = (all: Readonly<Record<string, string>>) =>
  tableOf(
    ['field', ''],
    Object.entries(all).map(([name, about]) => [code(name), about.replaceAll('|', '\\|')]),
  );

function example({ title, flow, script, others = [] }: StepExample): string[] {
  const block = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
  const beside = others.map((other) => `with the flow\n\n${block(other)}`);
  return [`**${title}**`, block(flow), ...beside, 'and a conversation with it:', block(script)];
}

if (import.meta.main)
  for (const [path, text] of Object.entries(documents())) await writeFile(join(docs, path), text);
