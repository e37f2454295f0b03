import { limits } from '../../contract/limits.ts';
import type { Language } from '../pick-language.ts';
import { h, icon, setAttributes, setText } from './dom.ts';

export interface ComposerOptions {
  readonly language: Language;
  /** What was being written when the page was left. */
  readonly draft: string;
  onDraft(text: string): void;
  send(text: string): void;
}

export interface Composer {
  readonly element: HTMLFormElement;
  focus(): void;
}

const warnFromChars = limits.textChars - 200;

/** Where the visitor writes: Enter sends, Shift+Enter begins a line. */
export function composer({ language, draft, onDraft, send }: ComposerOptions): Composer {
  const { texts } = language;
  const input = h('textarea', {
    rows: '1',
    placeholder: texts.placeholder,
    'aria-label': texts.placeholder,
    'aria-describedby': 'too-long',
    enterkeyhint: 'send',
  });
  const button = h(
    'button',
    { class: 'send', type: 'submit', 'aria-label': texts.send, title: texts.send },
    icon('send'),
  );
  const excess = h('p', { id: 'too-long', class: 'excess', role: 'status' });
  const element = h('form', { class: 'composer' }, excess, h('div', { class: 'field' }, input, button));
  input.value = draft;

  const text = () => input.value.trim();
  const update = () => {
    const over = text().length - limits.textChars;
    setText(excess, over > 0 ? language.count('tooLong', over) : '');
    // An empty field shows its placeholder, which is in the widget's language.
    setAttributes(input, { dir: input.value ? 'auto' : null });
    setAttributes(input, { 'aria-invalid': over > 0 ? 'true' : null });
    setAttributes(button, { 'aria-disabled': text() === '' || over > 0 ? 'true' : null });
    element.classList.toggle('long', input.value.length > warnFromChars);
    // The height follows the text up to the limit that the style sheet sets.
    input.style.height = 'auto';
    input.style.height = `${input.scrollHeight}px`;
  };
  const submit = () => {
    if (text() === '' || text().length > limits.textChars) return;
    send(text());
    input.value = '';
    onDraft('');
    update();
    input.focus();
  };

  input.addEventListener('input', () => {
    onDraft(input.value);
    update();
  });
  input.addEventListener('keydown', (event) => {
    // While an input method composes, Enter picks a word.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    submit();
  });
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
  update();
  return { element, focus: () => input.focus() };
}
