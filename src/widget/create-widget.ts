import { openTabs, type Tabs } from '../browser/tabs.ts';
import type { ChatWidget, WidgetOptions } from './api.ts';
import { attend } from './attend.ts';
import { Chat } from './chat.ts';
import type { TabMessage } from './chat-parts.ts';
import { createClock } from './clock.ts';
import { dress } from './dress.ts';
import { type GatewayClient, gatewayClient } from './gateway-client.ts';
import { type Identity, openIdentity } from './identity.ts';
import { Outbox } from './outbox.ts';
import { type Context, pageContext } from './page-context.ts';
import { parts } from './parts.ts';
import { createPauses } from './pauses.ts';
import { publicApi } from './public-api.ts';
import { openSound, type Sound } from './sound.ts';
import { openStore, type Store } from './store.ts';
import { MountedWidget, type MountOptions } from './view/mounted-widget.ts';
import { VisitorToken } from './visitor-token.ts';
import { typingReporter } from './visitor-typing.ts';
import { warnDevelopers } from './warn-developers.ts';
import { createEvents, type WidgetEmitter } from './widget-events.ts';

export type { ChatWidget, WidgetEvents, WidgetMessage, WidgetOptions, WidgetStatus } from './api.ts';

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
  const tab = openStore(name, () => sessionStorage);
  const events = createEvents();
  const token = new VisitorToken(options.onTokenExpired);
  const context: { current: Context } = { current: {} };
  const watching = new AbortController();
  const client = gatewayClient({ api, tenant, widget, token });
  const identity = openIdentity(store);
  const chat = new Chat({
    tenant,
    widget,
    client,
    store,
    tab,
    outbox: new Outbox(store, Date.now),
    identity,
    pauses: createPauses(),
    metadata: () => pageContext(context.current),
    openTabs: (onMessage) => followStore(onMessage, openTabs<TabMessage>(name, onMessage, store.hasOwn)),
    emit: events.emit,
    onChange: () => queueMicrotask(render),
  });
  const types = typingReporter({ client, identity, handoff: () => chat.view().handoff, nowMs: Date.now });
  let starts = false;
  const { sound, dressed } = openSound(store);
  const lookedAt = () => {
    if (mounted.isOpen) chat.opened(starts);
    render();
  };
  const made = { api, client, identity, chat, store, tab, events, types, lookedAt, sound };
  const newConversation = () => {
    chat.newConversation();
    lookedAt();
  };
  const mounted = mount(options, { ...made, newConversation, render: () => render() });
  const clock = createClock(() => render());
  const attending = attend(mounted, { events, hasSound: sound }, watching.signal);
  dress(options, {
    ...{ mounted, client, store, mayKeep: identity.isKept },
    onDressed(settings) {
      if (watching.signal.aborted) return;
      attending.dressed(settings);
      starts = settings.start_on_open === true;
      dressed(settings);
      if (!chat.view().started) lookedAt();
    },
    onRefused: (refused) => warnDevelopers(refused, { tenant, widget, emit: events.emit }),
  });
  watchPage(() => {
    chat.pageChanged();
    render();
  }, watching.signal);
  if (mounted.isOpen || (tab.read(openName) !== null && mounted.reopen())) lookedAt();
  render();
  return publicApi({ chat, mounted, events, token, context, attending, newConversation }, () => {
    watching.abort();
    clock(false);
  });

  /**
   * Each browser process has a copy of the store, which may be updated only after the writing tab's message
   * arrives. What is read then is outdated, so its arrival counts as another message.
   */
  function followStore(hear: (message: TabMessage) => void, tabs: Tabs<TabMessage>): Tabs<TabMessage> {
    store.onOthersWriting(() => hear({ kind: 'changed' }), watching.signal);
    return tabs;
  }

  function render(): void {
    if (mounted.isRead) chat.markRead();
    const view = chat.view();
    mounted.update(view);
    attending.update(view);
    clock(view.connection.state === 'waiting');
  }
}

/** In a tab's store while the chat is open: it is open on the next page, too. */
const openName = 'open';

interface Parts {
  readonly api: string;
  readonly client: GatewayClient;
  readonly identity: Identity;
  readonly chat: Chat;
  readonly store: Store;
  readonly tab: Store;
  readonly events: WidgetEmitter;
  /** The visitor has typed something. */
  types(): void;
  /** The visitor looks at the chat. */
  lookedAt(): void;
  newConversation(): void;
  readonly sound: Sound['sound'];
  render(): void;
}

function mount({ theme, mode, target }: WidgetOptions, made: Parts): MountedWidget {
  const { chat, store, tab, events, types, lookedAt, newConversation, sound, render, ...places } = made;
  const mounted = new MountedWidget({
    theme,
    ...placeOf(mode, target),
    newConversation,
    sound,
    end() {
      chat.newConversation();
      mounted.close();
    },
    draft: store.read('draft') ?? '',
    onDraft(text) {
      store.write('draft', text || null);
      if (text) types();
    },
    send: (...said) => chat.send(...said),
    async upload(file, progress, signal) {
      const { uploadFile } = await parts.files();
      const { api, client, identity } = places;
      return uploadFile({
        api,
        headers: client.visitorHeaders(identity.sessionId()),
        file,
        progress,
        signal,
      });
    },
    retry: (itemId) => chat.retry(itemId),
    discard: (itemId) => chat.discard(itemId),
    earlier: () => chat.earlier(),
    resume: (conversationId) => chat.resume(conversationId),
    onEnd: render,
    onOpen() {
      tab.write(openName, '1');
      lookedAt();
      events.emit('open', undefined);
    },
    onClose() {
      tab.write(openName, null);
      events.emit('close', undefined);
    },
  });
  return mounted;
}

/** Returns the widget's container. @throws TypeError for one that doesn't exist */
function placeOf(
  mode: WidgetOptions['mode'],
  target: WidgetOptions['target'],
): Pick<MountOptions, 'container' | 'shape'> {
  if (mode === 'page') return { shape: 'page', container: document.body };
  if (mode !== 'inline') return {};
  const container = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target;
  if (!container) throw new TypeError('messaging widget: the target is missing');
  return { shape: 'inline', container };
}

/** Whether the page is visible and online. */
function watchPage(onChange: () => void, signal: AbortSignal): void {
  document.addEventListener('visibilitychange', onChange, { signal });
  window.addEventListener('focus', onChange, { signal });
  window.addEventListener('online', onChange, { signal });
  window.addEventListener('offline', onChange, { signal });
}
