import { randomUUID } from 'node:crypto';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { ContactsTable } from '../../src/aws/contacts-table.ts';
import { InboxFeedTable } from '../../src/aws/inbox-tables.ts';
import { limits } from '../../src/contract/limits.ts';
import { mailLimits } from '../../src/contract/mail.ts';
import { conversationIdentity } from '../../src/domain/contact.ts';
import { assignHandoff } from '../../src/operations/handoff/assign-handoff.ts';
import { pollInbox } from '../../src/operations/handoff/poll-inbox.ts';
import { writeNote } from '../../src/operations/handoff/write-note.ts';
import { readAdmins } from '../../src/operations/users/user-administration.ts';
import { say } from '../support/conversation.ts';
import { maria } from '../support/inbox.ts';
import { type Mailbox, startMailbox } from '../support/mailbox.ts';
import { tokenOf } from '../support/visitor-token.ts';

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

  it('gets three emails a conversation and day at most', async () => {
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
    await desk.as(maria).reply(visitor.conversationId, 'It has **arrived**.');
    expect((await post(visitor.session, `${visitor.path}/transcript`)).status).toBe(202);
    await desk.stack.drain();
    const sent = box.mailsTo(visitor.email).at(-1);
    expect(sent?.subject).toBe('Ihr Chatverlauf mit Acme support');
    expect(sent?.text).toContain('my order');
    expect(sent?.text).toContain('It has arrived.');
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
    // SES's mailbox simulator bounces and complains: its events take the way of a deployment.
    const simulated = (to: string) => box.visitor({ email: `${to}+${randomUUID()}@simulator.amazonses.com` });
    const [leaver, full] = [await box.visitor(), await box.visitor()];
    const [bounced, complainer] = [await simulated('bounce'), await simulated('complaint')];
    const unsubscribe = box.mailsTo(leaver.email)[0]?.unsubscribeUrl ?? '';
    const oneClick = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
    expect((await fetch(unsubscribe, oneClick)).status).toBe(200);
    const transient = {
      source: 'aws.ses',
      detail: {
        eventType: 'Bounce',
        bounce: { bounceType: 'Transient', bouncedRecipients: [{ emailAddress: full.email }] },
        mail: { tags: { tenant: ['acme'] } },
      },
    };
    const MessageBody = JSON.stringify(transient);
    const QueueUrl = desk.stack.env.RUNS_QUEUE_URL;
    await desk.stack.clients.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
    await desk.stack.drain();
    const all = [leaver, bounced, complainer, full];
    for (const { session, path } of all) await post(session, `${path}/transcript`);
    await desk.stack.drain();
    expect(all.map(({ email }) => box.mailsTo(email).length)).toEqual([1, 1, 1, 2]);
    // In any spelling, and from any conversation.
    const other = await desk.begin();
    for (const email of [bounced.email, complainer.email.toUpperCase()])
      await post(other.session, `conversations/${other.conversationId}/email`, { email, page: box.page });
    await desk.stack.drain();
    expect(box.mailsTo(bounced.email)).toHaveLength(1);
    expect(box.mailsTo(complainer.email.toUpperCase())).toEqual([]);
    // Nobody subscribes again for an address that bounced or complained.
    for (const { email } of [bounced, complainer]) {
      const url = box.mailsTo(email)[0]?.unsubscribeUrl ?? '';
      await fetch(url, { method: 'POST', body: new URLSearchParams({ again: '1' }) });
    }
    for (const { session, path } of [bounced, complainer]) await post(session, `${path}/transcript`);
    await desk.stack.drain();
    expect(all.map(({ email }) => box.mailsTo(email).length)).toEqual([1, 1, 1, 2]);
    const again = await fetch(unsubscribe, { method: 'POST', body: new URLSearchParams({ again: '1' }) });
    expect(await again.text()).toContain('You will get emails from Acme support again.');
  });
});

describe('a visitor whom the site vouches for', () => {
  it('confirms nothing: replies are announced at the address in the token, and the link opens only for them', async () => {
    const { desk } = box;
    const session = randomUUID();
    const email = box.newEmail();
    const token = () => tokenOf({ sub: `ada-${email}`, email, exp: Math.floor(desk.nowMs() / 1000) + 600 });
    const vouched = () => ({
      'x-tenant-id': 'acme',
      'x-widget-id': 'acme-web',
      'x-session-id': session,
      'x-visitor-token': token(),
    });
    let conversationId = '';
    for (const word of ['hello', 'my order'])
      ({ conversationId } = await (await say(desk.stack, session, word, vouched())).json());
    const ask = (body: object, headers: Record<string, string>) =>
      desk.stack.post(
        `/v1/webchat/conversations/${conversationId}/email`,
        { page: box.page, ...body },
        headers,
      );
    // Without the token it is nobody's conversation.
    const { 'x-visitor-token': _, ...anonymous } = vouched();
    expect((await ask({}, anonymous)).status).toBe(404);
    const asked = await ask({}, vouched());
    expect([asked.status, await asked.json()]).toEqual([202, { status: 'confirmed' }]);
    await desk.as(maria).reply(conversationId, 'Here it is.');
    await desk.pass(2.1);
    expect(box.mailsTo(email).map(({ subject }) => subject)).toEqual(['New reply from Acme support']);
    const link = { token: box.tokenIn(email) };
    expect(await codeOf(await box.post(randomUUID(), 'claims', link))).toEqual([
      404,
      'conversation_not_found',
    ]);
    const elsewhere = { ...vouched(), 'x-session-id': randomUUID() };
    expect((await desk.stack.post('/v1/webchat/claims', link, elsewhere)).status).toBe(200);
    // Another address than the token's has to be confirmed.
    const other = box.newEmail();
    expect(await (await ask({ email: other }, vouched())).json()).toEqual({ status: 'sent' });
    await desk.stack.drain();
    expect(box.mailsTo(other).map(({ subject }) => subject)).toEqual(['Confirm your email address']);
  });
});

describe('a visitor who waits', () => {
  it('learns that no agent of the queue is available, and when one becomes available', async () => {
    const { desk } = box;
    const [userId = ''] = (await readAdmins(desk.ports, 'acme')).ids;
    // What an environment has read is kept for half a minute.
    const pass = () => (desk.clock.aheadMs += limits.attendanceCacheMs);
    await desk.ports.presence.note('acme', userId, false);
    pass();
    const { poll } = await desk.begin();
    const alone = (await poll()).handoff;
    expect(alone).toMatchObject({ state: 'waiting', unattended: true });
    await desk.ports.presence.note('acme', userId, true);
    pass();
    const held = await poll({ wait: '1', after: (await poll()).after ?? '', handoffTag: alone?.tag ?? '' });
    expect(held.handoff).toMatchObject({ state: 'waiting' });
    expect(held.handoff?.unattended).toBeUndefined();
    await desk.ports.presence.note('acme', userId, false);
  });
});

describe('an agent', () => {
  const email = 'admin@acme.example';
  let userId = '';
  beforeAll(async () => {
    [userId = ''] = (await readAdmins(box.desk.ports, 'acme')).ids;
  });
  const subjects = () => box.mailsTo(email).map(({ subject }) => subject);
  const requestBy = async (conversationId: string) => ({
    ...{ tenantId: 'acme', conversationId, caller: { owner: maria, isAdmin: true } },
    ...{ turnId: `desk-${randomUUID()}`, correlationId: 'alert', baseUrl: box.desk.stack.url },
    ifMatch: await box.desk.tag(conversationId),
  });
  async function assigned() {
    const { conversationId } = await box.desk.begin();
    await box.desk.as(maria).take(conversationId);
    await assignHandoff(box.desk.ports, { ...(await requestBy(conversationId)), to: { user: userId } });
    return conversationId;
  }
  /** The agent's inbox is open, with this conversation in it. */
  const open = (conversationId: string) => {
    const { ports, stack, nowMs } = box.desk;
    const feed = new InboxFeedTable(stack.clients.dynamodb, String(stack.env.TABLE_PREFIX), nowMs);
    const watched = { conversationId, after: null, typing: false };
    const asked = { tenantId: 'acme', userId, cursor: null, watched, isAway: false, waits: false };
    return pollInbox({ ...ports, feed }, asked);
  };

  it('gets an email about an assignment unless they open that conversation within ten minutes', async () => {
    const { desk } = box;
    const before = subjects().length;
    const unseen = await assigned();
    await desk.pass(9);
    expect(subjects()).toHaveLength(before);
    // The inbox is open, at another conversation.
    await open((await desk.begin()).conversationId);
    await desk.pass(1.5);
    expect(subjects().slice(before)).toEqual(['A conversation was assigned to you']);
    expect(box.mailsTo(email).at(-1)?.text).toContain(`/inbox/${unseen}`);
    expect(box.mailsTo(email).at(-1)?.unsubscribeUrl).toContain('/v1/mail?token=');
    await open(await assigned());
    await desk.pass(11);
    expect(subjects()).toHaveLength(before + 1);
  });

  it('gets one about a mention, without its text, unless they open that conversation', async () => {
    const { desk } = box;
    const before = subjects().length;
    const mention = async () => {
      const { conversationId } = await desk.begin();
      const note = { text: 'A secret for @Admin', mention: [userId] };
      await writeNote(desk.ports, { ...(await requestBy(conversationId)), note });
      return conversationId;
    };
    await mention();
    await open(await mention());
    await desk.pass(11);
    expect(subjects().slice(before)).toEqual(['You were mentioned in a conversation']);
    const { text, html } = box.mailsTo(email).at(-1) ?? {};
    expect(`${text}${html}`).not.toContain('secret');
    // One click ends them for this agent.
    await fetch(box.mailsTo(email).at(-1)?.unsubscribeUrl ?? '', { method: 'POST' });
    await mention();
    await desk.pass(11);
    expect(subjects()).toHaveLength(before + 1);
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
    const nameless = await desk.begin(['hello']);
    const { session: of, conversationId: id } = nameless;
    expect(await codeOf(await post(of, `conversations/${id}/email`, { page: box.page }))).toEqual([
      422,
      'email_missing',
    ]);
    const refused = async (request: () => Promise<Response>) => {
      for (let n = 0; n <= mailLimits.requestsPerAddress; n += 1) {
        const { status } = await request();
        if (status === 429) return n;
      }
      return null;
    };
    const token = `${'A'.repeat(43)}.acme`;
    expect(await refused(() => post(of, 'claims', { token }))).toBe(mailLimits.requestsPerAddress);
    const { session: known, path } = await box.visitor();
    expect(await refused(() => post(known, `${path}/transcript`))).toBeLessThan(
      mailLimits.requestsPerSession,
    );
  });
});
