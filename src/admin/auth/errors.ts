/** Everything that may go wrong between opening the application and seeing the session. @see spec "Sign-in errors" */
export type SignInErrorCode =
  | 'settings_unreadable'
  | 'network'
  | 'storage_denied'
  | 'sign_in_lost'
  | 'state_mismatch'
  | 'access_denied'
  | 'provider_refused'
  | 'redirect_uri_mismatch'
  | 'code_expired'
  | 'code_verifier_mismatch'
  | 'code_refused'
  | 'tokens_refused'
  | 'signed_out'
  | 'session_expired'
  | 'session_refused'
  | 'missing_tenant_claim'
  | 'invalid_role'
  | 'tenant_not_found'
  | 'service_failed'
  | 'unexpected';

/** A sign-in or a session that did not come about; its message never holds a token or a code. */
export class SignInError extends Error {
  readonly code: SignInErrorCode;
  /** The reference by which support finds the request. */
  readonly reference: string | null;

  constructor(code: SignInErrorCode, reference: string | null = null) {
    super(code);
    this.name = 'SignInError';
    this.code = code;
    this.reference = reference;
  }
}

/** Any error as one that a page can speak of; what was not thrown on purpose loses its message. */
export function asSignInError(error: unknown): SignInError {
  return error instanceof SignInError ? error : new SignInError('unexpected');
}
