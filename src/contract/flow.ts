import * as z from 'zod/mini';
import { attachment, choice } from './vocabulary.ts';

/** A step's id, a variable's name: what an expression can name. */
const name = z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/, 'must be a name'));
const template = z.string().check(z.maxLength(4096));
const expression = z.string().check(z.minLength(1), z.maxLength(1024));
const timeoutMs = z.optional(z.int().check(z.gte(1), z.lte(5000)));

const messageStep = z.object({
  kind: z.literal('message'),
  text: template,
  attachments: z.optional(z.array(attachment)),
  next: name,
});

const questionStep = z.object({
  kind: z.literal('question'),
  text: template,
  choices: z.optional(z.array(choice)),
  validate: z.optional(
    z.object({
      type: z.enum(['text', 'number', 'email', 'phone', 'date', 'choice', 'regex']),
      pattern: z.optional(z.string().check(z.maxLength(256))),
    }),
  ),
  retryText: z.optional(template),
  maxAttempts: z.optional(z.int().check(z.gte(1), z.lte(10))),
  onInvalid: z.optional(name),
  saveAs: name,
  next: name,
});

const setStep = z.object({ kind: z.literal('set'), assign: z.record(name, expression), next: name });

const branchStep = z.object({
  kind: z.literal('branch'),
  branches: z.array(z.object({ when: expression, next: name })).check(z.minLength(1)),
  otherwise: name,
});

const httpStep = z.object({
  kind: z.literal('http'),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  url: template,
  headers: z.optional(z.record(z.string(), template)),
  /** JSON; every string in it is a template. */
  body: z.optional(z.unknown()),
  timeoutMs,
  /** Variable name to expression over `response` (`status`, `body`). */
  saveAs: z.optional(z.record(name, expression)),
  background: z.optional(z.boolean()),
  next: name,
  onError: name,
});

const llmStep = z.object({
  kind: z.literal('llm'),
  system: template,
  prompt: z.optional(template),
  model: z.optional(z.string()),
  maxTokens: z.optional(z.int().check(z.gte(1), z.lte(4096))),
  timeoutMs,
  saveAs: z.optional(name),
  send: z.optional(z.boolean()),
  background: z.optional(z.boolean()),
  next: name,
  onError: name,
});

const handoffStep = z.object({
  kind: z.literal('handoff'),
  reason: template,
  queue: z.optional(z.string()),
  text: z.optional(template),
});

const endStep = z.object({ kind: z.literal('end'), text: z.optional(template) });

export const step = z.discriminatedUnion('kind', [
  messageStep,
  questionStep,
  setStep,
  branchStep,
  httpStep,
  llmStep,
  handoffStep,
  endStep,
]);
export type Step = z.infer<typeof step>;
export type StepKind = Step['kind'];
export type StepOf<K extends StepKind> = Extract<Step, { kind: K }>;

/** A published, immutable definition. @see design 4 */
export const flowDefinition = z.object({
  id: name,
  version: z.int().check(z.gte(1)),
  title: z.optional(z.string()),
  start: name,
  variables: z.optional(z.record(name, z.json())),
  /** Words that jump from anywhere to a step. */
  triggers: z.optional(z.array(z.object({ words: z.array(z.string()).check(z.minLength(1)), next: name }))),
  steps: z.record(name, step),
});
export type FlowDefinition = z.infer<typeof flowDefinition>;
