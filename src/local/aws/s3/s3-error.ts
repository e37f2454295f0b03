/** An error as S3 says it: a status, and a code in XML. @see https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const accessDenied = (message = 'Access Denied') => new S3Error(403, 'AccessDenied', message);
export const noSuchKey = () => new S3Error(404, 'NoSuchKey', 'The specified key does not exist.');

/** Text as it may stand in XML. */
export const xml = (text: string) => text.replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`);

export const errorBody = ({ code, message }: S3Error) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${xml(code)}</Code><Message>${xml(message)}</Message></Error>`;
