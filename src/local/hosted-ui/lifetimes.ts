/** How long things are good for, in seconds. */
export interface Lifetimes {
  readonly codeS: number;
  readonly accessTokenS: number;
  readonly idTokenS: number;
  readonly refreshTokenS: number;
  /** A sign-in that is under way. */
  readonly interactionS: number;
  /** The hosted session, during which no password is asked for again. */
  readonly sessionS: number;
}

/** Cognito's own, and those of the client. @see lib/sign-in.ts, spec "Administration sign-in" */
export const defaultLifetimes: Lifetimes = {
  codeS: 60,
  accessTokenS: 15 * 60,
  idTokenS: 15 * 60,
  refreshTokenS: 12 * 3600,
  interactionS: 3600,
  sessionS: 3600,
};
