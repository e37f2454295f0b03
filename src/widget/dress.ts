import type { WidgetSettings } from '../contract/widget-settings.ts';
import type { WidgetOptions } from './api.ts';
import type { GatewayClient } from './gateway-client.ts';
import { loadLanguage, pickTag } from './pick-language.ts';
import { readWidgetSettings } from './read-answers.ts';
import type { Store } from './store.ts';
import type { MountedWidget } from './view/mounted-widget.ts';

const settingsName = 'settings';

export interface DressParts {
  readonly mounted: MountedWidget;
  readonly client: GatewayClient;
  readonly store: Store;
  /** Whether the visitor uses the chat: nothing is kept for anybody else. */
  readonly mayKeep: () => boolean;
  readonly onDressed: (settings: WidgetSettings) => void;
}

/**
 * Shows the widget in its published settings, as the page's own options change them, and in the page's language: at once
 * as they were last time, and again when they have changed since.
 */
export function dress(
  options: WidgetOptions,
  { mounted, client, store, mayKeep, onDressed }: DressParts,
): void {
  const own = readWidgetSettings(options);
  const language = loadLanguage(pickTag(options.lang, document.documentElement.lang, ...navigator.languages));
  const show = async (published: WidgetSettings) => {
    mounted.speak(await language);
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
  void client.settings().then((settings) => {
    if (settings === null) {
      if (kept === null) void show({});
      return;
    }
    const text = JSON.stringify(settings);
    if (text === kept) return;
    if (mayKeep()) store.write(settingsName, text);
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
