import type { SignInErrorCode } from '../auth/errors.ts';

/** The one thing to do about a problem. */
export type ProblemAction = 'sign-in' | 'retry' | 'sign-out';

/** THE table of what to do about each. @see spec "Sign-in errors" */
export const problemActions: Readonly<Record<SignInErrorCode, ProblemAction>> = {
  settings_unreadable: 'retry',
  network: 'retry',
  storage_denied: 'retry',
  sign_in_lost: 'sign-in',
  state_mismatch: 'sign-in',
  access_denied: 'sign-in',
  provider_refused: 'sign-in',
  redirect_uri_mismatch: 'sign-in',
  code_expired: 'sign-in',
  code_verifier_mismatch: 'sign-in',
  code_refused: 'sign-in',
  tokens_refused: 'sign-in',
  signed_out: 'sign-in',
  session_expired: 'sign-in',
  session_refused: 'sign-in',
  missing_tenant_claim: 'sign-out',
  invalid_role: 'sign-out',
  tenant_not_found: 'sign-out',
  service_failed: 'retry',
  unexpected: 'retry',
};
