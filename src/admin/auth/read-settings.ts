import { type AdminSettings, adminSettings } from '../../contract/docs.ts';
import { SignInError } from './errors.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * Reads `config.json`, which is written at deployment.
 * @throws SignInError `network`, `settings_unreadable`
 */
export async function readSettings({
  fetch,
  appUrl,
}: Pick<Surroundings, 'fetch' | 'appUrl'>): Promise<AdminSettings> {
  const response = await fetch(new URL('config.json', appUrl), { cache: 'no-cache' }).catch(() => {
    throw new SignInError('network');
  });
  const settings = adminSettings.safeParse(await response.json().catch(() => null));
  if (!response.ok || !settings.success) throw new SignInError('settings_unreadable');
  return settings.data;
}
