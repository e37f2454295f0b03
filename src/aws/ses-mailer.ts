import { AnswerLostError, TemporarilyUnavailableError } from '../domain/errors.ts';
import type { Mail, Mailer } from '../ports/mails.ts';
import { clientOptions, httpHandler, prepareCalls } from './clients.ts';

const attemptMs = 3_000;
const Charset = 'UTF-8';

/** Sends mails by SES; its client is loaded with the first mail, since hardly any invocation sends one. */
export class SesMailer implements Mailer {
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #from: string;
  readonly #configurationSet: string;

  /**
   * @param from an address whose domain SES has verified
   * @param configurationSet publishes bounces and complaints; empty: none
   */
  constructor(env: Readonly<Record<string, string | undefined>>, from: string, configurationSet = '') {
    this.#env = env;
    this.#from = from;
    this.#configurationSet = configurationSet;
  }

  /** Tries once: SES has no idempotency key, and an email whose response was lost may have been sent. */
  async send({ to, subject, text, html, fromName, unsubscribeUrl, tenantId }: Mail): Promise<void> {
    const { SendEmailCommand, SESv2Client } = await import('@aws-sdk/client-sesv2');
    // A client each: a connection kept open while Lambda was frozen may be dead, and nothing is retried.
    const client = new SESv2Client(clientOptions(this.#env, 'SESV2', httpHandler(attemptMs), 1));
    prepareCalls(client.middlewareStack);
    const command = new SendEmailCommand({
      FromEmailAddress: fromName ? `${encodedWord(fromName)} <${this.#from}>` : this.#from,
      Destination: { ToAddresses: [to] },
      Content: {
        Simple: {
          Subject: { Data: subject, Charset },
          Body: { Text: { Data: text, Charset }, ...(html && { Html: { Data: html, Charset } }) },
          ...(unsubscribeUrl && {
            Headers: [
              { Name: 'List-Unsubscribe', Value: `<${unsubscribeUrl}>` },
              { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
            ],
          }),
        },
      },
      ...(this.#configurationSet !== '' && { ConfigurationSetName: this.#configurationSet }),
      ...(tenantId && { EmailTags: [{ Name: 'tenant', Value: tagValue(tenantId) }] }),
    });
    try {
      await client.send(command);
    } catch (error) {
      if (!(error instanceof TemporarilyUnavailableError)) throw withoutRecipient(error, to);
      throw isAnswered(error.cause) ? error : new AnswerLostError({ cause: error.cause });
    }
  }
}

/** SES takes letters, digits, `_` and `-` in a tag: anything else is written as its code. */
const tagValue = (tenantId: string) =>
  tenantId.replace(/[^A-Za-z0-9-]/g, (char) => `_${char.charCodeAt(0).toString(16)}_`);

/** The tenant in a tag. */
export const tenantOfTag = (value: string): string =>
  value.replace(/_([0-9a-f]+)_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** A name in a header may hold any characters. @see RFC 2047 */
function encodedWord(name: string): string {
  // An encoded word holds 45 bytes; cut characters would be unreadable.
  const words: string[] = [];
  let word = '';
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    if (Buffer.byteLength(word + segment) > 45) {
      words.push(word);
      word = '';
    }
    word += segment;
  }
  return [...words, word].map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join(' ');
}

/** SES names the recipient in some refusals, which are logged. */
function withoutRecipient(error: unknown, to: string): Error {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return Object.assign(new Error(message.replaceAll(to, '(recipient)')), { name });
}

/** Whether SES has answered, so that the mail is known not to be sent. */
function isAnswered(error: unknown): boolean {
  const { $metadata = {} } = Object(error) as { readonly $metadata?: { readonly httpStatusCode?: number } };
  return $metadata.httpStatusCode !== undefined && $metadata.httpStatusCode < 500;
}
