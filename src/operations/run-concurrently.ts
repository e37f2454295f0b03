/** The maximum number of concurrent calls per invocation. */
const mostAtOnce = 25;

/** The result of a task. */
export type Outcome<R> = { readonly value: R } | { readonly error: unknown };

/** Does the work of each item, some side by side; one that fails takes no other down. Outcomes in the items' order. */
export async function runConcurrently<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<Outcome<R>[]> {
  const outcomes: Outcome<R>[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [n, item] of waiting) {
      try {
        outcomes[n] = { value: await work(item) };
      } catch (error) {
        outcomes[n] = { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(mostAtOnce, items.length) }, worker));
  return outcomes;
}

/** The result of one task. */
export async function outcomeOf<R>(work: Promise<R>): Promise<Outcome<R>> {
  try {
    return { value: await work };
  } catch (error) {
    return { error };
  }
}

/** @throws the first error among the outcomes */
export function throwFirst(outcomes: readonly Outcome<unknown>[]): void {
  const failed = outcomes.find((outcome) => 'error' in outcome);
  if (failed && 'error' in failed) throw failed.error;
}

/** The items in pieces of a size. */
export function inPieces<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) =>
    items.slice(n * size, (n + 1) * size),
  );
}

/** @throws the first error among the outcomes */
export function valuesOf<R>(outcomes: readonly Outcome<R>[]): R[] {
  throwFirst(outcomes);
  return outcomes.flatMap((outcome) => ('value' in outcome ? [outcome.value] : []));
}
