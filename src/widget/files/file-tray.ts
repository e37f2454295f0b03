import type { Language } from '../language.ts';
import type { SentFile } from '../outbox.ts';
import { h, setText } from '../view/dom.ts';
import { laterIcon } from '../view/later-icon.ts';
import { type FileRules, kindOf, mostFiles, problemOf, refusalOf } from './file-rules.ts';
import { fileTextsOf } from './file-texts.ts';
import type { UploadFile } from './upload.ts';

export interface TrayOptions {
  readonly language: Language;
  readonly rules: FileRules;
  readonly upload: UploadFile;
  onChange(): void;
}

interface Picked {
  readonly file: File;
  readonly row: HTMLElement;
  readonly called: AbortController;
  fileId: string | null;
  isSending: boolean;
}

/** Files that are picked and not sent yet, each with its upload. */
export class FileTray {
  readonly element = h('ul', { class: 'tray', hidden: true });
  readonly #options: TrayOptions;
  readonly #picked = new Set<Picked>();

  constructor(options: TrayOptions) {
    this.#options = options;
    this.element.setAttribute('aria-label', fileTextsOf(options.language).texts.attach);
  }

  /** Some are still uploading. */
  get isSending(): boolean {
    return [...this.#picked].some(({ isSending }) => isSending);
  }

  /** Those that a message may name now. */
  ready(): readonly SentFile[] {
    return [...this.#picked].flatMap(({ fileId, file }) =>
      fileId === null ? [] : [{ fileId, type: kindOf(file), filename: file.name }],
    );
  }

  add(files: Iterable<File>): void {
    for (const file of files) this.#take(file);
    this.#changed();
  }

  /** They belong to a message now; what could not be sent stays. */
  clear(): void {
    for (const picked of this.#picked) if (picked.fileId !== null) this.#remove(picked);
    this.#changed();
  }

  #take(file: File): void {
    const { language, rules } = this.#options;
    const { texts } = language;
    const row = h('li', { class: 'picked' });
    const picked: Picked = { file, row, called: new AbortController(), fileId: null, isSending: false };
    const remove = h(
      'button',
      { type: 'button', class: 'away', 'aria-label': `${texts.discard}: ${file.name}` },
      laterIcon('cross'),
    );
    remove.addEventListener('click', () => {
      picked.called.abort();
      this.#remove(picked);
      this.#changed();
    });
    row.append(
      laterIcon('file'),
      h('span', { class: 'what' }, h('bdi', {}, file.name), h('span', { class: 'how', role: 'status' })),
      remove,
    );
    this.#picked.add(picked);
    this.element.append(row);
    const problem =
      this.#picked.size > mostFiles
        ? fileTextsOf(language).count('atOnce', mostFiles)
        : problemOf(file, rules, language);
    if (problem === null) void this.#send(picked);
    else this.#refuse(picked, problem, false);
  }

  async #send(picked: Picked): Promise<void> {
    const { language, rules, upload } = this.#options;
    const bar = h('progress', { max: '1', value: '0', 'aria-label': picked.file.name });
    picked.isSending = true;
    picked.row.classList.remove('bad');
    this.#say(picked, fileTextsOf(language).texts.sending);
    picked.row.querySelector('.what')?.append(bar);
    this.#changed();
    const result = await upload(
      picked.file,
      (share) => bar.setAttribute('value', String(share)),
      picked.called.signal,
    );
    bar.remove();
    picked.isSending = false;
    if (!this.#picked.has(picked)) return;
    if (result.ok) {
      picked.fileId = result.fileId;
      this.#say(picked, fileTextsOf(language).texts.ready);
    } else this.#refuse(picked, refusalOf(result.code, rules, language), result.code === 'not_sent');
    this.#changed();
  }

  /** Stays, in words, until the visitor takes it away or tries again. */
  #refuse(picked: Picked, why: string, mayRetry: boolean): void {
    picked.row.classList.add('bad');
    this.#say(picked, why);
    if (!mayRetry) return;
    const again = h('button', { type: 'button', class: 'again-file' }, this.#options.language.texts.retry);
    again.addEventListener('click', () => {
      again.remove();
      void this.#send(picked);
    });
    picked.row.querySelector('.what')?.append(again);
  }

  #say({ row }: Picked, words: string): void {
    const line = row.querySelector('.how');
    if (line) setText(line, words);
  }

  #remove(picked: Picked): void {
    picked.row.remove();
    this.#picked.delete(picked);
  }

  #changed(): void {
    this.element.hidden = this.#picked.size === 0;
    this.#options.onChange();
  }
}
