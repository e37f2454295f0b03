type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * How a message joins what was said before of the same request or record, all of which is one line: in the place of a
 * message that it implies, or only where nothing else was said, since its fields tell as much.
 */
export type Joining = { readonly insteadOf: string } | 'if-alone';

/** Structured log; never given secrets, tokens or message text. */
export interface Log {
  info(message: string, fields?: Fields, joining?: Joining): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, error: unknown, fields?: Fields): void;
}
