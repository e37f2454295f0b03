import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import type { GuessLimit } from './guess-limit.ts';
import type { Html } from './html.ts';
import type { Notice, Paths } from './pages.ts';
import type { User } from './users.ts';
import { writePage } from './write-page.ts';

/** How far a sign-in has come; kept on this side, a browser only knows its id. */
export interface Progress {
  /** Who has given the password of their invitation and owes one of their own. */
  owesPassword?: User;
  /** Who has given the right password and owes a code. */
  owesCode?: User;
  /** Who has given the right password, needs a second factor, and has none: with the secret that the page shows. */
  enrolling?: { readonly user: User; readonly secret: string };
  /** The e-mail address whose password is to be changed. */
  recovering?: string;
  /** What the next page says. */
  notice?: Notice;
}

/** One request of a sign-in. */
export interface Visit {
  readonly provider: Provider;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly paths: Paths;
  readonly progress: Progress;
  readonly form: Readonly<Record<string, string>>;
  /** Where a finished sign-in may go back to. */
  readonly appOrigins: readonly string[];
}

/** Answers a visit. */
export type Step = (visit: Visit) => Promise<void> | void;

/** By method and the last part of the path. */
export type Steps = Readonly<Record<string, Step>>;

/** Shows a page. */
export function show(visit: Visit, page: Html, status = 200, headers: Readonly<Record<string, string>> = {}) {
  writePage(visit.response, status, page, visit.appOrigins, headers);
}

/** Goes on to another page. @see RFC 9110 section 15.4.4 */
export function goTo({ response }: Visit, location: string): void {
  response.writeHead(303, { location, 'cache-control': 'no-store' }).end();
}

/** Ends the sign-in and goes back to the application. */
export async function finish(
  { provider, request, response }: Visit,
  user: User,
  amr: string[],
): Promise<void> {
  const result = { login: { accountId: user.id, amr } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

/** Counts a guess before it is judged. @returns whether there were too many, which the page then says */
export function refuseGuess(
  visit: Visit,
  guesses: GuessLimit,
  key: string,
  pageOf: (notice: Notice) => Html,
): boolean {
  const waitS = Math.ceil(guesses.take(key) / 1000);
  if (waitS === 0) return false;
  const text = `Too many attempts. Try again in ${waitS} ${waitS === 1 ? 'second' : 'seconds'}.`;
  show(visit, pageOf({ kind: 'error', text }), 429, { 'retry-after': String(waitS) });
  return true;
}
