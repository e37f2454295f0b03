import type { WidgetSettings } from '../contract/widget-settings.ts';
import type { WidgetOptions } from './api.ts';
import type { GatewayClient } from './gateway-client.ts';
import { loadLanguage, pickTag } from './pick-language.ts';
import { readWidgetSettings } from './read-answers.ts';
import type { Store } from './store.ts';
import type { MountedWidget } from './view/mounted-widget.ts';

const settingsName = 'settings';

/**
 * Shows the widget in its published settings, as the page's own options change them, and in the page's language: at once
 * as they were last time, and again when they have changed since.
 */
export function dress(
  options: WidgetOptions,
  mounted: MountedWidget,
  client: GatewayClient,
  store: Store,
): void {
  const own = readWidgetSettings(options);
  const language = loadLanguage(pickTag(options.lang, document.documentElement.lang, ...navigator.languages));
  const show = async (published: WidgetSettings) => {
    mounted.speak(await language);
    mounted.dress({ ...published, ...own });
  };
  if (options.settings === 'off') {
    void show({});
    return;
  }
  const kept = store.read(settingsName);
  if (kept !== null) void show(parse(kept));
  void client.settings().then((settings) => {
    if (settings === null) {
      if (kept === null) void show({});
      return;
    }
    const text = JSON.stringify(settings);
    if (text === kept) return;
    store.write(settingsName, text);
    void show(settings);
  });
}

function parse(text: string): WidgetSettings {
  try {
    return readWidgetSettings(JSON.parse(text));
  } catch {
    return {};
  }
}
