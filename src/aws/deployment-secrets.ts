import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { limits } from '../contract/limits.ts';
import { type IdKeys, parseIdKeys } from '../domain/message-ids.ts';
import { remember } from './items.ts';

// Secrets of the deployment, which are no tenant's. Each is read when it is first needed, so that no other cold start pays
// for it, then remembered as long as any secret. A failed read is tried again.

/** Reads the text of one secret; undefined when it holds none. */
export async function readSecretText(secrets: SecretsManagerClient, id: string): Promise<string | undefined> {
  return (await secrets.send(new GetSecretValueCommand({ SecretId: id }))).SecretString;
}

/** Returns a reader of the keys of derived ids. @throws Error when there are none */
export function idKeys(
  {
    ID_SECRET: plain,
    ID_SECRET_ARN: arn,
  }: { readonly ID_SECRET?: string | undefined; readonly ID_SECRET_ARN?: string | undefined },
  secrets: SecretsManagerClient,
  nowMs: () => number,
): () => Promise<IdKeys> {
  const keys = remember<IdKeys>({ forMs: limits.secretsCacheMs, nowMs, limit: 1 });
  const load = async () => {
    const text = plain ?? (arn && (await readSecretText(secrets, arn)));
    if (!text) throw new Error('settings are missing: ID_SECRET or ID_SECRET_ARN');
    return parseIdKeys(text);
  };
  return () => keys('id-keys', load);
}

/** Returns a reader of the tokens of the first chat app's subscription handshake. */
export function verifyTokens(
  {
    WEBHOOK_VERIFY_TOKENS: plain,
    WEBHOOK_VERIFY_TOKENS_ARN: arn,
  }: {
    readonly WEBHOOK_VERIFY_TOKENS?: string | undefined;
    readonly WEBHOOK_VERIFY_TOKENS_ARN?: string | undefined;
  },
  secrets: SecretsManagerClient,
  nowMs: () => number,
): () => Promise<readonly string[]> {
  const tokens = remember<readonly string[]>({ forMs: limits.secretsCacheMs, nowMs, limit: 1 });
  return () =>
    tokens('verify-tokens', async () => {
      const text = plain ?? (arn && (await readSecretText(secrets, arn)));
      return (text ?? '').split(',').filter(Boolean);
    });
}
