/** Requests a new token of the same visitor from the page. */
export type OnTokenExpired = () => string | null | Promise<string | null>;

/** The site's token of its visitor; only in memory, since the page has it anyway. */
export class VisitorToken {
  readonly #onExpired: OnTokenExpired | undefined;
  #token: string | null = null;
  #renewing: Promise<boolean> | null = null;

  constructor(onExpired?: OnTokenExpired) {
    this.#onExpired = onExpired;
  }

  current(): string | null {
    return this.#token;
  }

  take(token: string | null): void {
    this.#token = token;
  }

  /** Requests a new token, once for all concurrent callers; false if there is none. */
  renew(): Promise<boolean> {
    this.#renewing ??= this.#ask().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  async #ask(): Promise<boolean> {
    const before = this.#token;
    try {
      const token = (await this.#onExpired?.()) ?? null;
      // A visitor who has signed out in the meantime is not signed in again.
      if (token === null || this.#token !== before) return false;
      this.#token = token;
      return true;
    } catch (error) {
      reportError(error);
      return false;
    }
  }
}

/**
 * Reads the visitor of a token without verifying it: only the gateway does.
 * @throws TypeError for what is no token
 */
export function subjectOf(token: string): string {
  try {
    const [, claims = ''] = token.split('.');
    const bytes = Uint8Array.from(atob(claims.replace(/-/g, '+').replace(/_/g, '/')), (char) =>
      char.charCodeAt(0),
    );
    const { sub } = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof sub === 'string' && sub !== '') return sub;
  } catch {
    // The error is thrown below.
  }
  throw new TypeError('messaging widget: the token is no JWT with a sub');
}
