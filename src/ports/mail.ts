/** A plain-text mail to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends mails to users of the console. */
export interface Mailer {
  /** @throws TemporarilyUnavailableError when it may be tried again, Error when it was refused */
  send(mail: Mail): Promise<void>;
}
