import { openTabs, type Tabs } from '../browser/tabs.ts';
import { mailLinkHash } from '../contract/chat-page.ts';
import type { ChatWidget, WidgetOptions } from './api.ts';
import { attend } from './attend.ts';
import { Chat } from './chat.ts';
import type { TabMessage } from './chat-parts.ts';
import { createClock } from './clock.ts';
import { dress } from './dress.ts';
import { type GatewayClient, gatewayClient } from './gateway-client.ts';
import { type Identity, openIdentity } from './identity.ts';
import type { OwnRequests } from './mail/mail.ts';
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
    openTabs: (hear) => openOwnTabs(name, store, hear, watching.signal),
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
  const requests = ownRequests(api, { client, identity, token });
  const made = { ...requests, api, client, identity, chat, store, tab, events, types, lookedAt, sound };
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
      openMailLink({ ...made, mounted });
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

  function render(): void {
    if (mounted.isRead) chat.markRead();
    const view = chat.view();
    mounted.update(view);
    attending.update(view);
    clock(view.connection.state === 'waiting');
  }
}

/**
 * Each browser process has a copy of the store, which may be updated only after the writing tab's message
 * arrives. What is read then is outdated, so its arrival counts as another message.
 */
function openOwnTabs(
  name: string,
  store: Store,
  hear: (message: TabMessage) => void,
  signal: AbortSignal,
): Tabs<TabMessage> {
  store.onOthersWriting(() => hear({ kind: 'changed' }), signal);
  return openTabs<TabMessage>(name, hear, store.hasOwn);
}

type Post = (path: string, body?: object) => Promise<Response>;

/** The visitor's requests that are neither messages nor polls. */
function ownRequests(
  api: string,
  { client, identity, token }: Pick<Parts, 'client' | 'identity'> & { readonly token: VisitorToken },
): { readonly post: Post; readonly own: OwnRequests } {
  const post: Post = (path, body) =>
    fetch(`${api}/v1/webchat/${path}`, {
      method: 'POST',
      credentials: 'omit',
      headers: {
        ...client.visitorHeaders(identity.sessionId()),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const own: OwnRequests = {
    conversationId: identity.conversationId,
    isVouched: () => token.current() !== null,
    request: (path, body) => post(`conversations/${identity.conversationId()}/${path}`, body),
  };
  return { post, own };
}

/** Opens the conversation of a link in an email; its token stays in no address. */
function openMailLink({
  identity,
  mounted,
  chat,
  post,
}: Pick<Parts, 'identity' | 'chat'> & { readonly mounted: MountedWidget; readonly post: Post }): void {
  const { hash, pathname, search } = location;
  if (!hash.startsWith(mailLinkHash)) return;
  history.replaceState(history.state, '', pathname + search);
  identity.keep();
  mounted.open();
  const token = hash.slice(mailLinkHash.length);
  const claim = () => post('claims', { token });
  const resume = (id: string) => chat.resume(id);
  parts
    .mail()
    .then(({ openLink }) => mounted.fill((panel, language) => openLink(panel, { language, claim, resume })))
    .catch(console.warn);
}

/** In a tab's store while the chat is open: it is open on the next page, too. */
const openName = 'open';

interface Parts {
  readonly own: OwnRequests;
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
  const { own, chat, store, tab, events, types, lookedAt, newConversation, sound, render, ...places } = made;
  const mounted = new MountedWidget({
    theme,
    ...placeOf(mode, target),
    newConversation,
    own,
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
    send: (...args) => chat.send(...args),
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
