import type { ProblemCode } from '../../../contract/problem.ts';

/** Why requests of visitors are refused, by the service’s word for it. */
export const refusalReasons = {
  sites: {
    none: 'No site (a program)',
    unreadable: 'No valid address',
    others: 'Other sites',
  },
  reasons: {
    origin_not_allowed: 'The site may not show the widget',
    rate_limited: 'Too many messages a minute',
    too_many_new_sessions: 'Too many new visitors from one address',
    too_many_waiting: 'Too many messages still wait for an answer',
    invalid_body: 'The content is not valid',
    invalid_header: 'A header is not valid',
    missing_header: 'A header is missing',
    invalid_parameter: 'A parameter is not valid',
    invalid_signature: 'The signature does not match',
    invalid_visitor_token: 'The visitor’s token is not valid',
    visitor_token_expired: 'The visitor’s token has expired',
    widget_not_found: 'There is no such widget',
    conversation_not_found: 'There is no such conversation',
    route_not_found: 'There is nothing at this address',
    method_not_allowed: 'The address takes no such method',
    idempotency_conflict: 'The key was used with other content',
    request_in_progress: 'The same message is still being handled',
    body_too_large: 'The message is too large',
    unsupported_media_type: 'The content is not JSON',
    uploads_not_allowed: 'Files are not allowed',
    file_type_not_allowed: 'This kind of file is not allowed',
    file_too_large: 'The file is too large',
    too_many_uploads: 'Too many files',
    file_not_found: 'There is no such file',
    file_pending: 'The file is not checked yet',
    file_rejected: 'The file was rejected',
  } satisfies Partial<Record<ProblemCode, string>>,
};
