import type { GuessLimit } from './guess-limit.ts';
import { forgotPage, type Notice, resetPage } from './pages.ts';
import { isStrong, weakPassword } from './password.ts';
import { passwordKey } from './password-steps.ts';
import type { Recovery } from './recovery.ts';
import { goTo, refuseGuess, type Steps, show } from './visit.ts';

const wrongCode = { kind: 'error', text: 'The code is not right, or it is no longer good.' } as const;
const changed = { kind: 'success', text: 'The password is changed. Sign in with the new one.' } as const;

/** Choosing a new password with a mailed code. @see spec "Administration sign-in" point 6 */
export function recoverySteps(recovery: Recovery, guesses: GuessLimit): Steps {
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
      if (!(await recovery.finish(email, code, password))) return show(visit, pageOf(wrongCode), 400);
      guesses.clear(key);
      guesses.clear(passwordKey(email));
      delete visit.progress.recovering;
      visit.progress.notice = changed;
      goTo(visit, visit.paths.signIn);
    },
  };
}
