import type { Mail, Mailer } from '../ports/users.ts';
import { clientOptions, httpHandler, outermost, sayUnavailable } from './clients.ts';

const attemptMs = 3_000;

/** Sends mails by SES; its client is loaded with the first mail, since hardly any invocation sends one. */
export class SesMailer implements Mailer {
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #from: string;

  /** @param from an address whose domain SES has verified */
  constructor(env: Readonly<Record<string, string | undefined>>, from: string) {
    this.#env = env;
    this.#from = from;
  }

  async send({ to, subject, text }: Mail): Promise<void> {
    const { SendEmailCommand, SESv2Client } = await import('@aws-sdk/client-sesv2');
    const client = new SESv2Client(clientOptions(this.#env, 'SESV2', httpHandler(attemptMs)));
    client.middlewareStack.add(sayUnavailable, outermost);
    await client.send(
      new SendEmailCommand({
        FromEmailAddress: this.#from,
        Destination: { ToAddresses: [to] },
        Content: {
          Simple: {
            Subject: { Data: subject, Charset: 'UTF-8' },
            Body: { Text: { Data: text, Charset: 'UTF-8' } },
          },
        },
      }),
    );
  }
}
