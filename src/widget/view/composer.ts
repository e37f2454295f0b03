import { isComposing } from '../../browser/composition.ts';
import { visitorLimits } from '../../contract/visitor-limits.ts';
import type { FilePicker } from '../files/file-picker.ts';
import type { FileRules } from '../files/file-rules.ts';
import type { UploadFile } from '../files/upload.ts';
import type { Language } from '../language.ts';
import type { SentFile } from '../outbox.ts';
import { parts } from '../parts.ts';
import { h, icon, setAttributes, setText } from './dom.ts';

export interface ComposerOptions {
  readonly language: Language;
  /** The text that was being written when the page was left. */
  readonly draft: string;
  onDraft(text: string): void;
  send(text: string, files: readonly SentFile[]): void;
  readonly upload: UploadFile;
}

/** The message field: Enter sends, Shift+Enter starts a new line. */
export class Composer {
  readonly element: HTMLFormElement;
  readonly #options: ComposerOptions;
  readonly #input: HTMLTextAreaElement;
  readonly #button: HTMLButtonElement;
  readonly #field: HTMLElement;
  #picker: Promise<FilePicker> | null = null;
  #files: FilePicker | null = null;
  readonly #excess = h('p', { id: 'too-long', class: 'excess', role: 'status' });

  constructor(options: ComposerOptions) {
    const { placeholder, send, emoji: label } = options.language.texts;
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
    const emoji = h(
      'button',
      {
        class: 'tool emoji',
        type: 'button',
        'aria-label': label,
        title: label,
        'aria-expanded': 'false',
      },
      icon('smile'),
    );
    emoji.addEventListener('click', () => {
      parts
        .emoji()
        .then(({ toggleEmoji }) => toggleEmoji({ button: emoji, input: this.#input, label }))
        .catch(console.warn);
    });
    this.#field = h('div', { class: 'field' }, this.#input, emoji, this.#button);
    this.element = h('form', { class: 'composer', part: 'composer' }, this.#excess, this.#field);
    this.#input.value = options.draft;
    this.#listen();
    this.#update();
  }

  focus(): void {
    this.#input.focus();
  }

  /** The text as typed. */
  written(): string {
    return this.#input.value;
  }

  /** Lets files be picked, pasted, and dropped on the `window`: what is needed for it loads the first time. */
  takeFiles(rules: FileRules, window: HTMLElement): Promise<unknown> {
    this.#picker ??= this.#loadPicker(rules, window).catch((error: unknown) => {
      this.#picker = null;
      throw error;
    });
    return this.#picker;
  }

  /** Files that were pasted or dropped, also while what sends them is still loading; false when there are none. */
  takeFrom(transfer: DataTransfer | null): boolean {
    const files = [...(transfer?.files ?? [])];
    if (files.length === 0 || this.element.hidden) return false;
    this.#picker?.then((picker) => picker.take(files)).catch(console.warn);
    return true;
  }

  async #loadPicker(rules: FileRules, window: HTMLElement): Promise<FilePicker> {
    const { FilePicker } = await parts.files();
    const { language, upload } = this.#options;
    this.#files = new FilePicker({ language, upload, rules, onChange: () => this.#update() });
    this.#files.placeIn(this.#field, window);
    return this.#files;
  }

  #listen(): void {
    this.#input.addEventListener('input', () => {
      this.#options.onDraft(this.#input.value);
      this.#update();
    });
    this.#input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
      event.preventDefault();
      this.#submit();
    });
    this.#input.addEventListener('paste', (event) => {
      if (this.takeFrom(event.clipboardData)) event.preventDefault();
    });
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#submit();
    });
  }

  /** Whether there is something to send, and all files are uploaded. */
  #isReady(): boolean {
    const text = this.#text();
    const isSomething = text !== '' || this.#ready().length > 0;
    return isSomething && text.length <= visitorLimits.textChars && !this.#files?.isSending;
  }

  #ready(): readonly SentFile[] {
    return this.#files?.ready() ?? [];
  }

  #text(): string {
    return this.#input.value.trim();
  }

  #update(): void {
    const input = this.#input;
    const over = this.#text().length - visitorLimits.textChars;
    setText(this.#excess, over > 0 ? this.#options.language.count('tooLong', over) : '');
    setAttributes(input, {
      // An empty field shows its placeholder, which is in the widget's language.
      dir: input.value ? 'auto' : null,
      'aria-invalid': over > 0 ? 'true' : null,
    });
    setAttributes(this.#button, { 'aria-disabled': this.#isReady() ? null : 'true' });
    // The height follows the text up to the limit that the style sheet sets.
    input.style.height = 'auto';
    input.style.height = `${input.scrollHeight}px`;
  }

  #submit(): void {
    if (!this.#isReady()) return;
    this.#options.send(this.#text(), this.#ready());
    this.#files?.clear();
    this.#input.value = '';
    this.#options.onDraft('');
    this.#update();
    this.focus();
  }
}
