import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import * as z from 'zod/mini';
import type { Stage } from '../../contract/stage-settings.ts';
import { readBody } from '../listen.ts';
import {
  createGuessLimit,
  type GuessLimit,
  isStrong,
  maxPasswordLength,
  type SecondFactors,
  weakPassword,
} from './credentials.ts';
import {
  codePage,
  enrolPage,
  forgotPage,
  type Html,
  messagePage,
  type Notice,
  newPasswordPage,
  type Paths,
  resetPage,
  signInPage,
  writePage,
} from './pages.ts';
import type { LocalUserPool, Recovery } from './user-pool.ts';
import type { User, Users } from './users.ts';

export interface SignInParts {
  readonly pool: Pick<LocalUserPool, 'users' | 'recovery' | 'now'>;
  /** The redirect of a finished sign-in. */
  readonly appOrigins: readonly string[];
  /** Whether two-factor authentication is required. */
  readonly mfa: Stage['mfa'];
}

/** Answers a request below `/login/`. */
export type SignIn = (
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
) => Promise<void>;

const formLimitBytes = 8 * 1024;
const rememberedSignIns = 1000;
const ended = messagePage('Sign-in expired', 'It took too long or was already used.');
const foreign = messagePage('Can’t continue signing in', 'The form was sent from another site.');

/** The pages of the hosted sign-in. @see spec "Administration sign-in" point 6 */
export function createSignIn({ pool, appOrigins, mfa }: SignInParts): SignIn {
  const { users, recovery, now } = pool;
  const guesses = createGuessLimit(now);
  const steps: Steps = {
    ...passwordSteps(users, guesses, now, mfa),
    ...codeSteps(users.secondFactors, guesses, now),
    ...enrolmentSteps(users.secondFactors, guesses, now),
    ...recoverySteps(recovery, guesses),
  };
  const progressOf = createProgresses();
  return async (provider, request, response, url) => {
    const [, , uid = '', name = ''] = url.pathname.split('/');
    const step = steps[`${request.method} ${name}`];
    // Found by the cookie of this browser: knowing the address of another's sign-in is not enough.
    const details = await provider.interactionDetails(request, response).catch(() => null);
    if (!step || details?.uid !== uid) return writePage(response, 400, ended);
    const isPost = request.method === 'POST';
    if (isPost && request.headers.origin !== provider.issuer) return writePage(response, 403, foreign);
    const form = isPost ? await readForm(request) : {};
    const progress = progressOf(uid);
    await step({ provider, request, response, paths: pathsOf(uid), progress, form, appOrigins });
  };
}

const recoveryStepsWrongCode = {
  kind: 'error',
  text: 'Wrong or expired code.',
} as const;
const changed = { kind: 'success', text: 'Password changed. Sign in with the new one.' } as const;

/** Choosing a new password with a mailed code. @see spec "Administration sign-in" point 6 */
function recoverySteps(recovery: Recovery, guesses: GuessLimit): Steps {
  return {
    'GET forgot': (visit) => show(visit, forgotPage(visit.paths, null, '')),
    'POST forgot': (visit) => {
      const { email = '' } = visit.form;
      const pageOf = (notice: Notice) => forgotPage(visit.paths, notice, email);
      if (refuseGuess(visit, guesses, `mail ${email.trim().toLowerCase()}`, pageOf)) return;
      recovery.start(email);
      visit.progress.recovering = email;
      goTo(visit, visit.paths.reset);
    },
    'GET reset': (visit) => {
      if (visit.progress.recovering === undefined) return goTo(visit, visit.paths.forgot);
      show(visit, resetPage(visit.paths, null));
    },
    'POST reset': async (visit) => {
      const { recovering: email } = visit.progress;
      if (email === undefined) return goTo(visit, visit.paths.forgot);
      const { code = '', password = '' } = visit.form;
      const pageOf = (notice: Notice) => resetPage(visit.paths, notice);
      if (!isStrong(password)) return show(visit, pageOf(weakPassword), 400);
      const key = `recovery ${email.trim().toLowerCase()}`;
      if (refuseGuess(visit, guesses, key, pageOf)) return;
      if (!(await recovery.finish(email, code, password)))
        return show(visit, pageOf(recoveryStepsWrongCode), 400);
      guesses.clear(key);
      guesses.clear(passwordKey(email));
      delete visit.progress.recovering;
      visit.progress.notice = changed;
      goTo(visit, visit.paths.signIn);
    },
  };
}

/**
 * Enrolling a second factor, as Cognito's hosted sign-in has everybody do when the pool's MFA is on. Only who has just
 * given the right password comes here.
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-mfa-totp.html
 */
function enrolmentSteps(factors: SecondFactors, guesses: GuessLimit, now: () => number): Steps {
  const pageOf = ({ paths, progress }: Visit, notice: Notice | null) =>
    enrolPage(paths, notice, progress.enrolling?.user.email ?? '', progress.enrolling?.secret ?? '');
  return {
    'GET enrol': (visit) => {
      if (!visit.progress.enrolling) return goTo(visit, visit.paths.signIn);
      show(visit, pageOf(visit, null));
    },
    'POST enrol': async (visit) => {
      const { enrolling } = visit.progress;
      // A user who has set up 2FA in another window in the meantime uses that.
      if (!enrolling || factors.of(enrolling.user.id) !== undefined) return goTo(visit, visit.paths.signIn);
      const { user, secret } = enrolling;
      if (refuseGuess(visit, guesses, `code ${user.id}`, (notice) => pageOf(visit, notice))) return;
      if (matchTotp(decodeBase32(secret), visit.form.code ?? '', now(), 0) === null)
        return show(visit, pageOf(visit, wrongCode), 400);
      factors.enrol(user.id, secret);
      guesses.clear(`code ${user.id}`);
      delete visit.progress.enrolling;
      await finish(visit, user, ['pwd', 'otp']);
    },
  };
}

/** The length of a SHA-1 digest. @see RFC 4226 section 4 */
const secretBytes = 20;

const credentials = z.object({
  email: z.string().check(z.maxLength(254)),
  password: z.string().check(z.maxLength(maxPasswordLength)),
});
// The same for an unknown user and a wrong password, so that accounts can't be enumerated.
const wrongPassword = { kind: 'error', text: 'Wrong email or password.' } as const;
const wrongCode = { kind: 'error', text: 'Wrong or expired code.' } as const;

/** Guesses at one account's password are counted together, however it is written. */
const passwordKey = (email: string) => `password ${email.trim().toLowerCase()}`;

// Shown only after the right password.
const disabled = { kind: 'error', text: 'This account is disabled. Contact your admin.' } as const;
const invitationOver = {
  kind: 'error',
  text: 'Your invitation has expired. Ask your admin for a new one.',
} as const;

/** Signing in with a password, and choosing the first of one's own. */
function passwordSteps(users: Users, guesses: GuessLimit, now: () => number, mfa: Stage['mfa']): Steps {
  const continueSignIn = (visit: Visit, user: User) => {
    if (users.secondFactors.of(user.id) !== undefined) {
      visit.progress.owesCode = user;
      return goTo(visit, visit.paths.code);
    }
    if (mfa === 'optional') return finish(visit, user, ['pwd']);
    visit.progress.enrolling = { user, secret: encodeBase32(randomBytes(secretBytes)) };
    goTo(visit, visit.paths.enrol);
  };
  const isLate = ({ temporaryUntilMs }: User) => temporaryUntilMs !== undefined && now() >= temporaryUntilMs;
  return {
    'GET ': (visit) => {
      const { notice = null } = visit.progress;
      delete visit.progress.notice;
      show(visit, signInPage(visit.paths, notice, ''));
    },
    'POST ': async (visit) => {
      const { email = '' } = visit.form;
      const pageOf = (notice: Notice) => signInPage(visit.paths, notice, email);
      if (refuseGuess(visit, guesses, passwordKey(email), pageOf)) return;
      const given = credentials.safeParse(visit.form);
      const user = given.success ? await users.authenticate(given.data.email, given.data.password) : null;
      if (!user) return show(visit, pageOf(wrongPassword), 400);
      guesses.clear(passwordKey(email));
      if (!user.enabled) return show(visit, pageOf(disabled), 400);
      if (user.status === 'FORCE_CHANGE_PASSWORD') {
        if (isLate(user)) return show(visit, pageOf(invitationOver), 400);
        visit.progress.owesPassword = user;
        return goTo(visit, visit.paths.newPassword);
      }
      if (user.status === 'RESET_REQUIRED') {
        visit.progress.recovering = user.email;
        return goTo(visit, visit.paths.reset);
      }
      await continueSignIn(visit, user);
    },
    'GET new-password': (visit) => {
      if (!visit.progress.owesPassword) return goTo(visit, visit.paths.signIn);
      show(visit, newPasswordPage(visit.paths, null));
    },
    'POST new-password': async (visit) => {
      const user = users.byId(visit.progress.owesPassword?.id ?? '');
      // A user who has set one in another window in the meantime signs in with it.
      if (!user?.enabled || user.status !== 'FORCE_CHANGE_PASSWORD') return goTo(visit, visit.paths.signIn);
      const { password = '' } = visit.form;
      if (!isStrong(password)) return show(visit, newPasswordPage(visit.paths, weakPassword), 400);
      delete visit.progress.owesPassword;
      await users.setPassword(user.id, password);
      // The current values: hashing takes time.
      const current = users.byId(user.id);
      if (!current) return goTo(visit, visit.paths.signIn);
      const { temporaryUntilMs: _, ...rest } = current;
      const confirmed = { ...rest, status: 'CONFIRMED', changedAtMs: now() } as const;
      users.put(confirmed);
      await continueSignIn(visit, confirmed);
    },
  };
}

/** The authenticator code. @see RFC 6238 */
function codeSteps(factors: SecondFactors, guesses: GuessLimit, now: () => number): Steps {
  const usedSteps = new Map<string, number>();
  return {
    'GET code': (visit) => {
      if (!visit.progress.owesCode) return goTo(visit, visit.paths.signIn);
      show(visit, codePage(visit.paths, null));
    },
    'POST code': async (visit) => {
      const { owesCode: user } = visit.progress;
      if (!user) return goTo(visit, visit.paths.signIn);
      const pageOf = (notice: Notice) => codePage(visit.paths, notice);
      if (refuseGuess(visit, guesses, `code ${user.id}`, pageOf)) return;
      const secret = decodeBase32(factors.of(user.id) ?? '');
      const step = matchTotp(secret, visit.form.code ?? '', now(), usedSteps.get(user.id) ?? 0);
      if (step === null) return show(visit, pageOf(wrongCode), 400);
      usedSteps.set(user.id, step);
      guesses.clear(`code ${user.id}`);
      await finish(visit, user, ['pwd', 'otp']);
    },
  };
}

const stepS = 30;
const digits = 6;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Decodes base 32. @throws Error for another letter @see RFC 4648 section 6 */
export function decodeBase32(text: string): Buffer {
  let bits = 0;
  let value = 0;
  const bytes: number[] = [];
  for (const char of text.replaceAll(/[\s=]/g, '').toUpperCase()) {
    const index = alphabet.indexOf(char);
    if (index < 0) throw new Error('not base 32');
    value = (value << 5) | index;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
    value &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}

/** Encodes in base 32, without padding. @see RFC 4648 section 6 */
export function encodeBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** The code of a counter. @see RFC 4226 section 5.3 */
export function hotp(secret: Buffer, counter: number): string {
  const moving = Buffer.alloc(8);
  moving.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac('sha1', secret).update(moving).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const code = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(code % 10 ** digits).padStart(digits, '0');
}

/** The step of time that a code belongs to. @see RFC 6238 section 4.2 */
export function timeStep(nowMs: number): number {
  return Math.floor(nowMs / 1000 / stepS);
}

/**
 * Finds the step whose code this is: the present one, the one before or the one after.
 * @param usedStep the step of the last code taken: none is taken twice, nor an older one
 * @returns null when the code fits none
 * @see RFC 6238 section 5.2
 */
export function matchTotp(secret: Buffer, code: string, nowMs: number, usedStep: number): number | null {
  const now = timeStep(nowMs);
  const fitting = [now - 1, now, now + 1].filter((step) => sameText(hotp(secret, step), code));
  return fitting.find((step) => step > usedStep) ?? null;
}

function sameText(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function createProgresses(): (uid: string) => Progress {
  const progresses = new Map<string, Progress>();
  return (uid) => {
    const progress = progresses.get(uid) ?? {};
    progresses.set(uid, progress);
    const [oldest] = progresses.keys();
    if (progresses.size > rememberedSignIns && oldest !== undefined) progresses.delete(oldest);
    return progress;
  };
}

/** The state of a sign-in. It is kept here; the browser only has its ID. */
interface Progress {
  /** The user who entered a temporary password and must choose their own. */
  owesPassword?: User;
  /** The user who entered the right password and must enter a code. */
  owesCode?: User;
  /** A user with the right password who has to enrol an authenticator, with the secret that the page shows. */
  enrolling?: { readonly user: User; readonly secret: string };
  /** The e-mail address whose password is to be changed. */
  recovering?: string;
  /** The message on the next page. */
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
  /** The allowed redirects of a finished sign-in. */
  readonly appOrigins: readonly string[];
}

/** Answers a visit. */
type Step = (visit: Visit) => Promise<void> | void;

/** By method and the last part of the path. */
type Steps = Readonly<Record<string, Step>>;

/** Shows a page. */
function show(visit: Visit, page: Html, status = 200, headers: Readonly<Record<string, string>> = {}) {
  writePage(visit.response, status, page, visit.appOrigins, headers);
}

/** Redirects to another page. @see RFC 9110 section 15.4.4 */
function goTo({ response }: Visit, location: string): void {
  response.writeHead(303, { location, 'cache-control': 'no-store' }).end();
}

/** Ends the sign-in and goes back to the application. */
async function finish({ provider, request, response }: Visit, user: User, amr: string[]): Promise<void> {
  const result = { login: { accountId: user.id, amr } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

/** Counts an attempt before it is checked. @returns whether there were too many; the page then says so */
function refuseGuess(
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

function pathsOf(uid: string): Paths {
  const signIn = `/login/${uid}`;
  return {
    signIn,
    newPassword: `${signIn}/new-password`,
    code: `${signIn}/code`,
    enrol: `${signIn}/enrol`,
    forgot: `${signIn}/forgot`,
    reset: `${signIn}/reset`,
  };
}

/** A form that is larger than any of ours counts as an empty one. */
async function readForm(request: IncomingMessage): Promise<Record<string, string>> {
  const body = await readBody(request, formLimitBytes);
  return Object.fromEntries(new URLSearchParams(body?.toString() ?? ''));
}
