import * as z from 'zod/mini';
import { fileKinds, fileTypeNames } from './files.ts';
import { weekHours } from './handoff-settings.ts';
import { limits } from './limits.ts';
import { expression, minutes, name, template, text, timeoutMs } from './steps/parts.ts';
import { attachment } from './vocabulary.ts';

/** The part of JSON Schema that a model's answer can be held to. @see https://json-schema.org/draft/2020-12 */
export interface AnswerSchema {
  readonly type: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  readonly description?: string | undefined;
  readonly enum?: readonly (string | number)[] | undefined;
  readonly properties?: Readonly<Record<string, AnswerSchema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: AnswerSchema | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly maxLength?: number | undefined;
}

export const answerSchema: z.ZodMiniType<AnswerSchema> = z.lazy(() =>
  z.strictObject({
    type: z.enum(['object', 'array', 'string', 'number', 'integer', 'boolean']),
    description: z.optional(z.string()),
    enum: z.optional(z.array(z.union([z.string(), z.number()])).check(z.minLength(1))),
    properties: z.optional(z.record(z.string(), answerSchema)),
    required: z.optional(z.array(z.string())),
    items: z.optional(answerSchema),
    minimum: z.optional(z.number()),
    maximum: z.optional(z.number()),
    maxLength: z.optional(z.int()),
  }),
);

/** A step that the model may call with arguments of its own, as often as it likes, before it answers. */
const tool = z.strictObject({
  /** An `http` step of the flow; its connections are not taken. */
  step: name,
  /** The description of the tool for the model. */
  description: z.string().check(z.minLength(1), z.maxLength(1024)),
  /** Variables of the flow that the model gives values to, for this call alone. */
  arguments: z.optional(z.record(name, answerSchema)),
});

export const llmStep = z.strictObject({
  kind: z.literal('llm'),
  system: template,
  prompt: z.optional(template),
  model: z.optional(z.string()),
  temperature: z.optional(z.number().check(z.gte(0), z.lte(1))),
  maxTokens: z.optional(z.int().check(z.gte(1), z.lte(4096))),
  timeoutMs,
  /** The schema of the reply, which is then saved as JSON and not sent. */
  output: z.optional(answerSchema),
  tools: z.optional(z.array(tool).check(z.minLength(1), z.maxLength(8))),
  saveAs: z.optional(name),
  send: z.optional(z.boolean()),
  /** Whether it runs from the queue; default: yes. */
  background: z.optional(z.boolean()),
  next: name,
  onError: name,
});

const endStep = z.strictObject({ kind: z.literal('end'), text: z.optional(text) });

const branchStep = z.strictObject({
  kind: z.literal('branch'),
  branches: z.array(z.strictObject({ when: expression, next: name })).check(z.minLength(1)),
  otherwise: name,
});

const setStep = z.strictObject({
  kind: z.literal('set'),
  assign: z.record(name, expression),
  next: name,
});

const waitStep = z.strictObject({
  kind: z.literal('wait'),
  minutes,
  /** The connection if the visitor writes before the time is up; default: `next`. */
  onReply: z.optional(name),
  next: name,
});

const callStep = z.strictObject({
  kind: z.literal('call'),
  /** Id of a flow of the same tenant; its published version is run as a part of this one. */
  flow: name,
  /** Its variable to an expression over this flow's. */
  input: z.optional(z.record(name, expression)),
  /** Variable of this flow to an expression over `result`, which holds the other's variables when it has ended. */
  saveAs: z.optional(z.record(name, expression)),
  next: name,
});

const httpStep = z.strictObject({
  kind: z.literal('http'),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  url: template,
  /** Templates; `secrets.NAME` is known here and nowhere else. */
  headers: z.optional(z.record(z.string(), template)),
  /** JSON; every string in it is a template. */
  body: z.optional(z.unknown()),
  timeoutMs,
  /** How often a call is retried within `timeoutMs`, after no response or after 429, 502, 503 or 504. */
  retries: z.optional(z.int().check(z.gte(0), z.lte(3))),
  /** Variable name to expression over `response` (`status`, `body`). */
  saveAs: z.optional(z.record(name, expression)),
  /** Whether it runs from the queue; default: if it may take longer than 2 s. */
  background: z.optional(z.boolean()),
  next: name,
  onError: name,
});

const handoffStep = z.strictObject({
  kind: z.literal('handoff'),
  reason: template,
  queue: z.optional(z.string()),
  text: z.optional(text),
  hours: z.optional(weekHours),
  /** The next step outside of `hours`. */
  onClosed: z.optional(name),
  /** The next step when an agent returns the conversation. */
  next: z.optional(name),
  timeoutMinutes: z.optional(minutes),
  /** The next step when no agent has joined within `timeoutMinutes`. */
  onTimeout: z.optional(name),
  /** The next step when an agent closes the conversation, for example a survey. */
  afterClose: z.optional(name),
  /** Variables that agents see. */
  share: z.optional(z.array(name).check(z.maxLength(20))),
});

/** A flow can't send files that visitors uploaded. */
const { fileId: _, status: __, ...shape } = attachment.shape;

const button = z.strictObject({ label: text, value: z.optional(template), url: z.optional(template) }).check(
  z.refine(({ value, url }) => (value === undefined) !== (url === undefined), {
    error: 'needs either "value", which is said for the visitor, or "url", which is opened',
  }),
);

const card = {
  title: text,
  text: z.optional(text),
  image: z.optional(template),
  imageText: z.optional(text),
  buttons: z.optional(z.array(button).check(z.minLength(1), z.maxLength(limits.cardButtons))),
};

/** Cards made of a list: the templates see each entry as `item`. */
const cardsFrom = z.strictObject({ from: expression, ...card });

const messageStep = z.strictObject({
  kind: z.literal('message'),
  text,
  attachments: z.optional(z.array(z.strictObject(shape))),
  cards: z.optional(
    z.union([z.array(z.strictObject(card)).check(z.minLength(1), z.maxLength(limits.cards)), cardsFrom]),
  ),
  next: name,
});

/** A choice of a question; `next` is its own connection. */
const offeredChoice = z.strictObject({ label: text, value: template, next: z.optional(name) });

/** Choices made of a list: `label` and `value` see each entry as `item`. */
const choicesFrom = z.strictObject({
  from: expression,
  label: z.optional(text),
  value: z.optional(template),
  next: z.optional(name),
});

const bound = z.union([z.number(), expression]);
const length = z.int().check(z.gte(0), z.lte(4096));

const validate = z.strictObject({
  type: z.enum(['text', 'number', 'email', 'phone', 'date', 'time', 'choice', 'regex', 'file']),
  /** The accepted files: kinds (`image`) or types (`application/pdf`); default: any. */
  accept: z.optional(z.array(z.enum([...fileKinds, ...fileTypeNames])).check(z.minLength(1))),
  maxMegabytes: z.optional(z.number().check(z.gt(0), z.lte(25))),
  pattern: z.optional(z.string().check(z.maxLength(256))),
  min: z.optional(bound),
  max: z.optional(bound),
  minLength: z.optional(length),
  maxLength: z.optional(length),
  /** A date or time, or an expression that gives one; the answer must lie on the far side of it. */
  after: z.optional(expression),
  before: z.optional(expression),
});

/** What an answer adds to the run's figures. @see design 12 */
const measure = z.enum(['csat', 'nps', 'resolved']);

const questionStep = z.strictObject({
  kind: z.literal('question'),
  text,
  choices: z.optional(z.union([z.array(offeredChoice), choicesFrom])),
  validate: z.optional(validate),
  retryText: z.optional(text),
  maxAttempts: z.optional(z.int().check(z.gte(1), z.lte(10))),
  onInvalid: z.optional(name),
  /** Reminds the visitor once after this time without a reply. */
  remindAfterMinutes: z.optional(minutes),
  /** The text of the reminder; default: `text`. */
  remindText: z.optional(text),
  /** The connection if the visitor doesn't reply. */
  onSilence: z.optional(name),
  /** The time after the question or the reminder; default: `remindAfterMinutes`. */
  silenceAfterMinutes: z.optional(minutes),
  measures: z.optional(measure),
  saveAs: name,
  next: name,
});

/** One schema a kind; all else about a kind is in its file of `engine/steps`, and the compiler names what is missing. */
export const stepSchemas = {
  message: messageStep,
  question: questionStep,
  set: setStep,
  branch: branchStep,
  http: httpStep,
  llm: llmStep,
  handoff: handoffStep,
  call: callStep,
  wait: waitStep,
  end: endStep,
} as const;

export const step = z.discriminatedUnion('kind', [
  messageStep,
  questionStep,
  setStep,
  branchStep,
  httpStep,
  llmStep,
  handoffStep,
  callStep,
  waitStep,
  endStep,
]);
export type Step = z.infer<typeof step>;
export type StepKind = Step['kind'];
export type StepOf<K extends StepKind> = Extract<Step, { kind: K }>;

const trigger = z.strictObject({
  words: z.array(z.string()).check(z.minLength(1)),
  next: name,
  /** Comes back to the question that waited, once the part has reached an `end`. */
  return: z.optional(z.boolean()),
  /** Also applies while an agent has the conversation, and returns it to the bot. */
  duringHandoff: z.optional(z.boolean()),
});
export type Trigger = z.infer<typeof trigger>;

/** The settings of a flow other than its steps. */
export const flowFields = {
  id: name,
  version: z.int().check(z.gte(1)),
  title: z.optional(z.string()),
  start: name,
  variables: z.optional(z.record(name, z.json())),
  /** Words that jump from anywhere to a step. */
  triggers: z.optional(z.array(trigger)),
  /** The step where the flow continues after an error. */
  onError: z.optional(name),
  /** The percentage of conversations that record the responses of their `http` and `llm` steps, for replays. */
  recordPercent: z.optional(z.number().check(z.gte(0), z.lte(100))),
};

/** A published, immutable definition. @see design 4 */
export const flowDefinition = z.strictObject({
  ...flowFields,
  steps: z
    .record(name, step)
    .check(
      z.refine(
        (steps) => Object.keys(steps).length <= limits.stepsPerFlow,
        `must have at most ${limits.stepsPerFlow} steps: move a part into a flow of its own and call it`,
      ),
    ),
});
export type FlowDefinition = z.infer<typeof flowDefinition>;
