import type { SignInErrorCode } from '../sign-in/errors.ts';

/** What a page says of each error. */
export type ProblemTexts = Readonly<
  Record<SignInErrorCode, { readonly title: string; readonly what: string; readonly advice: string }>
>;
