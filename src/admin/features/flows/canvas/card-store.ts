import type { CardMarks } from './card-marks.ts';
import type { CardOnCanvas } from './read-canvas.ts';

/** The canvas's cards with their marks. */
export interface ShownCards {
  readonly cards: ReadonlyMap<string, CardOnCanvas>;
  readonly marks: CardMarks;
}

/** Holds what the cards are drawn from, outside of what draws them. */
export class CardStore {
  #shown: ShownCards;
  readonly #listeners = new Set<() => void>();

  constructor(first: ShownCards) {
    this.#shown = first;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly read = (): ShownCards => this.#shown;

  show(next: ShownCards): void {
    if (next === this.#shown) return;
    this.#shown = next;
    for (const listener of this.#listeners) listener();
  }
}
