import type { WidgetSettings } from '../contract/widget-settings.ts';
import type { Store } from './store.ts';

/** Whether new messages play a sound: the visitor's setting takes precedence over the site's. */
export interface Sound {
  /** Whether sound is on; sets the visitor's preference when called with a value. */
  sound(isOn?: boolean): boolean;
  /** Takes the site's wish. */
  dressed(settings: WidgetSettings): void;
}

/** Opens the visitor's wish of a store. */
export function openSound(store: Store): Sound {
  let isSites = false;
  return {
    sound(isOn) {
      if (isOn !== undefined) store.write('sound', String(isOn));
      return (store.read('sound') ?? String(isSites)) === 'true';
    },
    dressed(settings) {
      isSites = settings.sound === true;
    },
  };
}
