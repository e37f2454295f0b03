import * as z from 'zod/mini';
import type { GuessLimit } from './guess-limit.ts';
import { codePage, type Notice, signInPage } from './pages.ts';
import { maxPasswordLength } from './password.ts';
import { decodeBase32, matchTotp } from './totp.ts';
import type { Users } from './users.ts';
import { finish, goTo, refuseGuess, type Steps, show } from './visit.ts';

const credentials = z.object({
  email: z.string().check(z.maxLength(254)),
  password: z.string().check(z.maxLength(maxPasswordLength)),
});
// The same for a wrong name and a wrong password: nobody learns who has an account.
const wrongPassword = { kind: 'error', text: 'The e-mail address or the password is not right.' } as const;
const wrongCode = { kind: 'error', text: 'The code is not right, or it is no longer good.' } as const;

/** Guesses at one account's password are counted together, however it is written. */
export const passwordKey = (email: string) => `password ${email.trim().toLowerCase()}`;

/** Signing in with a password. */
export function passwordSteps(users: Users, guesses: GuessLimit): Steps {
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
      if (user.totpSecret === undefined) return finish(visit, user, ['pwd']);
      visit.progress.owesCode = user;
      goTo(visit, visit.paths.code);
    },
  };
}

/** The second factor, for a user who has one. @see RFC 6238 */
export function codeSteps(guesses: GuessLimit, now: () => number): Steps {
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
      const secret = decodeBase32(user.totpSecret ?? '');
      const step = matchTotp(secret, visit.form.code ?? '', now(), usedSteps.get(user.id) ?? 0);
      if (step === null) return show(visit, pageOf(wrongCode), 400);
      usedSteps.set(user.id, step);
      guesses.clear(`code ${user.id}`);
      await finish(visit, user, ['pwd', 'otp']);
    },
  };
}
