import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod/mini';
import { remember } from '../aws/items.ts';
import { readSecretText } from '../aws/tenant-secret-store.ts';
import { limits } from '../contract/limits.ts';
import { type IdKeys, parseIdKeys } from '../domain/message-ids.ts';

const required = z.string().check(z.minLength(1));

/** Environment of the gateway's functions, as the stacks and the local stack set it. */
export const settings = z.object({
  /** Name of the deployment; part of the metrics' namespace. */
  STAGE: z._default(required, 'local'),
  /** The function, in each line of the log. */
  POWERTOOLS_SERVICE_NAME: z._default(required, 'messaging-gateway'),
  /** How much slower than AWS its services may be: on a laptop all of them share its cores. */
  PATIENCE: z._default(z.coerce.number().check(z.positive()), 1),
  TABLE_PREFIX: required,
  EVENT_BUS_NAME: required,
  TURNS_QUEUE_URL: required,
  CONTINUATIONS_QUEUE_URL: required,
  OUTBOUND_QUEUE_URL: required,
  CHORES_QUEUE_URL: required,
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

/** @throws Error that names every setting that is missing */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const parsed = settings.safeParse(env);
  if (parsed.success) return parsed.data;
  const names = parsed.error.issues.map(({ path }) => path.join('.'));
  throw new Error(`settings are missing: ${names.join(', ')}`);
}

/**
 * Keys of derived ids: asked for by who derives ids, when the first is derived, then remembered as long as any secret. A
 * failed read is tried again.
 */
export function idKeys(
  { ID_SECRET, ID_SECRET_ARN }: Pick<Settings, 'ID_SECRET' | 'ID_SECRET_ARN'>,
  secrets: SecretsManagerClient,
  nowMs: () => number,
): () => Promise<IdKeys> {
  const keys = remember<IdKeys>({ forMs: limits.secretsCacheMs, nowMs, limit: 1 });
  return () =>
    keys('id-keys', async () => {
      const text = ID_SECRET ?? (ID_SECRET_ARN && (await readSecretText(secrets, ID_SECRET_ARN)));
      if (!text) throw new Error('settings are missing: ID_SECRET or ID_SECRET_ARN');
      return parseIdKeys(text);
    });
}
