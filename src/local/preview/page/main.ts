import type { PreviewEvent } from './protocol.ts';

declare const window: Window & { messagingWidget?: { open(): void; newConversation(): void } };

const hints: Readonly<Record<PreviewEvent['state'], string>> = {
  ready: 'The chat runs what is in the file.',
  failing: 'The chat runs what is in the file, but a scripted conversation fails.',
  broken: 'The chat goes on with the last draft that could be served.',
};

const languages: Readonly<Record<string, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ar: 'العربية',
};

const language = new URLSearchParams(location.search).get('lang') ?? 'en';
document.documentElement.lang = language;

/** Served only when there is a draft: before, the widget would get a 404. */
function addChat(): void {
  if (document.querySelector('script[data-tenant]')) return;
  const script = document.createElement('script');
  script.src = '/widget.js';
  Object.assign(script.dataset, { tenant: 'preview', widget: 'preview', lang: language });
  script.addEventListener('load', () => window.messagingWidget?.open());
  document.head.append(script);
}

function show({ title, state, lines, served }: PreviewEvent): void {
  document.body.dataset.state = state;
  element('title').textContent = title;
  element('hint').textContent = served ? hints[state] : '';
  element('lines').textContent = lines.map((line) => line.replace(/^ {2}/, '')).join('\n');
  element('lines').hidden = lines.length === 0;
  if (served) addChat();
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

const select = element('language');
for (const [value, name] of Object.entries(languages))
  select.append(new Option(name, value, false, value === language));
select.addEventListener('change', (event) => {
  if (event.target instanceof HTMLSelectElement) location.search = `?lang=${event.target.value}`;
});
element('start-over').addEventListener('click', () => {
  window.messagingWidget?.newConversation();
  window.messagingWidget?.open();
});

const events = new EventSource('/preview-events');
events.addEventListener('message', ({ data }) => show(JSON.parse(data)));
events.addEventListener('error', () => {
  document.body.dataset.state = 'away';
  element('hint').textContent = 'The preview has ended. This page looks for it again.';
});
