import * as z from 'zod/mini';
import { inWords, problemsOf } from './in-words.ts';

/** The retention periods that CloudWatch Logs supports. Any other number fails at deployment. */
const logRetentionDays = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

const concurrency = z.int().check(z.gte(2), z.lte(1000));
const origin = z
  .string()
  .check(z.regex(/^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/, 'must be scheme://host[:port]'));
const domain = z.strictObject({
  name: z.string().check(z.regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'must be a domain name')),
  /** For `admin` and `public` in us-east-1, where CloudFront looks for it. */
  certificateArn: z.string().check(z.regex(/^arn:[a-z-]+:acm:/, 'must be the ARN of a certificate')),
});
const identifier = z
  .string()
  .check(z.regex(/^[A-Za-z0-9._-]{1,128}$/, 'must be the id of a tenant or widget'));

/**
 * Settings of one deployment, as `stages.NAME` of cdk.json's context holds them: read by the stacks, and by the command
 * line's preflight.
 */
const settings = z.strictObject({
  account: z.optional(z.string().check(z.regex(/^\d{12}$/, 'must be an account number'))),
  region: z.optional(z.string().check(z.regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be a region'))),
  /** Deletion protection, and data that outlives its stack. */
  protect: z.boolean(),
  logRetentionDays: z
    .int()
    .check(z.refine((days) => logRetentionDays.includes(days), 'is no retention of CloudWatch Logs')),
  logLevel: z.enum(['DEBUG', 'INFO', 'WARN', 'ERROR']),
  /**
   * Has X-Ray show when functions ran: one run a second and a twentieth of the others. Lambda takes no other rate, and
   * API Gateway's HTTP APIs decide none.
   */
  tracing: z._default(z.boolean(), false),
  /** Prefix of the hosted sign-in's address; unique in its region, over all accounts. */
  signInDomainPrefix: z.string().check(
    z.regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/),
    z.refine((prefix) => !/aws|amazon|cognito/.test(prefix), 'Cognito takes no prefix with its own names'),
  ),
  /** Two-factor authentication: required for all, or off. */
  mfa: z.optional(z.enum(['on', 'optional'])),
  /** The SES sender of invitations and password codes; null: Cognito's own sender, for trials only. */
  mailFrom: z.optional(z.nullable(z.email())),
  /** Creates the SES identity of `mailFrom`'s domain, and prints its DKIM records; without it, the identity is there already. */
  ownsMailDomain: z._default(z.boolean(), false),
  /** Further origins where the admin application runs: a developer's machine. */
  adminOrigins: z._default(z.array(origin), []),
  /** Origins besides public https ones that `http` steps may call. */
  allowedHttpOrigins: z._default(z.array(origin), []),
  /** Models of Amazon Bedrock, or its inference profiles, that `llm` steps may use; the first is the default. */
  languageModels: z.optional(z.array(z.string().check(z.minLength(1))).check(z.minLength(1))),
  /** Executions kept for a function, or (worker, continuation, outbound) batches at a time; none: the account's pool. */
  concurrency: z._default(
    z.strictObject({
      webchat: z.optional(concurrency),
      poll: z.optional(concurrency),
      'admin-inbox': z.optional(concurrency),
      webhook: z.optional(concurrency),
      worker: z.optional(concurrency),
      continuation: z.optional(concurrency),
      outbound: z.optional(concurrency),
    }),
    {},
  ),
  /** The account's limit of executions in the region: the alarm goes by it. */
  accountConcurrency: z._default(z.int().check(z.gte(10)), 1_000),
  /** The email address for alarms. AWS asks it to confirm the subscription. */
  alarmEmail: z.optional(z.email()),
  /** The monthly budget of the whole account in US dollars, above which an email is sent. */
  monthlyBudgetUsd: z.optional(z.int().check(z.gte(1))),
  /** The widget that the synthetic visitor writes to; without it, there is none. */
  visitor: z.optional(z.strictObject({ tenantId: identifier, widgetId: identifier })),
  domains: z._default(
    z.strictObject({ api: z.optional(domain), admin: z.optional(domain), public: z.optional(domain) }),
    {},
  ),
});

/** Alarms without a recipient would go unnoticed in production. */
const owedByProtected = ['alarmEmail', 'mailFrom', 'monthlyBudgetUsd'] as const;

type Settings = z.infer<typeof settings>;

/** A deployment: its name and its settings, with what a default depends on filled in. */
export interface Stage extends Omit<Settings, 'languageModels' | 'mfa' | 'mailFrom'> {
  readonly name: string;
  /** The prefix of its resources' names. */
  readonly prefix: string;
  readonly mfa: 'on' | 'optional';
  readonly mailFrom: string | null;
  readonly languageModels: readonly string[];
}

/** A stage's name. */
export const stageName = z.string().check(z.regex(/^[a-z][a-z0-9]{1,11}$/));

/** Returns the prefix of a stage's resources' names. */
export function prefixOf(stage: string): string {
  return `gateway-${stage}-`;
}

/**
 * Parses the settings of a stage.
 * @param region the default region
 * @throws Error naming the invalid setting
 */
export function parseStage(name: string, given: unknown, region?: string): Stage {
  if (given === undefined) throw new Error(`There is no stage "${name}" in \`context.stages\``);
  const parsed = settings.safeParse(given, { error: inWords });
  if (!parsed.success) {
    const wrong = problemsOf(parsed.error).map(({ path, message }) =>
      [path, message].filter(Boolean).join(': '),
    );
    throw new Error(`The stage "${name}": ${wrong.join('; ')}`);
  }
  const { protect, mfa, mailFrom, languageModels } = parsed.data;
  const owed = protect ? owedByProtected.filter((key) => parsed.data[key] === undefined) : [];
  if (owed.length > 0)
    throw new Error(
      `The stage "${name}": ${owed.join(', ')}: a stage with \`protect\` must say (see docs/operations.md)`,
    );
  return {
    ...parsed.data,
    name,
    prefix: prefixOf(name),
    mfa: mfa ?? (protect ? 'on' : 'optional'),
    mailFrom: mailFrom ?? null,
    languageModels: languageModels ?? [defaultModel(parsed.data.region ?? region)],
  };
}

/** Parts of the world that Bedrock serves by an inference profile, by how their regions begin. */
const geographies = { 'us-gov-': 'us-gov', 'us-': 'us', 'eu-': 'eu', 'ap-': 'apac' } as const;
const smallModel = 'amazon.nova-lite-v1:0';

/** Outside of us-east-1 the model is invoked through the profile of its part of the world only. */
function defaultModel(region: string | undefined): string {
  const found = Object.entries(geographies).find(([start]) => region?.startsWith(start));
  return found ? `${found[1]}.${smallModel}` : smallModel;
}

/** Whether a domain is reserved for documentation. @see RFC 2606 */
export function isPlaceholder(address: string | null | undefined): boolean {
  return /[@.]example\.(com|net|org)$|\.example$/.test(address ?? '');
}
