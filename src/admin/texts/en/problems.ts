import type { ProblemTexts } from '../problem-texts.ts';

const lost = 'Nothing was changed. Start the sign-in again from this page, and finish it in this same tab.';
const manage = 'An administrator of your organisation can correct this in tenant management.';

/** What the pages of a sign-in that failed say. @see spec "Sign-in errors" */
export const problems: ProblemTexts = {
  settings_unreadable: {
    title: 'The application is not set up',
    what: 'Its settings (config.json) are missing or incomplete.',
    advice: 'This is for the operators of the platform to mend. Try again once they have.',
  },
  network: {
    title: 'The service cannot be reached',
    what: 'There was no answer. You may be offline, or something on the way blocks the connection.',
    advice: 'Check your connection and try again. You stay signed in.',
  },
  storage_denied: {
    title: 'Your browser keeps no data of this page',
    what: 'Signing in leads to another page and back, and what is needed on the way back cannot be kept.',
    advice:
      'Allow site data (cookies) for this address in your browser’s settings, or leave the private window. Then try again.',
  },
  sign_in_lost: {
    title: 'This sign-in was not started here',
    what: 'This tab has no sign-in under way: it was begun elsewhere, has been used already, or its data was cleared.',
    advice: lost,
  },
  state_mismatch: {
    title: 'This sign-in was stopped for your safety',
    what: 'The answer does not belong to the sign-in that this tab had begun. Somebody may have given you a forged link.',
    advice: lost,
  },
  access_denied: {
    title: 'The sign-in was cancelled',
    what: 'The sign-in page did not give this application access.',
    advice: 'If you did not mean to cancel, sign in again.',
  },
  provider_refused: {
    title: 'The sign-in was refused',
    what: 'The sign-in service did not accept the request.',
    advice: 'Sign in again. If it happens each time, tell the operators of the platform.',
  },
  redirect_uri_mismatch: {
    title: 'This address is not registered',
    what: 'The sign-in service does not know the address that this application runs at.',
    advice: 'Open the application at its usual address, or tell the operators of the platform.',
  },
  code_expired: {
    title: 'The sign-in took too long',
    what: 'The one-time code must be used within 60 seconds, and was used later.',
    advice: 'Sign in again; most often you will not have to type your password.',
  },
  code_verifier_mismatch: {
    title: 'This sign-in cannot be finished here',
    what: 'The secret that this tab had kept for the sign-in was lost or changed on the way.',
    advice: lost,
  },
  code_refused: {
    title: 'This sign-in was already used',
    what: 'The one-time code was used before or is no longer good.',
    advice: 'Sign in again; most often you will not have to type your password.',
  },
  tokens_refused: {
    title: 'The sign-in could not be verified',
    what: 'The answer of the sign-in service did not pass the checks of this application.',
    advice: 'Check the clock of your device, then sign in again.',
  },
  signed_out: {
    title: 'You are signed out',
    what: 'This tab holds no sign-in any more.',
    advice: 'Sign in again to go on where you were.',
  },
  session_expired: {
    title: 'Your session has ended',
    what: 'You were signed out after a while, or your access was withdrawn.',
    advice: 'Sign in again to go on where you were.',
  },
  session_refused: {
    title: 'Your sign-in is not accepted any more',
    what: 'The service refused your sign-in (401).',
    advice: 'Sign in again to go on where you were.',
  },
  missing_tenant_claim: {
    title: 'Your account belongs to no tenant',
    what: 'You are signed in, but your account has not been assigned to a tenant yet (403).',
    advice: `${manage} Afterwards sign out and in again.`,
  },
  invalid_role: {
    title: 'Your account has no role',
    what: 'You are signed in, but your role is missing or unknown (403).',
    advice: `${manage} Afterwards sign out and in again.`,
  },
  tenant_not_found: {
    title: 'Your tenant is not active',
    what: 'The tenant of your account is suspended or does not exist (403).',
    advice: 'Ask the operators of the platform about it, or sign out to use another account.',
  },
  service_failed: {
    title: 'The service has a problem',
    what: 'It answered, but could not do what was asked.',
    advice: 'Try again in a moment. You stay signed in.',
  },
  unexpected: {
    title: 'Something went wrong',
    what: 'The application met a situation that it does not know.',
    advice: 'Try again. If it happens each time, tell the operators of the platform.',
  },
};
