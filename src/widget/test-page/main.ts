import { type TestChat, testChatRoot, testNotFoundPath } from '../../contract/test-chat.ts';
import type { ChatWidget } from '../api.ts';

interface Texts {
  readonly title: (flow: string) => string;
  readonly quiet: string;
  readonly real: string;
  readonly again: string;
  readonly notFound: string;
  readonly failed: string;
  readonly retry: string;
  readonly used: string;
}

const english: Texts = {
  title: (flow) => `Test of ${flow}`,
  quiet: 'Nothing here reaches anyone',
  real: 'No agent sees this, but calls to other systems are real',
  again: 'Start over',
  notFound: 'Page not found',
  failed: 'The test could not be loaded.',
  retry: 'Retry',
  used: 'This message can’t be sent: the link has reached its limit for today. Try again tomorrow.',
};

const texts: Readonly<Record<string, Texts>> = {
  en: english,
  de: {
    title: (flow) => `Test von ${flow}`,
    quiet: 'Nichts hiervon erreicht jemanden',
    real: 'Kein Agent sieht das, aber Aufrufe anderer Systeme sind echt',
    again: 'Neu beginnen',
    notFound: 'Seite nicht gefunden',
    failed: 'Der Test konnte nicht geladen werden.',
    retry: 'Erneut versuchen',
    used: 'Diese Nachricht kann nicht gesendet werden: Das Tageslimit des Links ist erreicht. Bitte morgen erneut versuchen.',
  },
  fr: {
    title: (flow) => `Test de ${flow}`,
    quiet: 'Rien ici n’est transmis à qui que ce soit',
    real: 'Aucun agent ne voit cela, mais les appels à d’autres systèmes sont réels',
    again: 'Recommencer',
    notFound: 'Page introuvable',
    failed: 'Le test n’a pas pu être chargé.',
    retry: 'Réessayer',
    used: 'Ce message ne peut pas être envoyé : la limite quotidienne du lien est atteinte. Réessayez demain.',
  },
  ar: {
    title: (flow) => `اختبار ${flow}`,
    quiet: 'لا يصل أي شيء هنا إلى أحد',
    real: 'لا يرى أي وكيل هذا، لكن الاتصالات بالأنظمة الأخرى حقيقية',
    again: 'البدء من جديد',
    notFound: 'الصفحة غير موجودة',
    failed: 'تعذر تحميل الاختبار.',
    retry: 'إعادة المحاولة',
    used: 'لا يمكن إرسال هذه الرسالة: بلغ الرابط حده اليومي. حاول مرة أخرى غدًا.',
  },
};

const tag = navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in texts) ?? 'en';
const words = texts[tag] ?? english;
const script = document.querySelector<HTMLScriptElement>('script[data-api]');
const { api = '', widget = '' } = script?.dataset ?? {};

declare const window: Window & { messagingWidget?: ChatWidget };

async function start(): Promise<void> {
  document.documentElement.lang = tag;
  document.documentElement.dir = tag === 'ar' ? 'rtl' : 'ltr';
  if (location.pathname === testNotFoundPath) return showNotFound();
  const token = location.hash.slice(1);
  try {
    const answer = await fetch(`${api}${testChatRoot}/${encodeURIComponent(token)}`, { credentials: 'omit' });
    if (answer.status === 404) return goToNotFound();
    if (!answer.ok) return showFailed();
    showChat(token, await answer.json());
  } catch {
    showFailed();
  }
}

function showChat(token: string, { title, linkId, realCalls }: TestChat): void {
  document.title = words.title(title);
  const heading = element('h1', words.title(title));
  const note = element('p', realCalls ? words.real : words.quiet);
  const again = element('button', words.again);
  again.addEventListener('click', () => window.messagingWidget?.newConversation());
  const text = element('div', '');
  text.append(heading, note);
  const header = element('header', '');
  header.append(text, again);
  const notice = element('p', '');
  notice.className = 'notice';
  notice.setAttribute('role', 'alert');
  const chat = element('main', '');
  chat.id = 'chat';
  document.body.replaceChildren(header, notice, chat);
  const tagOfWidget = document.createElement('script');
  tagOfWidget.src = widget;
  const address = `${api}${testChatRoot}/${encodeURIComponent(token)}`;
  Object.assign(tagOfWidget.dataset, { tenant: 'test', widget: linkId, api: address, title });
  Object.assign(tagOfWidget.dataset, { mode: 'inline', target: '#chat', lang: tag });
  tagOfWidget.addEventListener('load', () => {
    window.messagingWidget?.on('error', ({ code }) => {
      if (code === 'test_link_not_found') goToNotFound();
      if (code === 'test_limit_reached') notice.textContent = words.used;
    });
    window.messagingWidget?.open();
  });
  document.head.append(tagOfWidget);
}

/** The address that the server answers with 404, which this one can't be: the server doesn't see the token. */
function goToNotFound(): void {
  location.replace(testNotFoundPath);
}

function showNotFound(): void {
  document.title = words.notFound;
  show(element('h1', '404'), element('p', words.notFound));
}

function showFailed(): void {
  const retry = element('button', words.retry);
  retry.addEventListener('click', () => location.reload());
  show(element('p', words.failed), retry);
}

function show(...parts: readonly HTMLElement[]): void {
  const main = element('main', '');
  main.className = 'plain';
  main.append(...parts);
  document.body.replaceChildren(main);
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text: string,
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  return made;
}

// Another link in the same tab.
addEventListener('hashchange', () => location.reload());
void start();
