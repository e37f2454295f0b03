import { limits } from '../src/contract/limits.ts';
import { idioms } from '../src/engine/documents/idioms.ts';
import { ruleDocuments } from '../src/engine/documents/rules.ts';
import type { StepExample } from '../src/engine/documents/step-document.ts';
import { stepDocuments } from '../src/engine/documents/steps.ts';
import { flowFunctions, nameOf } from '../src/engine/functions.ts';
import { flowFieldDocuments, triggerFieldDocuments } from '../src/operations/directory/file-documents.ts';

type Fields = Readonly<Record<string, string>>;

/** A row for each field, and whether it must be there. */
export function fieldTable(fields: Fields): string {
  const rows = Object.entries(fields).map(
    ([name, about]) => `| \`${name}\` | ${about.replaceAll('|', '\\|')} |`,
  );
  return ['| field | |', '|---|---|', ...rows].join('\n');
}

const json = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

/** `docs/flows.md`: the language of flows, made of the schemas and of examples that a test runs. */
export function flowsPage(): string {
  return [
    intro(),
    '## The file',
    fieldTable(flowFieldDocuments),
    'A trigger:',
    fieldTable(triggerFieldDocuments),
    '## Steps',
    ...Object.entries(stepDocuments).flatMap(([kind, { about, fields, examples }]) => [
      `### ${kind}`,
      about,
      fieldTable(fields),
      ...examples.flatMap(example),
    ]),
    rules(),
    expressions(),
    rehearsal(),
    `## Limits

${limits.stepsPerFlow} steps a flow, ${limits.stepsPerTurn} steps a turn, ${limits.callDepth} flows deep; a text of ${limits.textChars.toLocaleString('en')} characters (what is longer is cut and ends in " …"); 64 KB of variables; 64 KB of replies a turn; lists of 1,000; choices of a list: the first 100. An expression computes at most about 20 ms, those of one turn 150 ms; above it they fail like any other error. A trigger's word counts only when it is all that is said.`,
  ]
    .join('\n\n')
    .concat('\n');
}

function example({ title, flow, script, others = [] }: StepExample): string[] {
  return [
    `**${title}**`,
    json(flow),
    ...others.map((other) => `with the flow\n\n${json(other)}`),
    'and a conversation with it:',
    json(script),
  ];
}

function intro(): string {
  return `# Flows

<!-- Made by \`npm run documents\` from the schemas and the examples beside them: change those. -->

A flow is a JSON file of steps. A run begins at \`start\`, goes from step to step, waits at every \`question\` and \`wait\`, and ends at an \`end\`. The visitor's first message begins it; what was said last is \`message.text\`. Every circle of steps has to pass something that the visitor does: one that could go round by itself is a fault (an \`http\` step has \`retries\` for that). Start with a template and talk to it:

\`\`\`sh
npx gateway flow init flows/support.json --template order
npx gateway flow dev flows/support.json          # a chat that runs the file as you change it
npx gateway flow validate flows/support.json     # every fault, with its line
npx gateway flow test flows/support.json         # play the scripted conversations
npx gateway flow chat flows/support.json         # talk to it in the terminal
\`\`\`

\`"$schema": "…/schemas/flow.json"\` at the top of a file makes editors complete and check it; \`flow init\` points it at the schema in the command line's own package, and a gateway serves it at \`/docs/schemas/flow.json\`. Whole flows with their conversations are in [examples/flows](../examples/flows): [booking](../examples/flows/booking.json), [order look-up](../examples/flows/order.json), [questions answered by a model](../examples/flows/faq.json), [greeting by language](../examples/flows/greeting.json), [survey](../examples/flows/survey.json), [handoff](../examples/flows/handoff.json), [reminder](../examples/flows/reminder.json).`;
}

function rules(): string {
  const code = (value: unknown) => `\`${JSON.stringify(value)}\``;
  const rows = ruleDocuments.map(
    ({ rules: rule, about, right, wrong }) =>
      `| ${code(rule).replaceAll('|', '\\|')} | ${about} | ${right.map(([answer, saved]) => `${code(answer)} → ${code(saved)}`).join(', ')} | ${wrong.map(code).join(', ')} |`,
  );
  return [
    '## Rules',
    'What `validate` of a question may hold. A choice that is offered is always a right answer.',
    ['| validate | takes | right → saved | wrong |', '|---|---|---|---|', ...rows].join('\n'),
  ].join('\n\n');
}

function expressions(): string {
  const functions = flowFunctions.map(
    ({ signature, about, example: [expression, value] }) =>
      `| \`${nameOf(signature)}\` | \`${signature}\` | ${about} | \`${expression}\` → \`${JSON.stringify(value)}\` |`,
  );
  return `## Expressions and templates

An expression is [CEL](https://github.com/google/cel-spec/blob/master/doc/langdef.md): \`order.total > 100 && message.user.email != null\`. A template is text with expressions in \`{{ }}\`; null is written as nothing, lists and objects as JSON. Values in a message are text: only what the template itself says is [Markdown](widget.md#rich-text), so a visitor who writes \`*hi*\` reads \`*hi*\`. What a model wrote with marks is sent with them by the \`llm\` step's own \`send\`.

**Names.** The flow's variables; \`message.text\`, \`message.attachments\`, \`message.user\` (\`firstName\`, \`email\`, \`phone\`, \`language\`), \`message.metadata\`; \`now\` (\`date\` as \`2025-01-31\`, \`time\` as \`09:30\`, \`weekday\` from \`monday\` to \`sunday\`; \`year\`, \`month\`, \`day\`, \`hour\`, \`minute\`) on the tenant's clock; \`error\` after an error; \`response\` in \`saveAs\` of \`http\`; \`result\` in \`saveAs\` of \`call\`; \`item\` in choices of a list; \`secrets.NAME\` in headers of \`http\`.

**What is missing is null, and stops nobody.** A key that is not there, a variable not set yet, an entry past the end of a list: null. What is computed from null is null, a comparison with it (\`<\`, \`>\`) is false, as a condition it counts as false, as a list it has no entries, and added to a text it adds nothing.

**Types** are checked where they are known: \`score == '5'\` is a fault when \`score\` is a number. Numbers of all kinds mix; a text and a number are one text: \`'You said ' + score\`. A name that \`message\`, \`message.user\`, \`now\` or \`response\` does not have is a fault.

**Large numbers.** A whole number beyond 2^53 (9,007,199,254,740,991) that a service, a model, a webhook or \`metadata\` sends is read as the text of its digits where a number would change them: \`{ "id": 7615917337495251231 }\` gives \`response.body.id == "7615917337495251231"\`. To compute with it, write \`int(id)\`; a result beyond 2^53 is text again. In texts numbers are written in full and without what only binary fractions have: \`0.1 + 0.2\` is 0.3.

**Language.** A text may be written once, or by language: \`{ "en": "Hello", "de": "Hallo" }\`. A variable \`language\` of the flow, when it is set, chooses; else \`message.user.language\` does; else the first that is written. \`pt_BR\` is read as \`pt-BR\`; what is no language is as if there were none. For \`pt-BR\` that is \`pt-BR\`, \`pt\`, or any other \`pt-…\`, in this order.

| often wanted | template | gives |
|---|---|---|
${idioms.map(({ about, template, variables, gives }) => `| ${about} | \`${template.replaceAll('|', '\\|')}\`${withVariables(variables)} | \`${gives}\` |`).join('\n')}

Besides CEL's own (\`size\`, \`has\`, \`string\`, \`int\`, \`double\`, \`contains\`, \`startsWith\`, \`endsWith\`, \`lowerAscii\`, \`upperAscii\`, \`trim\`, \`split\`, \`substring\`, \`map\`, \`filter\`, \`all\`, \`exists\`, \`exists_one\`):

| function | | gives | example |
|---|---|---|---|
${functions.join('\n')}`;
}

function withVariables(variables: object): string {
  const given = Object.entries(variables).map(([name, value]) => `\`${name}\` \`${JSON.stringify(value)}\``);
  return given.length === 0 ? '' : ` with ${given.join(', ')}`;
}

function rehearsal(): string {
  return `## Scripted conversations

\`NAME.conversations.json\` beside a flow is a list of conversations: what the visitor says, and what is expected. \`flow test\` plays them (nothing outside is called), prints how many of the flow's ways they walk, and no flow is published whose conversations fail. \`tenant apply\` and \`flow publish\` store them with the version, the console plays them before it publishes another, and \`flow pull\` writes them beside the flow. \`flow test FILE --record\` writes what the flow says now as what is expected; \`--record "a title"\` adds a conversation whose visitor is standard input.

\`\`\`json
[
  {
    "title": "an order that is late, in German, on a Monday morning",
    "visitor": { "firstName": "Ada", "language": "de" },
    "metadata": { "page": "/orders" },
    "clock": "2025-06-02T07:30:00Z",
    "timeZone": "Europe/Berlin",
    "http": [{ "status": 200, "body": { "status": "late" } }, { "fails": true }],
    "llm": ["Sorry."],
    "steps": [
      { "user": "hallo" },
      { "expect": "Guten Morgen Ada!" },
      { "expect": { "choices": ["Ja", "Nein"], "step": "menu", "variables": { "order": "1001" } } },
      { "set": { "clock": "2025-06-02T20:00:00Z" } },
      { "user": "nein" },
      { "expect": { "status": "handoff", "events": [{ "type": "Conversation.HandoffRequested", "queue": "support" }] } },
      { "human": "returns" },
      { "minutes": 30 }
    ]
  }
]
\`\`\`

Every reply must be expected, in order. \`http\` and \`llm\` are the answers to those steps, each in order, a retry takes one too; a call without one fails. Of a model that asks for its tools the answer is \`{ "calls": [{ "tool": "look_up", "with": { "number": "1001" } }] }\`. \`human\` is \`returns\`, \`closes\` or \`times out\`. \`minutes\` go by without a word of the visitor.`;
}
