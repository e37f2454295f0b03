import { randomUuid } from '../browser/random-uuid.ts';
import type { LogMessage } from '../contract/poll.ts';
import type { WidgetSettings } from '../contract/widget-settings.ts';
import { Chat } from './chat.ts';
import type { GatewayClient } from './gateway-client.ts';
import { openIdentity } from './identity.ts';
import { Outbox } from './outbox.ts';
import { parts } from './parts.ts';
import { createPauses } from './pauses.ts';
import { loadLanguage, pickTag } from './pick-language.ts';
import { openSound } from './sound.ts';
import { openStore, type Store } from './store.ts';
import { MountedWidget } from './view/mounted-widget.ts';
import { covering } from './window/window-styles.ts';

/** The options of a preview. */
export interface PreviewOptions {
  /** Positioned: the widget stays within it. */
  readonly container: HTMLElement;
  readonly theme: 'light' | 'dark';
  /** As on a phone, where the chat covers the page. */
  readonly isPhone: boolean;
  readonly lang: string;
  /** The reply to every message. */
  readonly answer: string;
}

export interface Preview {
  /** Shows other settings at once. */
  dress(settings: WidgetSettings): Promise<void>;
  remove(): void;
}

/** Sample data of a team. */
const sampleTeam = { team: ['AL', 'CM', 'ZY'], reply_seconds: 300 };

const desktop = `.panel{height:448px}@media(max-width:480px),(max-height:420px){.panel{height:auto}}`;

/**
 * The real widget in a part of a page, which stores nothing and makes no requests.
 * @see console.md 10, D10
 */
export function createPreview(options: PreviewOptions): Preview {
  const { container, theme, isPhone, lang, answer } = options;
  const store = openStore('', () => {
    throw new Error('a preview keeps nothing');
  });
  const chat = chatAlone(store, answer, () => queueMicrotask(() => mounted.update(chat.view())));
  let starts = false;
  const { sound, dressed } = openSound(store);
  const newConversation = () => {
    chat.newConversation();
    chat.opened(starts);
  };
  const mounted = new MountedWidget({
    container,
    theme,
    draft: '',
    onDraft: () => undefined,
    send: (text) => chat.send(text),
    upload: async () => ({ ok: false, code: 'preview' }),
    retry: (itemId) => chat.retry(itemId),
    discard: (itemId) => chat.discard(itemId),
    newConversation,
    earlier: () => [],
    resume: () => undefined,
    own: {
      conversationId: () => null,
      isVouched: () => false,
      request: async () => Response.json({ status: 'sent' }),
    },
    end: newConversation,
    sound,
    onEnd: () => undefined,
    onOpen: () => undefined,
    onClose: () => undefined,
  });
  const sheet = new CSSStyleSheet();
  // Nested, so that it counts for more than the window's own sheet, which is added when the chat opens.
  sheet.replaceSync(`:host{${isPhone ? `${covering}.panel{height:auto}` : desktop}}`);
  container.lastElementChild?.shadowRoot?.adoptedStyleSheets.push(sheet);
  mounted.update(chat.view());
  const language = loadLanguage(pickTag(lang));
  return {
    async dress(settings) {
      mounted.speak(await language);
      mounted.dress({ ...settings, ...(settings.show_team && sampleTeam) });
      mounted.update(chat.view());
      dressed(settings);
      const { showSample } = await parts.mail();
      mounted.fill((panel, locale) => showSample(panel, locale, settings.email_replies === true));
      const before = starts;
      starts = settings.start_on_open === true;
      if (starts !== before) newConversation();
    },
    remove() {
      chat.stop();
      mounted.remove();
    },
  };
}

/** A chat without a server. */
function chatAlone(store: Store, answer: string, onChange: () => void): Chat {
  return new Chat({
    tenant: 'preview',
    widget: undefined,
    store,
    tab: store,
    client: answering(answer),
    outbox: new Outbox(store, Date.now),
    identity: openIdentity(store),
    pauses: createPauses(),
    metadata: () => ({}),
    openTabs: () => ({ alone: (_name, work) => work(), post: () => undefined, close: () => undefined }),
    emit: () => undefined,
    onChange,
  });
}

/** A gateway of one sentence. */
function answering(answer: string): GatewayClient {
  const conversationId = randomUuid();
  const status = 'active';
  const log: LogMessage[] = [];
  const note = (author: LogMessage['author'], text: string) => {
    const seq = log.length + 1;
    log.push({ id: String(seq), seq, author, text, timestamp: new Date().toISOString() });
  };
  return {
    async post(request) {
      if (request.conversationId === null) log.length = 0;
      if (!request.start) note('user', request.text);
      note('bot', answer);
      return { kind: 'answered', conversationId, status, replies: [{ text: answer }], next: null };
    },
    async poll({ after }) {
      const messages = log.slice(Number(after ?? 0));
      const response = {
        conversationId,
        status,
        messages,
        after: log.at(-1)?.id ?? null,
        next: null,
      } as const;
      return { kind: 'read', response, waitMs: null };
    },
    settings: async () => null,
    visitorHeaders: () => ({}),
    refusal: async () => null,
    reportTyping: async () => undefined,
  };
}
