import { limits } from '../contract/limits.ts';
import type { ChatWidget, WidgetEvents, WidgetOptions } from './api.ts';
import { Chat, type TabMessage } from './chat.ts';
import { dress } from './dress.ts';
import { gatewayClient } from './gateway-client.ts';
import { openIdentity } from './identity.ts';
import { openOutbox } from './outbox.ts';
import { createPauses } from './pauses.ts';
import { pickLanguage } from './pick-language.ts';
import { openStore } from './store.ts';
import { openTabs } from './tabs.ts';
import { type MountedWidget, mountWidget } from './view/mount.ts';

export type { ChatWidget, WidgetEvents, WidgetMessage, WidgetOptions, WidgetStatus } from './api.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const secondMs = 1_000;

/**
 * Puts a chat on the page; needs its `body`.
 * @throws TypeError without a tenant or with an address of the gateway that is none
 * @see docs/widget.md
 */
export function createWidget(options: WidgetOptions & { readonly api: string }): ChatWidget {
  const { tenant, widget } = options;
  if (!tenant) throw new TypeError('messaging widget: the tenant is missing');
  const api = new URL(options.api).href.replace(/\/+$/, '');
  const name = `messaging-widget:${tenant}:${widget ?? ''}:`;
  const store = openStore(name, () => localStorage);
  const events = createEvents();
  let chat: Chat | null = null;
  let mounted: MountedWidget | null = null;

  const render = () => {
    if (!chat || !mounted) return;
    if (mounted.isOpen()) chat.markRead();
    const view = chat.view();
    mounted.update(view);
    clock(view.connection.state === 'waiting');
  };
  const clock = createClock(render);

  mounted = mountWidget({
    language: pickLanguage(options.lang, document.documentElement.lang, ...navigator.languages),
    theme: options.theme,
    draft: store.read('draft') ?? '',
    onDraft: (text) => store.write('draft', text || null),
    send: (text) => chat?.send(text),
    retry: (itemId) => chat?.retry(itemId),
    discard: (itemId) => chat?.discard(itemId),
    newConversation: () => chat?.newConversation(),
    onOpen() {
      render();
      events.emit('open', undefined);
    },
    onClose: () => events.emit('close', undefined),
  });
  const client = gatewayClient({ api, tenant, widget });
  dress(options, mounted, client, store);
  const started = new Chat({
    tenant,
    widget,
    client,
    outbox: openOutbox(store, Date.now),
    identity: openIdentity(store),
    pauses: createPauses(),
    openTabs: (onMessage) => openTabs<TabMessage>(name, onMessage),
    emit: events.emit,
    onChange: () => queueMicrotask(render),
  });
  chat = started;
  const pageEvents = new AbortController();
  for (const [target, type] of [
    [document, 'visibilitychange'],
    [window, 'online'],
    [window, 'offline'],
  ] as const) {
    const onEvent = () => {
      started.pageChanged();
      render();
    };
    target.addEventListener(type, onEvent, { signal: pageEvents.signal });
  }
  render();

  const { open, close } = mounted;
  return {
    open,
    close,
    send(text) {
      const trimmed = text.trim();
      if (trimmed === '' || trimmed.length > limits.textChars)
        throw new RangeError(`a text has 1 to ${limits.textChars} characters`);
      started.send(trimmed);
    },
    identify({ id }) {
      if (!uuid.test(id)) throw new TypeError('a visitor is identified by a UUID');
      started.identify(id.toLowerCase());
    },
    newConversation: () => started.newConversation(),
    on: events.on,
    remove() {
      pageEvents.abort();
      clock(false);
      started.stop();
      mounted?.remove();
    },
  };
}

/** Renders each second while something counts down. */
function createClock(render: () => void): (runs: boolean) => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  return (runs) => {
    if (runs && timer === undefined) timer = setInterval(render, secondMs);
    if (runs) return;
    clearInterval(timer);
    timer = undefined;
  };
}

type Listeners = { [Name in keyof WidgetEvents]: Set<(detail: WidgetEvents[Name]) => void> };

function createEvents() {
  const listeners: Listeners = {
    open: new Set(),
    close: new Set(),
    message: new Set(),
    status: new Set(),
    error: new Set(),
  };
  return {
    on<Name extends keyof WidgetEvents>(name: Name, listener: (detail: WidgetEvents[Name]) => void) {
      if (!Object.hasOwn(listeners, name)) throw new TypeError(`messaging widget: there is no event ${name}`);
      listeners[name].add(listener);
      return () => void listeners[name].delete(listener);
    },
    emit<Name extends keyof WidgetEvents>(name: Name, detail: WidgetEvents[Name]) {
      for (const listener of listeners[name]) {
        try {
          listener(detail);
        } catch (error) {
          reportError(error);
        }
      }
    },
  };
}
