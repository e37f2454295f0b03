import { MessageRejected, SESv2Client } from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it } from 'vitest';
import { SesMailer } from '../../src/aws/ses-mailer.ts';

it('names no recipient in the reason why SES refused an email: it is logged', async () => {
  const to = 'ada@example.com';
  const message = `Email address is not verified. These identities failed the check: ${to}, bot@acme.example`;
  const ses = mockClient(SESv2Client);
  ses.rejects(new MessageRejected({ message, $metadata: {} }));
  const mailer = new SesMailer({ AWS_REGION: 'eu-central-1' }, 'bot@acme.example');
  const refused: unknown = await mailer
    .send({ to, subject: 'Hello', text: 'Hello' })
    .catch((e: unknown) => e);
  expect(refused).toMatchObject({
    name: 'MessageRejected',
    message: message.replace(to, '(recipient)'),
  });
  expect(String((refused as Error).stack)).not.toContain(to);
  ses.restore();
});
