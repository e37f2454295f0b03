import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Node } from 'constructs';
import * as z from 'zod/mini';

// Without a language the mini edition says "Invalid input" of everything.
z.config(z.locales.en());

const concurrency = z.int().check(z.gte(2), z.lte(1000));
const origin = z
  .string()
  .check(z.regex(/^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/, 'must be scheme://host[:port]'));
const domain = z.strictObject({
  name: z.string().check(z.regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'must be a domain name')),
  /** For `web` in us-east-1, where CloudFront looks for it. */
  certificateArn: z.string().check(z.regex(/^arn:[a-z-]+:acm:/, 'must be the ARN of a certificate')),
});

/** Settings of one deployment, as `stages.NAME` of cdk.json's context holds them. */
const stageSettings = z.strictObject({
  account: z.optional(z.string().check(z.regex(/^\d{12}$/, 'must be an account number'))),
  region: z.optional(z.string()),
  /** Deletion protection, and data that outlives its stack. */
  protect: z.boolean(),
  logRetentionDays: z
    .int()
    .check(z.refine((days) => days in RetentionDays, 'is no retention of CloudWatch Logs')),
  logLevel: z.enum(['DEBUG', 'INFO', 'WARN', 'ERROR']),
  /** Prefix of the hosted sign-in's address; unique in its region. */
  signInDomainPrefix: z.string().check(z.regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/)),
  /** Further origins where the admin application runs: a developer's machine. */
  adminOrigins: z._default(z.array(origin), []),
  /** Origins besides public https ones that `http` steps may call. */
  allowedHttpOrigins: z._default(z.array(origin), []),
  /** Models of Amazon Bedrock that `llm` steps may use; the first is the default. */
  languageModels: z._default(z.array(z.string()).check(z.minLength(1)), ['amazon.nova-lite-v1:0']),
  /** Executions kept for a function, or (worker, outbound) batches at a time; none: the account's pool. */
  concurrency: z._default(
    z.strictObject({
      webchat: z.optional(concurrency),
      poll: z.optional(concurrency),
      webhook: z.optional(concurrency),
      worker: z.optional(concurrency),
      outbound: z.optional(concurrency),
    }),
    {},
  ),
  /** Where alarms are sent; the subscription is to be confirmed once. */
  alarmEmail: z.optional(z.email()),
  domains: z._default(z.strictObject({ api: z.optional(domain), web: z.optional(domain) }), {}),
});

/** A deployment: its name and its settings. */
export interface Stage extends z.infer<typeof stageSettings> {
  readonly name: string;
  /** What the names of its resources begin with. */
  readonly prefix: string;
}

/**
 * Reads `-c stage=NAME` and that stage's settings.
 * @throws Error that says which setting is wrong
 */
export function readStage(node: Node): Stage {
  const name = z
    .string()
    .check(z.regex(/^[a-z][a-z0-9]{1,11}$/))
    .safeParse(node.tryGetContext('stage'));
  if (!name.success)
    throw new Error('context `stage` must be 2 to 12 lower case letters and digits, e.g. -c stage=dev');
  return parseStage(name.data, node.tryGetContext('stages')?.[name.data]);
}

/** @throws Error that says which setting is wrong */
export function parseStage(name: string, settings: unknown): Stage {
  if (settings === undefined) throw new Error(`context \`stages\` has no stage "${name}"`);
  const parsed = stageSettings.safeParse(settings);
  if (parsed.success) return { ...parsed.data, name, prefix: `gateway-${name}-` };
  const wrong = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`stage "${name}": ${wrong.join('; ')}`);
}
