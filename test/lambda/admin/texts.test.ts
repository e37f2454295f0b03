import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { savedRepliesPage } from '../../../src/contract/admin/texts.ts';
import { filled, unfilled } from '../../../src/contract/directory.ts';
import { say } from '../../support/conversation.ts';
import { shareAdminApi } from '../../support/start-admin-api.ts';

const shared = shareAdminApi();
const once = () => ({ 'idempotency-key': randomUUID() });
const body = {
  name: 'Where is it',
  text: 'Hello {{ user.firstName | there }}, you reach me as {{ user.email }}.',
};

describe('a saved reply', () => {
  it('is created, changed by a user who has read it, found by all agents, and deleted; each with its entry in the audit log', async () => {
    const [editor, admin] = [shared.api.as('editor'), shared.api.as('admin')];
    const headers = once();
    const made = await editor('POST', '/texts', { body, headers });
    expect([made.status, made.body]).toMatchObject([201, { ...body, language: null }]);
    const again = await editor('POST', '/texts', { body, headers });
    expect([again.status, again.body.id]).toEqual([201, made.body.id]);
    const path = `/texts/${made.body.id}`;
    expect((await admin('PUT', path, { body })).status).toBe(428);
    const ifMatch = { headers: { 'if-match': made.etag } };
    const changed = await admin('PUT', path, { body: { ...body, language: 'en' }, ...ifMatch });
    expect([changed.status, changed.body.language]).toEqual([200, 'en']);
    const late = await editor('PUT', path, { body, ...ifMatch });
    expect([late.status, late.body.current.language]).toEqual([412, 'en']);
    const { items } = savedRepliesPage.parse((await editor('GET', '/texts')).body);
    expect(items.map(({ id }) => id)).toContain(made.body.id);
    const abroad = await shared.api.as('super-admin')('GET', '/texts', {
      headers: { 'x-tenant-id': 'globex' },
    });
    expect(abroad.body.items).toEqual([]);
    const gone = await editor('DELETE', path, { headers: { 'if-match': changed.etag } });
    expect([gone.status, (await editor('DELETE', path, ifMatch)).body.code]).toEqual([204, 'text_not_found']);
    const { body: audit } = await admin('GET', `/audit?resource=text:${made.body.id}`);
    expect(audit.items.map(({ action }: { action: string }) => action)).toEqual([
      'text.delete',
      'text.save',
      'text.create',
    ]);
  });

  it('is refused with an unknown placeholder', async () => {
    const answer = await shared.api.as('editor')('POST', '/texts', {
      body: { ...body, text: 'Order {{ order }} for {{ user.firstName }}' },
      headers: once(),
    });
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ path: 'text' }]]);
  });

  it('is sent by its ID, filled with known and given values; a placeholder without one is refused by name', async () => {
    const editor = shared.api.as('editor');
    const { id } = (await editor('POST', '/texts', { body, headers: once() })).body;
    const { conversationId } = await (await say(shared.api, randomUUID(), 'agent')).json();
    const path = `/conversations/${conversationId}/handoff`;
    const taken = await editor('POST', `${path}/take`, { body: { takeOver: true }, headers: once() });
    const reply = (canned: object) =>
      editor('POST', `${path}/reply`, { body: { canned }, headers: { ...once(), 'if-match': taken.etag } });
    const refused = await reply({ id });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ path: 'canned.variables.user.email', message: 'nothing fills it' }],
    ]);
    const said = await reply({ id, variables: { 'user.email': 'a@b.example' } });
    expect([said.status, said.body.message.text]).toEqual([201, 'Hello there, you reach me as a@b.example.']);
    const braces = { 'user.firstName': '{{ user.phone }}', 'user.email': 'a@b.example' };
    const asWritten = await reply({ id, variables: braces });
    expect([asWritten.status, asWritten.body.message?.text]).toEqual([
      201,
      'Hello {{ user.phone }}, you reach me as a@b.example.',
    ]);
    expect((await reply({ id: 'none' })).body.code).toBe('text_not_found');
    const both = await editor('POST', `${path}/reply`, {
      body: { text: 'a', canned: { id } },
      headers: { ...once(), 'if-match': taken.etag },
    });
    expect(both.status).toBe(400);
  });

  it('is filled by name, else by the text behind the bar, else not at all', () => {
    const text = 'Hi {{user.firstName|there}}, {{ order }}{{ none | }}';
    expect(filled(text, { 'user.firstName': ' Ada ', order: 'A-17' })).toBe('Hi Ada, A-17');
    expect([filled(text, {}), unfilled(filled(text, {}))]).toEqual(['Hi there, {{ order }}', ['order']]);
  });
});
