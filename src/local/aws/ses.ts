import { createServer } from 'node:http';
import * as z from 'zod/mini';
import type { Mail } from '../../ports/mail.ts';
import { type Endpoint, startEndpoint } from '../listen.ts';
import { readText } from '../read-body.ts';

const text = z.object({ Data: z.string() });
const sendEmail = z.object({
  FromEmailAddress: z.email(),
  Destination: z.object({ ToAddresses: z.array(z.email()).check(z.minLength(1), z.maxLength(50)) }),
  Content: z.object({ Simple: z.object({ Subject: text, Body: z.object({ Text: text }) }) }),
});

/**
 * SES as far as it is used: `SendEmail` of plain text.
 * @see https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
 */
export async function startSes(sendMail: (mail: Mail) => void): Promise<Endpoint> {
  const server = createServer(async (request, response) => {
    const reply = (status: number, body: object, headers = {}) =>
      void response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body));
    const refuse = (type: string, message: string) =>
      reply(type === 'NotFoundException' ? 404 : 400, { message }, { 'x-amzn-errortype': type });
    if (request.method !== 'POST' || request.url !== '/v2/email/outbound-emails')
      return refuse('NotFoundException', 'this operation is not known here');
    const body = sendEmail.safeParse(parsed(await readText(request)));
    if (!body.success) return refuse('BadRequestException', body.error.message);
    const { Destination, Content } = body.data;
    const { Subject, Body } = Content.Simple;
    for (const to of Destination.ToAddresses) sendMail({ to, subject: Subject.Data, text: Body.Text.Data });
    return reply(200, { MessageId: crypto.randomUUID() });
  });
  return startEndpoint(server);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
