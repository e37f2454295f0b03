import * as z from 'zod/mini';

const required = z.string().check(z.minLength(1));

/** Environment of the gateway's functions, as the stacks and the local stack set it. */
export const settings = z.object({
  /** Name of the deployment; part of the metrics' namespace. */
  STAGE: z._default(required, 'local'),
  /** The function, in each line of the log. */
  POWERTOOLS_SERVICE_NAME: z._default(required, 'messaging-gateway'),
  /** How much slower than AWS its services may be: on a laptop, all of them share its cores. */
  PATIENCE: z._default(z.coerce.number().check(z.positive()), 1),
  TABLE_PREFIX: required,
  EVENT_BUS_NAME: required,
  TURNS_QUEUE_URL: required,
  CONTINUATIONS_QUEUE_URL: required,
  OUTBOUND_QUEUE_URL: required,
  CHORES_QUEUE_URL: required,
  /** Also the queue of emails to send. */
  RUNS_QUEUE_URL: z._default(z.string(), ''),
  FILES_BUCKET: z._default(z.string(), ''),
  FILES_QUEUE_URL: z._default(z.string(), ''),
  TENANT_SECRET_PREFIX: required,
  /** Tokens of the first chat app's subscription handshake, separated by commas; in plain on a laptop only. */
  WEBHOOK_VERIFY_TOKENS: z.optional(required),
  /** Secret that holds the tokens, everywhere else. */
  WEBHOOK_VERIFY_TOKENS_ARN: z.optional(required),
  /** Key of derived ids, in plain on a laptop only. */
  ID_SECRET: z.optional(required),
  /** Secret that holds the key, everywhere else. */
  ID_SECRET_ARN: z.optional(required),
  /** Origins besides public https ones that `http` steps may call, separated by commas. */
  ALLOWED_HTTP_ORIGINS: z._default(z.string(), ''),
  /** An OpenAI-compatible endpoint; without it `llm` steps go to Amazon Bedrock. */
  LLM_BASE_URL: z.optional(required),
  LLM_API_KEY: z.optional(required),
  LLM_MODEL: z._default(z.string(), 'amazon.nova-lite-v1:0'),
});
export type Settings = z.infer<typeof settings>;

/** Compiling the schema takes longer than parsing with it once. */
const parsedOnce = { jitless: true };

/** @throws Error that names every setting that is missing */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const parsed = settings.safeParse(env, parsedOnce);
  if (parsed.success) return parsed.data;
  const names = parsed.error.issues.map(({ path }) => path.join('.'));
  throw new Error(`settings are missing: ${names.join(', ')}`);
}
