import type { PublishedWidget } from '../contract/widget-settings.ts';
import type { WidgetOptions } from './api.ts';
import { closedBy } from './connection.ts';
import type { GatewayClient, Refused } from './gateway-client.ts';
import { loadLanguage, pickTag } from './pick-language.ts';
import { readWidgetSettings } from './read-settings.ts';
import type { Store } from './store.ts';
import type { MountedWidget } from './view/mounted-widget.ts';

const settingsName = 'settings';

export interface DressParts {
  readonly mounted: MountedWidget;
  readonly client: GatewayClient;
  readonly store: Store;
  /** Whether the visitor uses the chat; otherwise nothing is stored. */
  readonly mayKeep: () => boolean;
  readonly onDressed: (settings: PublishedWidget) => void;
  /** Called if the gateway has no widget for this page; then nothing is shown. */
  readonly onRefused: (refused: Refused) => void;
}

/** So long the launcher may stay away. */
const launcherMs = 3_000;

/**
 * Shows the widget in its published settings, as the page's own options change them, and in the page's language: at once
 * as they were last time, and again when they have changed since. Where it can't work, it is not shown at all.
 */
export function dress(
  options: WidgetOptions,
  { mounted, client, store, mayKeep, onDressed, onRefused }: DressParts,
): void {
  const own = readWidgetSettings(options);
  const language = loadLanguage(pickTag(options.lang, document.documentElement.lang, ...navigator.languages));
  const ready = mounted.ready().catch(console.warn);
  let isRefused = false;
  const show = async (published: PublishedWidget) => {
    const [loaded] = await Promise.all([language, ready]);
    if (isRefused) return;
    mounted.speak(loaded);
    const settings = { ...published, ...own };
    mounted.dress(settings);
    onDressed(settings);
  };
  if (options.settings === 'off') {
    void show({});
    return;
  }
  const kept = store.read(settingsName);
  if (kept !== null) void show(parse(kept));
  // Late settings are still applied.
  const waiting = kept === null ? setTimeout(() => void show({}), launcherMs) : undefined;
  void client.settings().then((settings) => {
    clearTimeout(waiting);
    if (settings === null || 'kind' in settings) {
      if (settings && closedBy(settings)) {
        isRefused = true;
        store.write(settingsName, null);
        mounted.hide();
        onRefused(settings);
      } else if (kept === null) void show({});
      return;
    }
    const text = JSON.stringify(settings);
    if (text === kept) return;
    if (mayKeep()) store.write(settingsName, text);
    void show(settings);
  });
}

function parse(text: string): PublishedWidget {
  try {
    return readWidgetSettings(JSON.parse(text));
  } catch {
    return {};
  }
}
