import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { Stage } from '../../contract/stage-settings.ts';
import type { GuessLimit } from './guess-limit.ts';
import { codePage, type Notice, newPasswordPage, signInPage } from './pages.ts';
import { isStrong, maxPasswordLength, weakPassword } from './password.ts';
import type { SecondFactors } from './second-factors.ts';
import { decodeBase32, encodeBase32, matchTotp } from './totp.ts';
import type { User, Users } from './users.ts';
import { finish, goTo, refuseGuess, type Steps, show, type Visit } from './visit.ts';

/** As long as SHA-1's own result. @see RFC 4226 section 4 */
const secretBytes = 20;

const credentials = z.object({
  email: z.string().check(z.maxLength(254)),
  password: z.string().check(z.maxLength(maxPasswordLength)),
});
// The same for a wrong name and a wrong password: nobody learns who has an account.
const wrongPassword = { kind: 'error', text: 'The e-mail address or the password is not right.' } as const;
export const wrongCode = { kind: 'error', text: 'The code is not right, or it is no longer good.' } as const;

/** Guesses at one account's password are counted together, however it is written. */
export const passwordKey = (email: string) => `password ${email.trim().toLowerCase()}`;

// Said to who has given the right password only.
const disabled = { kind: 'error', text: 'This account is disabled. Ask an admin of yours.' } as const;
const invitationOver = {
  kind: 'error',
  text: 'Your invitation is no longer good. Ask an admin of yours for another.',
} as const;

/** Signing in with a password, and choosing the first of one's own. */
export function passwordSteps(
  users: Users,
  guesses: GuessLimit,
  now: () => number,
  mfa: Stage['mfa'],
): Steps {
  const goOn = (visit: Visit, user: User) => {
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
      await goOn(visit, user);
    },
    'GET new-password': (visit) => {
      if (!visit.progress.owesPassword) return goTo(visit, visit.paths.signIn);
      show(visit, newPasswordPage(visit.paths, null));
    },
    'POST new-password': async (visit) => {
      const user = users.byId(visit.progress.owesPassword?.id ?? '');
      // Whoever chose one meanwhile, in another window, signs in with it.
      if (!user?.enabled || user.status !== 'FORCE_CHANGE_PASSWORD') return goTo(visit, visit.paths.signIn);
      const { password = '' } = visit.form;
      if (!isStrong(password)) return show(visit, newPasswordPage(visit.paths, weakPassword), 400);
      delete visit.progress.owesPassword;
      await users.setPassword(user.id, password);
      // As they are by now: hashing takes its time.
      const current = users.byId(user.id);
      if (!current) return goTo(visit, visit.paths.signIn);
      const { temporaryUntilMs: _, ...rest } = current;
      const confirmed = { ...rest, status: 'CONFIRMED', changedAtMs: now() } as const;
      users.put(confirmed);
      await goOn(visit, confirmed);
    },
  };
}

/** The second factor, for a user who has one. @see RFC 6238 */
export function codeSteps(factors: SecondFactors, guesses: GuessLimit, now: () => number): Steps {
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
