import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { contactConversationsPage, contactsPage, contactView } from '../../../src/contract/admin/contacts.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../../support/cloud-api.ts';
import { shareAdminApi } from '../../support/start-admin-api.ts';
import { storedItems } from '../../support/stored-items.ts';

const shared = shareAdminApi();
const agent = () => shared.api.as('editor');
const admin = () => shared.api.as('admin');

/** Writes as a visitor. @returns the conversation */
async function write(user: object, session: string = randomUUID()): Promise<string> {
  const headers = { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': session };
  const body = { text: 'hello', attachments: [], user };
  const answer = await shared.api.post('/v1/webchat/messages', body, headers);
  expect(answer.status).toBe(200);
  await shared.api.drain();
  return String((await answer.json()).conversationId);
}

async function contactOf(conversationId: string) {
  const { body } = await agent()('GET', `/contacts?conversation=${conversationId}`);
  return contactsPage.parse(body).items[0];
}

it('a visitor who leaves a name becomes a contact, whom agents complete without a conflict with new messages', async () => {
  const session = randomUUID();
  const user = { id: 'x', firstName: 'Ada', email: 'ada@example.com' };
  const conversationId = await write(user, session);
  const found = await contactOf(conversationId);
  expect(found).toMatchObject({ name: 'Ada', email: 'ada@example.com', verified: false });
  const path = `/contacts/${found?.id}`;
  const read = await agent()('GET', path);
  await write(user, session);
  const patch = {
    ...{ name: 'Ada Lovelace', phone: '+4930123456', language: 'de' },
    ...{ labels: ['vip'], attributes: { plan: 'pro' } },
  };
  const changed = await agent()('PATCH', path, { body: patch, headers: { 'if-match': read.etag } });
  expect(contactView.parse(changed.body)).toMatchObject({ ...patch, email: 'ada@example.com' });
  const stale = await agent()('PATCH', path, { body: { name: 'Eve' }, headers: { 'if-match': read.etag } });
  expect([stale.status, stale.body.current.name]).toEqual([412, 'Ada Lovelace']);
  expect((await agent()('PATCH', path, { body: { name: 'Eve' } })).status).toBe(428);
  await write({ ...user, firstName: 'Adele' }, session);
  expect(await contactOf(conversationId)).toMatchObject({ name: 'Ada Lovelace', labels: ['vip'] });
  const { body } = await agent()('GET', `${path}/conversations?limit=1`);
  expect(contactConversationsPage.parse(body).items).toMatchObject([{ conversationId, channel: 'webchat' }]);
});

it('an anonymous visitor is no contact until an agent adds one, once', async () => {
  const conversationId = await write({ id: 'x' });
  expect(await contactOf(conversationId)).toBeUndefined();
  const contact = { name: 'From the fair', language: 'fr' };
  const added = await agent()('POST', '/contacts', { body: { ...contact, conversationId } });
  expect([added.status, added.body]).toEqual([201, expect.objectContaining(contact)]);
  expect((await contactOf(conversationId))?.id).toBe(added.body.id);
  const again = await agent()('POST', '/contacts', { body: { name: 'Again', conversationId } });
  expect([again.status, again.body.code]).toEqual([409, 'already_exists']);
  const unknown = await agent()('POST', '/contacts', { body: { conversationId: 'unknown' } });
  expect(unknown.body.code).toBe('conversation_not_found');
});

it('visitors who say they are the same person are two contacts', async () => {
  const user = { id: 'same', firstName: 'Ben', email: 'ben@example.com' };
  const [one, other] = [await contactOf(await write(user)), await contactOf(await write(user))];
  expect(one?.id).toBeDefined();
  expect(one?.id).not.toBe(other?.id);
});

it('a WhatsApp user is one contact, with number and profile name', async () => {
  await postCloudApi(shared.api, cloudApiBody({ messages: [textMessage('4915199988877', 'hello')] }));
  await shared.api.drain();
  await shared.api.drain();
  const { body } = await agent()('GET', '/contacts?limit=100');
  const found = contactsPage.parse(body).items.filter(({ phone }) => phone === '+4915199988877');
  expect(found).toMatchObject([{ channels: ['chatapp'], verified: true }]);
  const view = contactView.parse((await agent()('GET', `/contacts/${found[0]?.id}`)).body);
  expect(view.identities).toContainEqual({ kind: 'phone', id: '4915199988877', place: null });
});

it('the list has every contact once, page by page, the latest seen first, and another tenant has none', async () => {
  for (const name of ['c1', 'c2', 'c3', 'c4', 'c5']) await agent()('POST', '/contacts', { body: { name } });
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `/contacts?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const page = contactsPage.parse((await agent()('GET', path)).body);
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.cursor;
  }
  const whole = contactsPage.parse((await agent()('GET', '/contacts?limit=100')).body).items;
  expect(ids.length).toBeGreaterThanOrEqual(5);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(ids)).toEqual(new Set(whole.map(({ id }) => id)));
  const headers = { 'x-tenant-id': 'globex' };
  const other = (method: string, path: string) => shared.api.as('super-admin')(method, path, { headers });
  expect((await other('GET', `/contacts/${ids[0]}`)).body.code).toBe('contact_not_found');
  expect((await other('DELETE', `/contacts/${ids[0]}`)).body.code).toBe('contact_not_found');
});

it('erasing a contact leaves nothing of the person in contacts, lists, exports and tables', async () => {
  const mark = `Zoe-${randomUUID()}`;
  const conversationId = await write({ id: mark, firstName: mark, email: `${mark}@example.com` });
  const found = await contactOf(conversationId);
  const path = `/contacts/${found?.id}`;
  const { etag } = await agent()('GET', path);
  await agent()('PATCH', path, { body: { attributes: { note: mark } }, headers: { 'if-match': etag } });
  const exported = JSON.stringify((await admin()('GET', `${path}/export`)).body);
  expect(exported).toContain(mark);
  expect(exported).toContain('hello');
  expect((await agent()('DELETE', path)).status).toBe(403);
  expect((await admin()('DELETE', path)).body).toMatchObject({ done: true, conversations: 1 });
  expect((await agent()('GET', path)).body.code).toBe('contact_not_found');
  expect((await admin()('GET', `${path}/export`)).body.code).toBe('contact_not_found');
  const stored = await storedItems(shared.api);
  const left = stored.filter(({ item }) => JSON.stringify(item).includes(mark));
  expect(left.map(({ table }) => table)).toEqual([]);
  await shared.api.drain();
  expect(await contactOf(conversationId)).toBeUndefined();
});

const foundBy = async (q: string, as = agent()) => {
  const { body } = await as('GET', `/contacts?q=${encodeURIComponent(q)}`);
  return contactsPage.parse(body).items.map(({ name }) => name);
};

it('a contact without a conversation is found by name, email address, phone number and ID, until it is erased', async () => {
  const body = { name: 'Zoë Quillfeather', email: 'zoe@quill.example', phone: '+49 (170) 555-0199' };
  const added = await agent()('POST', '/contacts', { body });
  const id = String(added.body.id);
  await shared.api.drain();
  for (const q of ['zoe quill', 'QUILLFEATHER', 'zoe@quill', '491705550199', '0170', id.slice(0, 20)])
    expect([q, await foundBy(q)]).toEqual([q, q === '0170' ? [] : ['Zoë Quillfeather']]);
  const superAdmin = shared.api.as('super-admin');
  const globex = (method: string, path: string) =>
    superAdmin(method, path, { headers: { 'x-tenant-id': 'globex' } });
  expect(await foundBy('quill', globex as ReturnType<typeof agent>)).toEqual([]);
  const { etag } = await agent()('GET', `/contacts/${id}`);
  await agent()('PATCH', `/contacts/${id}`, { body: { name: 'Zoë Marten' }, headers: { 'if-match': etag } });
  await shared.api.drain();
  expect([await foundBy('quillfeather'), await foundBy('zoe marten')]).toEqual([[], ['Zoë Marten']]);
  expect((await agent()('GET', '/contacts?q=%E2%80%8B')).body.code).toBe('invalid_parameter');
  await admin()('DELETE', `/contacts/${id}`);
  expect(await foundBy('marten')).toEqual([]);
  const left = (await storedItems(shared.api)).filter(({ item }) =>
    /zoe marten|quill/i.test(JSON.stringify(item)),
  );
  expect(left).toEqual([]);
});

it('a visitor who left a name is found as a contact, page by page with the others', async () => {
  for (const n of [1, 2, 3]) await write({ id: `w${n}`, firstName: `Wallaby ${n}` });
  await shared.api.drain();
  expect((await foundBy('wallaby')).sort()).toEqual(['Wallaby 1', 'Wallaby 2', 'Wallaby 3']);
  const first = contactsPage.parse((await agent()('GET', '/contacts?q=wallaby&limit=2')).body);
  const path = `/contacts?q=wallaby&limit=2&cursor=${encodeURIComponent(String(first.cursor))}`;
  const second = contactsPage.parse((await agent()('GET', path)).body);
  expect([first.items.length, second.items.length, second.cursor]).toEqual([2, 1, null]);
});
