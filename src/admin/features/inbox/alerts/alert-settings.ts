import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { deviceStorage } from '../../../../browser/storage.ts';

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
const changed = 'gateway-admin:inbox-settings';
let known: { readonly text: string | null; readonly settings: AlertSettings } | null = null;

export function readAlertSettings(): AlertSettings {
  const text = deviceStorage.getItem(key);
  if (known?.text !== text) known = { text, settings: parse(text) };
  return known.settings;
}

function parse(text: string | null): AlertSettings {
  try {
    return alertSettings.parse(JSON.parse(text ?? '{}'));
  } catch {
    return alertSettings.parse({});
  }
}

/** The settings of this device, and how to change them. */
export function useAlertSettings(): readonly [AlertSettings, (change: Partial<AlertSettings>) => void] {
  const settings = useSyncExternalStore(subscribe, readAlertSettings);
  const change = (next: Partial<AlertSettings>) => {
    deviceStorage.setItem(key, JSON.stringify({ ...settings, ...next }));
    dispatchEvent(new Event(changed));
  };
  return [settings, change];
}

function subscribe(listener: () => void): () => void {
  addEventListener(changed, listener);
  addEventListener('storage', listener);
  return () => {
    removeEventListener(changed, listener);
    removeEventListener('storage', listener);
  };
}
