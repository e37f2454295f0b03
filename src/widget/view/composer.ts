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

/** Where the visitor writes: Enter sends, Shift+Enter begins a line. */
export class Composer {
  readonly element: HTMLFormElement;
  readonly #options: ComposerOptions;
  readonly #input: HTMLTextAreaElement;
  readonly #button: HTMLButtonElement;
  readonly #excess = h('p', { id: 'too-long', class: 'excess', role: 'status' });

  constructor(options: ComposerOptions) {
    const { placeholder, send } = options.language.texts;
    this.#options = options;
    this.#input = h('textarea', {
      rows: '1',
      placeholder,
      'aria-label': placeholder,
      'aria-describedby': 'too-long',
      enterkeyhint: 'send',
    });
    this.#button = h(
      'button',
      { class: 'send', type: 'submit', 'aria-label': send, title: send },
      icon('send'),
    );
    const field = h('div', { class: 'field' }, this.#input, this.#button);
    this.element = h('form', { class: 'composer' }, this.#excess, field);
    this.#input.value = options.draft;
    this.#listen();
    this.#update();
  }

  focus(): void {
    this.#input.focus();
  }

  /** As it was typed. */
  written(): string {
    return this.#input.value;
  }

  #listen(): void {
    this.#input.addEventListener('input', () => {
      this.#options.onDraft(this.#input.value);
      this.#update();
    });
    this.#input.addEventListener('keydown', (event) => {
      // While an input method composes, Enter picks a word.
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.#submit();
    });
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#submit();
    });
  }

  #text(): string {
    return this.#input.value.trim();
  }

  #update(): void {
    const input = this.#input;
    const over = this.#text().length - limits.textChars;
    setText(this.#excess, over > 0 ? this.#options.language.count('tooLong', over) : '');
    setAttributes(input, {
      // An empty field shows its placeholder, which is in the widget's language.
      dir: input.value ? 'auto' : null,
      'aria-invalid': over > 0 ? 'true' : null,
    });
    setAttributes(this.#button, { 'aria-disabled': this.#text() === '' || over > 0 ? 'true' : null });
    // The height follows the text up to the limit that the style sheet sets.
    input.style.height = 'auto';
    input.style.height = `${input.scrollHeight}px`;
  }

  #submit(): void {
    const text = this.#text();
    if (text === '' || text.length > limits.textChars) return;
    this.#options.send(text);
    this.#input.value = '';
    this.#options.onDraft('');
    this.#update();
    this.focus();
  }
}
