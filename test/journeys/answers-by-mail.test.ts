import { randomUUID } from 'node:crypto';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { ContactsTable } from '../../src/aws/contacts-table.ts';
import { mailLimits } from '../../src/contract/mail.ts';
import { conversationIdentity } from '../../src/domain/contact.ts';
import { assignHandoff } from '../../src/operations/handoff/assign-handoff.ts';
import { readAdmins } from '../../src/operations/users/user-administration.ts';
import { maria } from '../support/desk.ts';
import { type Mailbox, startMailbox } from '../support/mailbox.ts';

let box: Mailbox;
beforeAll(async () => {
  box = await startMailbox();
});
afterAll(() => box.desk.stack.stop());
// All ask from one address, which may do so twenty times an hour.
beforeEach(() => {
  box.desk.clock.aheadMs += mailLimits.hourMs;
});

const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code];

/** The visitor looks at the end of the conversation, until it changes hands. */
async function looks({ conversationId, poll, log }: Awaited<ReturnType<Mailbox['visitor']>>): Promise<void> {
  const { desk } = box;
  const after = (await log()).at(-1)?.id ?? '';
  const { tag = '' } = (await poll()).handoff ?? {};
  const held = poll({ after, seen: '1', wait: '1', handoffTag: tag });
  await vi.waitFor(async () => expect((await desk.find(conversationId)).seenId).toBe(after));
  await desk.as(maria).assign(conversationId, { queue: 'default' });
  await held;
}

describe('a visitor who wants replies by email', () => {
  it('confirms the address by a click, and gets a link, no text, two minutes after an unread reply', async () => {
    const { desk } = box;
    const visitor = await box.visitor({ confirms: false });
    const { email, conversationId } = visitor;
    expect(box.mailsTo(email).map(({ subject }) => subject)).toEqual(['Confirm your email address']);
    // Opening the link changes nothing; pressing the button does.
    const shown = await fetch(box.linkIn(email));
    expect(await shown.text()).toContain(`Send replies from Acme support to ${email}?`);
    expect((await visitor.poll()).emailConfirmed).toBeUndefined();
    const pressed = await fetch(box.linkIn(email), { method: 'POST' });
    expect(await pressed.text()).toContain('Your address is confirmed.');
    expect((await visitor.poll()).emailConfirmed).toBe(true);
    await desk.stack.drain();
    const { dynamodb } = createAwsClients(desk.stack.env);
    const contacts = new ContactsTable(dynamodb, String(desk.stack.env.TABLE_PREFIX), desk.nowMs);
    const [owner] = await contacts.owners('acme', [conversationIdentity(conversationId)]);
    expect(await contacts.find('acme', owner?.contactId ?? '')).toMatchObject({ confirmed: { email } });
    await desk.as(maria).reply(conversationId, 'A secret answer.');
    await desk.pass(1);
    expect(box.mailsTo(email)).toHaveLength(1);
    await desk.pass(1.1);
    const [, told, ...more] = box.mailsTo(email);
    expect([told?.subject, more]).toEqual(['New reply from Acme support', []]);
    expect(`${told?.text}${told?.html}`).not.toContain('secret answer');
    expect(`${told?.text}${told?.html}`).not.toContain(visitor.session);
    expect(told?.unsubscribeUrl).toMatch(/\/v1\/mail\?token=/);
    expect(box.linkIn(email)).toMatch(`${box.page}#chat-link=`);
    // Nothing more, however often the schedule comes.
    await desk.pass(5);
    expect(box.mailsTo(email)).toHaveLength(2);
  });

  it('gets no email about a reply that they have seen, or after which they wrote', async () => {
    const { desk } = box;
    const reader = await box.visitor();
    const writer = await box.visitor();
    for (const { conversationId } of [reader, writer])
      await desk.as(maria).reply(conversationId, 'Are you there?');
    await writer.says('yes');
    await looks(reader);
    await desk.pass(2.1);
    await desk.pass(5);
    const count = () => [reader, writer].map(({ email }) => box.mailsTo(email).length);
    expect(count()).toEqual([1, 1]);
    // What comes after what was seen is unread again.
    await desk.as(maria).reply(reader.conversationId, 'Seen.');
    await looks(reader);
    await desk.as(maria).reply(reader.conversationId, 'Not seen.');
    await desk.pass(2.1);
    expect(count()).toEqual([2, 1]);
  });

  it('opens the conversation in another browser by the link, which works once', async () => {
    const { desk, post } = box;
    const visitor = await box.visitor();
    await desk.as(maria).reply(visitor.conversationId, 'Hello again.');
    await desk.pass(2.1);
    const token = box.tokenIn(visitor.email);
    const [other, third] = [randomUUID(), randomUUID()];
    const claimed = await post(other, 'claims', { token });
    expect([claimed.status, await claimed.json()]).toEqual([200, { conversationId: visitor.conversationId }]);
    // Its answer may have been lost.
    expect((await post(other, 'claims', { token })).status).toBe(200);
    expect(await codeOf(await post(third, 'claims', { token }))).toEqual([404, 'mail_link_not_found']);
    const of = (session: string) =>
      fetch(`${desk.stack.url}/v1/webchat/${visitor.path}/messages?wait=0`, {
        headers: { 'x-tenant-id': 'acme', 'x-session-id': session },
      });
    expect([(await of(other)).status, (await of(visitor.session)).status]).toEqual([200, 404]);
  });

  it('gets three emails a conversation and day at most, though many environments send at once', async () => {
    const { desk, post } = box;
    const visitor = await box.visitor();
    for (let n = 0; n < 5; n += 1) {
      await desk.as(maria).reply(visitor.conversationId, `Reply ${n}`);
      await desk.pass(2.1);
    }
    await Promise.all([1, 2].map(() => post(visitor.session, `${visitor.path}/transcript`)));
    await desk.stack.drain();
    expect(box.mailsTo(visitor.email)).toHaveLength(mailLimits.perConversation);
  });

  it('gets the transcript at a confirmed address only', async () => {
    const { desk, post } = box;
    const visitor = await box.visitor({ confirms: false, language: 'de' });
    expect(await codeOf(await post(visitor.session, `${visitor.path}/transcript`))).toEqual([
      409,
      'email_not_confirmed',
    ]);
    await fetch(box.linkIn(visitor.email), { method: 'POST' });
    expect((await post(visitor.session, `${visitor.path}/transcript`)).status).toBe(202);
    await desk.stack.drain();
    const sent = box.mailsTo(visitor.email).at(-1);
    expect(sent?.subject).toBe('Ihr Chatverlauf mit Acme support');
    expect(sent?.text).toContain('my order');
    expect(sent?.html).toContain('lang="de"');
  });

  it('gets the transcript whatever the language is called', async () => {
    const { desk, post } = box;
    for (const [language, subject] of [
      ['de_DE', 'Ihr Chatverlauf mit Acme support'],
      ['no tag!', 'Your chat with Acme support'],
    ] as const) {
      const visitor = await box.visitor({ language });
      await post(visitor.session, `${visitor.path}/transcript`);
      await desk.stack.drain();
      expect(box.mailsTo(visitor.email).at(-1)?.subject).toBe(subject);
    }
  });

  it('ends the conversation: the agent has it no more, and repeating it changes nothing', async () => {
    const { desk, post } = box;
    const visitor = await desk.begin();
    await desk.as(maria).take(visitor.conversationId);
    const end = () => post(visitor.session, `conversations/${visitor.conversationId}/end`);
    expect([(await end()).status, (await end()).status]).toEqual([204, 204]);
    const { state, handoff, lastHandoff } = await desk.find(visitor.conversationId);
    expect([state?.status, handoff, lastHandoff?.outcome]).toEqual(['completed', null, 'visitor']);
    const ends = visitor.events().filter(({ type }) => type === 'HandoffEnded');
    expect(new Set(ends.map(({ detail }) => detail.eventId)).size).toBe(1);
    const flowOnly = await desk.begin(['hello']);
    expect((await post(flowOnly.session, `conversations/${flowOnly.conversationId}/end`)).status).toBe(204);
    const after = (await flowOnly.log()).at(-1)?.id ?? '';
    expect((await flowOnly.poll({ after })).status).toBe('completed');
    // The next message starts anew.
    expect((await flowOnly.says('hello')).replies[0].text).toBe('How can I help?');
  });

  it('stops all emails by one click, by a bounce or by a complaint', async () => {
    const { desk, post } = box;
    const [leaver, bounced, full] = [await box.visitor(), await box.visitor(), await box.visitor()];
    const unsubscribe = box.mailsTo(leaver.email)[0]?.unsubscribeUrl ?? '';
    const oneClick = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
    expect((await fetch(unsubscribe, oneClick)).status).toBe(200);
    const bounce = (email: string, bounceType: string) => ({
      source: 'aws.ses',
      detail: {
        eventType: 'Bounce',
        bounce: { bounceType, bouncedRecipients: [{ emailAddress: email }] },
        mail: { tags: { tenant: ['acme'] } },
      },
    });
    for (const event of [bounce(bounced.email.toUpperCase(), 'Permanent'), bounce(full.email, 'Transient')])
      await desk.stack.clients.sqs.send(
        new SendMessageCommand({
          QueueUrl: desk.stack.env.RUNS_QUEUE_URL,
          MessageBody: JSON.stringify(event),
        }),
      );
    await desk.stack.drain();
    for (const { session, path } of [leaver, bounced, full]) await post(session, `${path}/transcript`);
    await desk.stack.drain();
    const counts = [leaver, bounced, full].map(({ email }) => box.mailsTo(email).length);
    expect(counts).toEqual([1, 1, 2]);
    const again = await fetch(unsubscribe, { method: 'POST', body: new URLSearchParams({ again: '1' }) });
    expect(await again.text()).toContain('You will get emails from Acme support again.');
  });
});

describe('an agent', () => {
  it('gets an email about an assignment that they have not seen for ten minutes, and none if their inbox was open', async () => {
    const { desk } = box;
    const [userId = ''] = (await readAdmins(desk.ports, 'acme')).ids;
    const email = 'admin@acme.example';
    const assign = async () => {
      const { conversationId } = await desk.begin();
      await desk.as(maria).take(conversationId);
      await assignHandoff(desk.ports, {
        ...{
          tenantId: 'acme',
          conversationId,
          to: { user: userId },
          caller: { owner: maria, isAdmin: true },
        },
        ...{ turnId: `desk-${conversationId}`, correlationId: 'assign', baseUrl: desk.stack.url },
        ifMatch: await desk.tag(conversationId),
      });
    };
    await assign();
    await desk.pass(9);
    expect(box.mailsTo(email)).toEqual([]);
    await desk.pass(1.5);
    expect(box.mailsTo(email).map(({ subject }) => subject)).toEqual(['A conversation was assigned to you']);
    expect(box.mailsTo(email)[0]?.unsubscribeUrl).toContain('/v1/mail?token=');
    await assign();
    await desk.ports.presence.note('acme', userId, true);
    await desk.pass(11);
    expect(box.mailsTo(email)).toHaveLength(1);
  });
});

describe('what strangers try with emails', () => {
  it('makes the gateway email somebody once, however many sessions ask, and tells none of them anything', async () => {
    const { post } = box;
    const email = box.newEmail();
    const answers: string[] = [];
    for (const typed of [email, email.toUpperCase(), email, email]) {
      const { conversationId, session } = await box.desk.begin(['hello']);
      const answer = await post(session, `conversations/${conversationId}/email`, {
        email: typed,
        page: box.page,
      });
      answers.push(`${answer.status} ${await answer.text()}`);
      await box.desk.stack.drain();
    }
    const unknown = await box.visitor({ confirms: false });
    expect(unknown.email).not.toBe(email);
    expect(new Set(answers)).toEqual(new Set(['202 {"status":"sent"}']));
    expect([...box.mailsTo(email), ...box.mailsTo(email.toUpperCase())]).toHaveLength(1);
  });

  it('is answered for a confirmed, an unsubscribed and an unknown address alike', async () => {
    const { desk, post } = box;
    const confirmed = await box.visitor();
    const gone = await box.visitor();
    await fetch(box.mailsTo(gone.email)[0]?.unsubscribeUrl ?? '', { method: 'POST' });
    const answers = [];
    for (const email of [confirmed.email, gone.email, box.newEmail()]) {
      const { conversationId, session } = await desk.begin(['hello']);
      const answer = await post(session, `conversations/${conversationId}/email`, { email, page: box.page });
      answers.push([answer.status, await answer.json()]);
    }
    expect(answers).toEqual(answers.map(() => [202, { status: 'sent' }]));
  });

  it('takes over no conversation by an address, a guessed token, one of another kind or one that has expired', async () => {
    const { desk, post } = box;
    const victim = await box.visitor();
    const thief = await desk.begin(['hello']);
    // The victim's address in the thief's conversation opens nothing of the victim's.
    await post(thief.session, `conversations/${thief.conversationId}/email`, {
      email: victim.email,
      page: box.page,
    });
    expect(
      (await post(thief.session, `${victim.path}/email`, { email: box.newEmail(), page: box.page })).status,
    ).toBe(404);
    expect((await post(thief.session, `${victim.path}/end`)).status).toBe(404);
    expect((await post(thief.session, `${victim.path}/transcript`)).status).toBe(404);
    const unsubscribe = box.mailsTo(victim.email)[0]?.unsubscribeUrl?.split('token=')[1] ?? '';
    await desk.as(maria).reply(victim.conversationId, 'Hello.');
    await desk.pass(2.1);
    const link = box.tokenIn(victim.email);
    desk.clock.aheadMs += mailLimits.linkMs;
    const guessed = `${'A'.repeat(43)}.acme`;
    for (const token of [guessed, unsubscribe, link, `${link}x`, '.', '😀'])
      expect(await codeOf(await post(thief.session, 'claims', { token }))).toEqual([
        404,
        'mail_link_not_found',
      ]);
    // Links that were sent to an address that the visitor has replaced.
    const moved = await box.visitor();
    await desk.as(maria).reply(moved.conversationId, 'Hello.');
    await desk.pass(2.1);
    const before = box.tokenIn(moved.email);
    await post(moved.session, `${moved.path}/email`, { email: box.newEmail(), page: box.page });
    expect(await codeOf(await post(thief.session, 'claims', { token: before }))).toEqual([
      404,
      'mail_link_not_found',
    ]);
    const pageOf = async (token: string) => (await fetch(`${desk.stack.url}/v1/mail?token=${token}`)).status;
    expect([await pageOf(guessed), await pageOf(link), await pageOf('')]).toEqual([404, 404, 404]);
  });

  it('leads to no page of another site, and asks no more than six times an hour', async () => {
    const { desk, post } = box;
    const { conversationId, session } = await desk.begin(['hello']);
    const ask = (body: object) => post(session, `conversations/${conversationId}/email`, body);
    expect(await codeOf(await ask({ email: box.newEmail(), page: 'https://evil.example/' }))).toEqual([
      400,
      'invalid_body',
    ]);
    for (const email of ['no', 'a@b', 'a@b.example\r\nBcc: c@d.example', null])
      expect((await ask({ email, page: box.page })).status).toBe(400);
    const statuses = [];
    for (let n = 0; n < 8; n += 1)
      statuses.push((await ask({ email: box.newEmail(), page: box.page })).status);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 202, 429, 429]);
  });
});
