import * as z from 'zod/mini';
import { name, template, timeoutMs } from './parts.ts';

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
