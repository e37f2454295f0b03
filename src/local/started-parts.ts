/** Something that runs until it is stopped. */
interface Part {
  stop(): Promise<void>;
}

/** The started parts, in order. */
export interface StartedParts {
  keep<T extends Part>(part: T): T;
  /**
   * Stops the parts, the last one first, each once; one that fails to stop keeps no other from it.
   * @throws AggregateError of the failures
   */
  stop(): Promise<void>;
}

/** Remembers what has been started, so that all of it is stopped whether the start went well or not. */
export function startedParts(): StartedParts {
  const parts: Part[] = [];
  let stopped: Promise<void> | undefined;
  const stopAll = async () => {
    const failures: unknown[] = [];
    for (const part of parts.splice(0).reverse())
      await part.stop().catch((error: unknown) => void failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'not everything stopped');
  };
  return {
    keep(part) {
      parts.push(part);
      return part;
    },
    stop() {
      stopped ??= stopAll();
      return stopped;
    },
  };
}
