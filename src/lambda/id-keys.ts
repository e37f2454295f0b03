import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { readSecretText } from '../aws/secrets-manager.ts';
import { limits } from '../contract/limits.ts';
import { type IdKeys, parseIdKeys } from '../domain/id-keys.ts';
import { remember } from '../domain/remember.ts';
import type { Settings } from './settings.ts';

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
