type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Structured log; never given secrets, tokens or message text. */
export interface Log {
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, error: unknown, fields?: Fields): void;
}
