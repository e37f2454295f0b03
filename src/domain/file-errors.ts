import { GatewayError } from './errors.ts';

/** The widget, or its tenant, takes no files. */
export class UploadsNotAllowedError extends GatewayError {
  constructor() {
    super('this widget takes no files', { code: 'uploads_not_allowed', status: 403 });
  }
}

/** Not of a type that may be sent. */
export class FileTypeNotAllowedError extends GatewayError {
  constructor(mimeType: string, allowed: readonly string[]) {
    super(`files of the type ${mimeType.slice(0, 100)} are not taken; these are: ${allowed.join(', ')}`, {
      code: 'file_type_not_allowed',
      status: 422,
    });
  }
}

/** Larger than may be sent. */
export class FileTooLargeError extends GatewayError {
  constructor(maxBytes: number) {
    super(`files may have ${maxBytes} bytes at most`, { code: 'file_too_large', status: 422 });
  }
}

/** Whose uploads are counted. */
export type UploadsOf = 'session' | 'address' | 'person' | 'tenant';

/** More uploads than somebody may begin in an hour. */
export class TooManyUploadsError extends GatewayError {
  constructor(limit: number, per: UploadsOf, retryAfterMs: number) {
    super(`more than ${limit} files an hour ${per === 'tenant' ? 'for' : 'from'} this ${per}`, {
      code: 'too_many_uploads',
      status: 429,
      headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1000))) },
    });
  }
}

/** Unknown, another visitor's, or expired. */
export class FileNotFoundError extends GatewayError {
  constructor(fileId: string) {
    super(`there is no file ${fileId.slice(0, 64)} of yours, or it has expired`, {
      code: 'file_not_found',
      status: 404,
    });
  }
}

/** Not uploaded yet, or being looked at: a moment later it is there. */
export class FilePendingError extends GatewayError {
  constructor(fileId: string) {
    super(`the file ${fileId} has not arrived yet, or is being checked; send the message again`, {
      code: 'file_pending',
      status: 409,
      headers: { 'retry-after': '1' },
    });
  }
}

/** It is not what it said it was, or nothing that is taken. */
export class FileRejectedError extends GatewayError {
  constructor(reason: string, status: 409 | 422 = 422) {
    super(reason, { code: 'file_rejected', status });
  }
}
