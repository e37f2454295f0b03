import { ExpressionError } from '../errors.ts';
import type { Size } from './size.ts';

/**
 * Work is counted in units of some ten nanoseconds of one core of 2024, and never more than twenty: `npm run
 * search:cost` looks for the inputs whose units are dearest. Counted, not timed, so that the same flow is refused or
 * runs the same way on every machine.
 * @see design 4, docs/decisions/bounded-expressions.md
 */
export const workLimits = {
  /** At most 20 ms: an expression, a template, a pattern; all those of one step together. */
  perStep: 1_000_000,
  /** At most 150 ms. */
  perTurn: 7_500_000,
} as const;

/** What evaluating a part of an expression takes at most, and what it can come to. */
export interface Cost {
  readonly work: number;
  readonly size: Size;
}

/** What may still be spent; what a step spends, its turn spends too. */
export class WorkBudget {
  #left: number;
  readonly #whole: WorkBudget | null;

  constructor(work: number, whole: WorkBudget | null = null) {
    this.#left = work;
    this.#whole = whole;
  }

  /** @throws ExpressionError when more is asked for than is left; nothing is spent then */
  spend(work: number): void {
    this.assertLeft(work);
    this.#take(work);
  }

  private assertLeft(work: number): void {
    // Not `work > left`: what is not a number must not pass.
    if (!(work <= this.#left)) {
      throw new ExpressionError(
        this.#whole === null
          ? 'the turn computes too much'
          : `too much to compute: ${Math.round(work)} units of work, ${Math.floor(this.#left)} are left of the step's ${workLimits.perStep}`,
      );
    }
    this.#whole?.assertLeft(work);
  }

  #take(work: number): void {
    this.#left -= work;
    this.#whole?.spend(work);
  }
}

/** The budget of one turn. */
export const turnBudget = (): WorkBudget => new WorkBudget(workLimits.perTurn);

/** The budget of one step, of which there are several in a turn. */
export const stepBudget = (turn: WorkBudget = turnBudget()): WorkBudget =>
  new WorkBudget(workLimits.perStep, turn);
