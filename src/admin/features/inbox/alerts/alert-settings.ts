import * as z from 'zod/mini';
import { deviceStorage } from '../../../../browser/storage.ts';
import { readKept, useDeviceText } from '../../../components/use-device-text.ts';

/** Which events play a sound on this device, and the volume. */
const alertSettings = z.object({
  waiting: z._default(z.boolean(), true),
  mine: z._default(z.boolean(), true),
  assigned: z._default(z.boolean(), true),
  mentioned: z._default(z.boolean(), true),
  /** 0 to 100. */
  volume: z._default(z.number().check(z.gte(0), z.lte(100)), 50),
  /** Whether the browser shows notifications; requested on a click. */
  notify: z._default(z.boolean(), false),
  /** Whether Enter sends; otherwise only Ctrl Enter. */
  enterSends: z._default(z.boolean(), true),
});
export type AlertSettings = z.infer<typeof alertSettings>;

const key = 'gateway-admin.inbox-settings';

/** The settings of this device; the defaults where it has none. */
export function readAlertSettings(): AlertSettings {
  return readKept(alertSettings, deviceStorage.getItem(key), alertSettings.parse({}));
}

/** The settings of this device, and how to change them. */
export function useAlertSettings(): readonly [AlertSettings, (change: Partial<AlertSettings>) => void] {
  const [, set] = useDeviceText(key);
  const settings = readAlertSettings();
  return [settings, (change) => set(JSON.stringify({ ...settings, ...change }))];
}
