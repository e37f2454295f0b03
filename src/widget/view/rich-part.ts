import { parts } from '../parts.ts';
import type { Entry } from '../transcript.ts';

/** The part that shows formatting, cards and attachments. */
export type Rich = Awaited<ReturnType<typeof parts.rich>>;

/** Text that may contain formatting, or a link that isn't a web page's. */
const mayBeMarked = /[*_~`#>[@]|^\s*[-+•]\s|^\s*\d+[.)]\s|\+\d/m;
const mostTries = 3;

/** Whether a message has more than plain text. Visitors' messages are shown as written. */
export function isRich({ author, text, cards, attachments }: Entry): boolean {
  return cards.length + attachments.length > 0 || (author !== 'user' && mayBeMarked.test(text));
}

/** Loads what shows marks, cards and attachments once something has them; until then, or without it, words are shown as they are. */
export class RichPart {
  readonly #onReady: (rich: Rich) => void;
  #rich: Rich | null = null;
  #tries = 0;
  #isLoading = false;

  constructor(onReady: (rich: Rich) => void) {
    this.#onReady = onReady;
  }

  get rich(): Rich | null {
    return this.#rich;
  }

  /** Looks at what is shown. */
  wantedBy(entries: readonly Entry[]): void {
    if (this.#rich || this.#isLoading || this.#tries >= mostTries || !entries.some(isRich)) return;
    this.#isLoading = true;
    this.#tries += 1;
    parts
      .rich()
      .then((rich) => {
        this.#rich = rich;
        this.#onReady(rich);
      })
      .catch(console.warn)
      .finally(() => {
        this.#isLoading = false;
      });
  }
}
