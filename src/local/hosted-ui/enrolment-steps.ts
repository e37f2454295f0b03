import type { GuessLimit } from './guess-limit.ts';
import { enrolPage, type Notice } from './pages.ts';
import { wrongCode } from './password-steps.ts';
import type { SecondFactors } from './second-factors.ts';
import { decodeBase32, matchTotp } from './totp.ts';
import { finish, goTo, refuseGuess, type Steps, show, type Visit } from './visit.ts';

/**
 * Enrolling a second factor, as Cognito's hosted sign-in has everybody do when the pool's MFA is on. Only who has just
 * given the right password comes here.
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-mfa-totp.html
 */
export function enrolmentSteps(factors: SecondFactors, guesses: GuessLimit, now: () => number): Steps {
  const pageOf = ({ paths, progress }: Visit, notice: Notice | null) =>
    enrolPage(paths, notice, progress.enrolling?.user.email ?? '', progress.enrolling?.secret ?? '');
  return {
    'GET enrol': (visit) => {
      if (!visit.progress.enrolling) return goTo(visit, visit.paths.signIn);
      show(visit, pageOf(visit, null));
    },
    'POST enrol': async (visit) => {
      const { enrolling } = visit.progress;
      // Whoever enrolled meanwhile, in another window, proves that factor.
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
