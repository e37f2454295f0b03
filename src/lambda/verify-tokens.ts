import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { remember } from '../aws/items.ts';
import { readSecretText } from '../aws/tenant-secret-store.ts';
import { limits } from '../contract/limits.ts';
import type { Settings } from './settings.ts';

/**
 * Tokens of the first chat app's subscription handshake: asked for by what needs them only, so that no cold start pays
 * for them; then remembered as long as any secret.
 */
export function verifyTokens(
  {
    WEBHOOK_VERIFY_TOKENS: plain,
    WEBHOOK_VERIFY_TOKENS_ARN: arn,
  }: Pick<Settings, 'WEBHOOK_VERIFY_TOKENS' | 'WEBHOOK_VERIFY_TOKENS_ARN'>,
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
