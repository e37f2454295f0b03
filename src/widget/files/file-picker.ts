import type { Language } from '../language.ts';
import type { SentFile } from '../outbox.ts';
import { addSheet, sheetOf } from '../view/add-sheet.ts';
import { h } from '../view/dom.ts';
import { laterIcon } from '../view/later-icon.ts';
import type { FileRules } from './file-rules.ts';
import { fileStyles } from './file-styles.ts';
import { fileTextsOf } from './file-texts.ts';
import { FileTray } from './file-tray.ts';
import type { UploadFile } from './upload.ts';

export interface FilePickerOptions {
  readonly language: Language;
  readonly rules: FileRules;
  readonly upload: UploadFile;
  /** Something was picked, has arrived or is gone. */
  onChange(): void;
}

const sheet = sheetOf(fileStyles);

/** Takes files that are picked, pasted or dropped. */
export class FilePicker {
  readonly #tray: FileTray;
  readonly #button: HTMLButtonElement;
  readonly #place: HTMLElement;

  constructor(options: FilePickerOptions) {
    const { language, rules } = options;
    const { texts, count } = fileTextsOf(language);
    const { attach } = texts;
    const megabytes = Math.floor((rules.maxBytes / 1024 / 1024) * 10) / 10;
    const title = `${attach} (${count('limit', megabytes)})`;
    const accept = (
      rules.types ?? ['image/*', 'audio/*', 'video/*', '.pdf,.docx,.xlsx,.pptx,.txt,.csv']
    ).join();
    const input = h('input', { type: 'file', multiple: true, hidden: true, tabindex: '-1', accept });
    this.#tray = new FileTray(options);
    this.#place = h('div', {}, input, this.#tray.element);
    this.#button = h(
      'button',
      { type: 'button', class: 'clip', 'aria-label': attach, title },
      laterIcon('clip'),
    );
    this.#button.addEventListener('click', () => input.click());
    input.addEventListener('change', () => {
      this.take(input.files ?? []);
      // The same file may be picked again.
      input.value = '';
    });
  }

  /** Puts it where the visitor writes; files may be dropped anywhere on `window`. */
  placeIn(field: HTMLElement, window: HTMLElement): void {
    field.prepend(this.#button);
    field.before(this.#place);
    addSheet(field, sheet);
    markDrops(window);
  }

  /** Files from wherever. */
  take(files: Iterable<File>): void {
    this.#tray.add([...files]);
  }

  get isSending(): boolean {
    return this.#tray.isSending;
  }

  ready(): readonly SentFile[] {
    return this.#tray.ready();
  }

  clear(): void {
    this.#tray.clear();
  }
}

/** Shows that files may be dropped anywhere on this. */
function markDrops(element: HTMLElement): void {
  const mark = (isOver: boolean) => element.classList.toggle('dropping', isOver);
  element.addEventListener('dragover', ({ dataTransfer }) =>
    mark(dataTransfer?.types.includes('Files') === true),
  );
  element.addEventListener('dragleave', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) mark(false);
  });
  element.addEventListener('drop', () => mark(false));
}
