import type { KeptTexts } from '../../browser/storage.ts';

/** What the sign-in client needs of the browser; a test gives its own. */
export interface Surroundings {
  /** The tab's `sessionStorage`. */
  readonly storage: Pick<KeptTexts, 'getItem' | 'setItem' | 'removeItem'> & Pick<Storage, 'clear'>;
  readonly fetch: typeof fetch;
  readonly nowS: () => number;
  readonly randomBytes: (length: number) => Uint8Array;
  /** Leaves for another page. */
  readonly go: (address: string) => void;
  /** The application's root, with a slash at its end. */
  readonly appUrl: string;
}
