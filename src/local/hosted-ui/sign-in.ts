import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import * as z from 'zod/mini';
import { createGuessLimit } from './guess-limit.ts';
import type { Html } from './html.ts';
import {
  codePage,
  forgotPage,
  messagePage,
  type Notice,
  type Paths,
  resetPage,
  signInPage,
} from './pages.ts';
import { isStrong, maxPasswordLength, passwordRule } from './password.ts';
import type { Recovery } from './recovery.ts';
import { decodeBase32, matchTotp } from './totp.ts';
import type { User, Users } from './users.ts';
import { writePage } from './write-page.ts';

export interface SignInParts {
  readonly users: Users;
  readonly recovery: Recovery;
  readonly now: () => number;
  /** Where a finished sign-in goes back to. */
  readonly appOrigins: readonly string[];
}

/** How far a sign-in has come; kept on this side, a browser only knows its id. */
interface Progress {
  /** Who has given the right password and owes a code. */
  owesCode?: User;
  recovering?: string;
  notice?: Notice;
}

/** One request of a sign-in. */
interface Visit {
  readonly provider: Provider;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly paths: Paths;
  readonly progress: Progress;
  readonly form: Readonly<Record<string, string>>;
}

type Step = (visit: Visit) => Promise<void>;

/** Answers a request below `/login/`. */
export type SignIn = (
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
) => Promise<void>;

const formLimitBytes = 8 * 1024;
const rememberedSignIns = 1000;
const wrongPassword = 'The e-mail address or the password is not right.';
const wrongCode = 'The code is not right, or it is no longer good.';
const credentials = z.object({
  email: z.string().check(z.maxLength(254)),
  password: z.string().check(z.maxLength(maxPasswordLength)),
});
const sixDigits = z.string().check(z.regex(/^[0-9]{6}$/));

/** The pages of the hosted sign-in. @see spec "Administration sign-in" point 6 */
export function createSignIn(parts: SignInParts): SignIn {
  const progresses = new Map<string, Progress>();
  const steps = createSteps(parts);
  return async (provider, request, response, url) => {
    const [, , uid = '', name = ''] = url.pathname.split('/');
    const step = steps[`${request.method} ${name}`];
    const details = await provider.interactionDetails(request, response).catch(() => null);
    if (!step || details?.uid !== uid)
      return writePage(
        response,
        400,
        messagePage('This sign-in has ended', 'It took too long, or it is finished.'),
      );
    if (request.method === 'POST' && request.headers.origin !== provider.issuer)
      return writePage(
        response,
        403,
        messagePage('This sign-in cannot go on', 'The form came from elsewhere.'),
      );
    const progress = progresses.get(uid) ?? {};
    progresses.set(uid, progress);
    const [oldest] = progresses.keys();
    if (progresses.size > rememberedSignIns && oldest !== undefined) progresses.delete(oldest);
    const form = request.method === 'POST' ? await readForm(request) : {};
    await step({ provider, request, response, paths: pathsOf(uid), progress, form });
  };
}

function createSteps({ users, recovery, now, appOrigins }: SignInParts): Readonly<Record<string, Step>> {
  const guesses = createGuessLimit(now);
  const usedSteps = new Map<string, number>();
  const show = ({ response }: Visit, page: Html, status = 200, headers = {}) =>
    writePage(response, status, page, appOrigins, headers);
  const refuse = (visit: Visit, key: string, pageOf: (notice: Notice) => Html): boolean => {
    const waitS = Math.ceil(guesses.take(key) / 1000);
    if (waitS === 0) return false;
    const text = `Too many attempts. Try again in ${waitS} ${waitS === 1 ? 'second' : 'seconds'}.`;
    show(visit, pageOf({ kind: 'error', text }), 429, { 'retry-after': String(waitS) });
    return true;
  };
  return {
    'GET ': async (visit) => {
      const { notice = null } = visit.progress;
      delete visit.progress.notice;
      show(visit, signInPage(visit.paths, notice, ''));
    },
    'POST ': async (visit) => {
      const given = credentials.safeParse(visit.form);
      const { email = '' } = visit.form;
      const pageOf = (notice: Notice) => signInPage(visit.paths, notice, email);
      const key = `password ${email.trim().toLowerCase()}`;
      if (refuse(visit, key, pageOf)) return;
      const user = given.success ? await users.authenticate(given.data.email, given.data.password) : null;
      if (!user) return show(visit, pageOf({ kind: 'error', text: wrongPassword }), 400);
      guesses.clear(key);
      if (user.totpSecret === undefined) return finish(visit, user, ['pwd']);
      visit.progress.owesCode = user;
      redirect(visit, visit.paths.code);
    },
    'GET code': async (visit) => {
      if (!visit.progress.owesCode) return redirect(visit, visit.paths.signIn);
      show(visit, codePage(visit.paths, null));
    },
    'POST code': async (visit) => {
      const { owesCode: user } = visit.progress;
      if (!user) return redirect(visit, visit.paths.signIn);
      const pageOf = (notice: Notice) => codePage(visit.paths, notice);
      if (refuse(visit, `code ${user.id}`, pageOf)) return;
      const secret = decodeBase32(user.totpSecret ?? '');
      const step = matchTotp(secret, visit.form.code ?? '', now(), usedSteps.get(user.id) ?? 0);
      if (step === null) return show(visit, pageOf({ kind: 'error', text: wrongCode }), 400);
      usedSteps.set(user.id, step);
      guesses.clear(`code ${user.id}`);
      await finish(visit, user, ['pwd', 'otp']);
    },
    'GET forgot': async (visit) => show(visit, forgotPage(visit.paths, null, '')),
    'POST forgot': async (visit) => {
      const { email = '' } = visit.form;
      const key = `mail ${email.trim().toLowerCase()}`;
      if (refuse(visit, key, (notice) => forgotPage(visit.paths, notice, email))) return;
      recovery.start(email);
      visit.progress.recovering = email;
      redirect(visit, visit.paths.reset);
    },
    'GET reset': async (visit) => {
      if (visit.progress.recovering === undefined) return redirect(visit, visit.paths.forgot);
      show(visit, resetPage(visit.paths, null));
    },
    'POST reset': async (visit) => {
      const { recovering: email } = visit.progress;
      if (email === undefined) return redirect(visit, visit.paths.forgot);
      const pageOf = (text: string) => resetPage(visit.paths, { kind: 'error', text });
      const { code, password = '' } = visit.form;
      if (!isStrong(password)) return show(visit, pageOf(passwordRule), 400);
      if (refuse(visit, `recovery ${email.trim().toLowerCase()}`, ({ text }) => pageOf(text))) return;
      const given = sixDigits.safeParse(code);
      const changed = given.success && (await recovery.finish(email, given.data, password));
      if (!changed) return show(visit, pageOf(wrongCode), 400);
      guesses.clear(`password ${email.trim().toLowerCase()}`);
      delete visit.progress.recovering;
      visit.progress.notice = { kind: 'success', text: 'The password is changed. Sign in with the new one.' };
      redirect(visit, visit.paths.signIn);
    },
  };
}

async function finish({ provider, request, response }: Visit, user: User, amr: string[]): Promise<void> {
  const result = { login: { accountId: user.id, amr } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

function redirect({ response }: Visit, location: string): void {
  response.writeHead(303, { location, 'cache-control': 'no-store' }).end();
}

function pathsOf(uid: string): Paths {
  const signIn = `/login/${uid}`;
  return { signIn, code: `${signIn}/code`, forgot: `${signIn}/forgot`, reset: `${signIn}/reset` };
}

/** A form that is larger than any of ours counts as an empty one. */
async function readForm(request: IncomingMessage): Promise<Record<string, string>> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size <= formLimitBytes) parts.push(part);
  }
  return size > formLimitBytes
    ? {}
    : Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString()));
}
