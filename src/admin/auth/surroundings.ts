import type { KeptTexts } from '../../browser/storage.ts';

/** The browser APIs that the sign-in client uses; tests provide their own. */
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
