import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createAwsClients } from '../../../src/aws/clients.ts';
import { MailsTable } from '../../../src/aws/mails-table.ts';
import { type MailTask, mailLimits } from '../../../src/contract/mail.ts';
import { AnswerLostError, TemporarilyUnavailableError } from '../../../src/domain/errors.ts';
import { type MailPorts, sendMailTask } from '../../../src/operations/mail/send-mail.ts';
import type { Mail } from '../../../src/ports/mails.ts';
import { freshTables } from '../../support/fresh-tables.ts';
import { oneByOne } from '../../support/one-by-one.ts';
import { watchCalls } from '../../support/watched-calls.ts';

const fresh = freshTables();
const order = oneByOne();

/** What becomes of an email at SES. */
type Outcome = 'sent' | 'answer-lost' | 'refused';

/** An environment that loses the answers of some calls, and whose emails fare differently. */
interface Environment {
  readonly lostAt: readonly number[];
  readonly outcomes: readonly Outcome[];
}

function portsOf({ lostAt, outcomes }: Environment, accepted: Mail[]): MailPorts {
  const watched = watchCalls();
  watched.breakCall = ({ index }) => (lostAt.includes(index) ? 'answer-lost' : undefined);
  const { dynamodb } = createAwsClients(
    {
      ...{ AWS_REGION: 'local', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
      AWS_ENDPOINT_URL_DYNAMODB: fresh.url,
    },
    order.behind(watched.requestHandler),
  );
  let sent = 0;
  const ports = {
    mailer: {
      send: async (mail: Mail) => {
        const outcome = outcomes[sent++] ?? 'sent';
        if (outcome === 'refused') throw new TemporarilyUnavailableError();
        accepted.push(mail);
        if (outcome === 'answer-lost') throw new AnswerLostError();
      },
    },
    mails: new MailsTable(dynamodb, fresh.prefix, Date.now),
    conversations: {
      find: async (_: string, conversationId: string) => ({
        ...{ sessionId: 'ada', widgetId: 'shop', conversationId, seenId: '' },
        mail: { email: 'ada@example.com', language: 'en', askedAtMs: 0, confirmedAtMs: 1, page: '', api: '' },
      }),
    },
    directory: {
      findTenant: async () => ({ id: 'acme', name: 'Acme', status: 'active' }),
      findWidget: async () => ({ appearance: { email_replies: true } }),
    },
    log: { info: () => undefined, error: () => undefined },
    nowMs: Date.now,
  };
  return ports as unknown as MailPorts;
}

const environment = fc.record({
  lostAt: fc.uniqueArray(fc.nat(12), { maxLength: 3 }),
  outcomes: fc.array(fc.constantFrom<Outcome>('sent', 'answer-lost', 'refused'), { maxLength: 4 }),
});

let conversations = 0;

it('a conversation gets three emails a day, each once, though environments send at once and answers are lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(environment, { minLength: 2, maxLength: 4 }),
      fc.array(fc.nat(3), { maxLength: 40 }),
      async (environments, picks) => {
        conversations += 1;
        const conversationId = `c-${conversations}`;
        const accepted: Mail[] = [];
        const taskOf = (n: number): MailTask => ({
          ...{ kind: 'mail', what: 'reply', tenantId: 'acme', conversationId, id: `reply.${n}`, sinceMs: 0 },
        });
        // Every environment gets every task, as a queue that delivers at least once may do.
        const send = (faulty: Environment) => async () => {
          const ports = portsOf(faulty, accepted);
          for (const n of [1, 2, 3, 4]) await sendMailTask(ports, taskOf(n)).catch(() => undefined);
        };
        await order.race(environments.map(send), picks);
        expect(accepted.length).toBeLessThanOrEqual(mailLimits.perConversation);
        // Once the faults are over the queue delivers what failed: the day's emails are used up, or nothing is left to send.
        const calm = portsOf({ lostAt: [], outcomes: [] }, accepted);
        for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9]) await sendMailTask(calm, taskOf(n));
        expect(accepted.length).toBeLessThanOrEqual(mailLimits.perConversation);
        const isFaultless = environments.every(
          ({ lostAt, outcomes }) => lostAt.length + outcomes.length === 0,
        );
        if (isFaultless) expect(accepted).toHaveLength(mailLimits.perConversation);
      },
    ),
    { numRuns: 10 },
  );
});
