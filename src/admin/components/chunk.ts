/** A part of the application that is loaded when it is wanted, or ahead of that. */
export interface Chunk<Part> {
  /** Null until it is there. */
  readonly loaded: Part | null;
  /** The same promise for all who ask; what could not be loaded is asked for anew. */
  readonly load: () => Promise<Part>;
}

/** A promise that tells what came of it, so that React's `use` need not wait for what is there. */
type Told<Part> = Promise<Part> & { status?: 'fulfilled'; value?: Part };

export function chunkOf<Part>(fetch: () => Promise<Part>): Chunk<Part> {
  let loaded: Part | null = null;
  let loading: Told<Part> | null = null;
  const fetchOnce = (): Told<Part> => {
    const asked: Told<Part> = fetch();
    asked.then(
      (part) => {
        loaded = part;
        Object.assign(asked, { status: 'fulfilled', value: part });
      },
      () => {
        loading = null;
      },
    );
    return asked;
  };
  return {
    get loaded() {
      return loaded;
    },
    load: () => {
      loading ??= fetchOnce();
      return loading;
    },
  };
}
