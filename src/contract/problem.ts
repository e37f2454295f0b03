/** Codes of problems, each with the statuses that it is answered with, the usual one first. @see design 2.6 */
export const problemStatuses = {
  invalid_body: [400],
  invalid_header: [400],
  invalid_parameter: [400],
  missing_tenant: [401],
  missing_header: [400],
  invalid_signature: [401],
  invalid_visitor_token: [401],
  visitor_token_expired: [401],
  invalid_credentials: [401, 403],
  address_not_allowed: [403],
  origin_not_allowed: [403],
  tenant_not_found: [404, 403],
  widget_not_found: [404],
  conversation_not_found: [404],
  route_not_found: [404],
  method_not_allowed: [405],
  idempotency_conflict: [409],
  request_in_progress: [409],
  body_too_large: [413],
  unsupported_media_type: [415],
  rate_limited: [429],
  too_many_waiting: [429],
  too_many_new_sessions: [429],
  uploads_not_allowed: [403],
  file_type_not_allowed: [422],
  file_too_large: [422],
  too_many_uploads: [429],
  file_not_found: [404],
  file_pending: [409],
  file_rejected: [422, 409],
  missing_tenant_claim: [403],
  invalid_role: [403],
  invalid_token: [401],
  not_allowed: [403],
  other_tenant: [403],
  precondition_required: [428],
  precondition_failed: [412],
  channel_not_found: [404],
  channel_incomplete: [409],
  credential_taken: [409],
  secret_not_found: [404],
  flow_not_found: [404],
  version_not_found: [404],
  user_not_found: [404],
  own_account: [403],
  role_above_own: [403],
  last_admin: [409],
  user_busy: [409],
  user_disabled: [409],
  access_ended: [401],
  message_not_found: [404],
  already_exists: [409],
  in_use: [409],
  not_valid: [422],
  canary_running: [409],
  no_canary: [409],
  no_handoff: [409],
  handoff_moved: [412],
  handoff_offered: [409],
  not_owner: [403],
  unknown_step: [422],
  unknown_user: [422],
  unknown_queue: [422],
  unknown_label: [422],
  too_many_labels: [409],
  text_too_long: [422],
  contact_not_found: [404],
  text_not_found: [404],
  test_link_not_found: [404],
  test_limit_reached: [429, 403],
  email_not_offered: [403],
  email_missing: [422],
  email_not_confirmed: [409],
  mail_link_not_found: [404],
  too_many_texts: [409],
  window_closed: [409],
  invalid_template: [422],
  templates_unavailable: [503, 409],
  invalid_service_key: [401],
  service_key_not_found: [404],
  handoff_not_found: [404],
  engine_failure: [500],
  internal_error: [500],
  temporarily_unavailable: [503],
} as const satisfies Readonly<Record<string, readonly [number, ...number[]]>>;

/** The stable values of `problem.code`. */
export type ProblemCode = keyof typeof problemStatuses;
export const problemCodes = Object.keys(problemStatuses) as [ProblemCode, ...ProblemCode[]];

/** The constant `detail` of some codes. */
export const problemDetails = {
  /** The tenant does not exist or is suspended: the caller can't tell which. @see spec "Errors" */
  tenant_not_found: 'the tenant does not exist',
  /** The same idempotency key with another body. @see spec "Errors" */
  idempotency_conflict: 'this idempotency key was used with another body',
  engine_failure: 'the conversation flow failed; send the message again',
  /** The tenant header is missing. @see design 2.2 */
  missing_tenant: 'the header x-tenant-id is missing',
  /** The visitor's token was good: the page is to ask its site for another. @see design 2.2 */
  visitor_token_expired: 'the visitor token has expired',
  /**
   * The account that is named does not let this address call, or there is none: the caller can't tell which, nor
   * whether the password was right.
   * @see design 2.7
   */
  address_not_allowed: 'the user name is unknown, or not allowed from this IP address',
  origin_not_allowed: 'this origin may not use the widget',
  widget_not_found: 'the widget does not exist',
  /** Unknown, another tenant's or another visitor's: the caller can't tell which. @see design 2.2 */
  conversation_not_found: 'the conversation does not exist',
  route_not_found: 'this path does not exist',
  /** The widget, or its tenant, takes no files. */
  uploads_not_allowed: 'this widget does not accept files',
  /** The user belongs to no tenant. @see spec "Sign-in errors" */
  missing_tenant_claim: 'missing tenant claim',
  /** The user's role is missing or none of the known ones. @see design 2.8 */
  invalid_role: 'the user has no known role',
  /** Only a super-admin acts for a tenant that is not their own. @see design 9 */
  other_tenant: 'only a super admin can work in another tenant',
  /** A write without the ETag of what it changes. @see RFC 6585 3 */
  precondition_required: 'send If-Match with the ETag that you read',
  /**
   * Another account already has the identifier that webhook calls contain, so calls would be ambiguous.
   * @see design 2.7
   */
  credential_taken:
    'another account has the same phone number id, key or user name; calls would be ambiguous',
  /** Unknown, deleted or another tenant's: the caller can't tell which. */
  user_not_found: 'there is no such user',
  /** Users can't change their own role or status, or delete themselves. @see design 9 "Users" */
  own_account: 'you cannot change your own account; ask another admin',
  /** A tenant keeps an admin who is enabled and has signed in. @see design 9 "Users" */
  last_admin: 'this is the last admin; make someone else an admin first, who must sign in once',
  /** A disabled user's password can't be reset. */
  user_disabled: 'the user is disabled; enable them first',
  message_not_found: 'the conversation has no message with this id',
  /** No agent has the conversation, and none was requested. */
  no_handoff: 'the conversation is not waiting for or assigned to an agent; take it over first',
  /** Unknown, erased, merged or another tenant's: the caller can't tell which. */
  contact_not_found: 'there is no contact with this id',
  /** Unknown, deleted or another tenant's: the caller can't tell which. */
  text_not_found: 'there is no saved reply with this id',
  /** Unknown, altered, expired, revoked or another tenant's: the caller can't tell which. */
  test_link_not_found: 'the test link does not exist',
  /** The widget does not offer replies by email. */
  email_not_offered: 'this widget does not offer replies by email',
  email_missing: 'the visitor has no verified email address; send one',
  email_not_confirmed: 'the visitor has not confirmed an email address',
  /** Unknown, expired or used: the caller can't tell which. */
  mail_link_not_found: 'the link does not exist, has expired or was used',
  /** The account's contact center was never asked for it, or it ended more than eight days ago. */
  handoff_not_found: 'the account has no such handoff',
} as const satisfies Readonly<Partial<Record<ProblemCode, string>>>;

/** `title` of a problem, by its status. @see RFC 9110 15 */
export const problemTitles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};
