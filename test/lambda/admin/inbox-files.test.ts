import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { poll, say } from '../../support/conversation.ts';
import { png, sendForm } from '../../support/files.ts';
import { shareAdminApi, type TestRole } from '../../support/start-admin-api.ts';

/** Another tenant takes one file an hour. */
const shared = shareAdminApi({
  changeTenant: (folder) =>
    folder.tenant.id === 'globex' ? { ...folder, tenant: { ...folder.tenant, uploads_per_hour: 1 } } : folder,
});
const picture = { filename: 'plan.png', mimeType: 'image/png', sizeBytes: png.length };

/** A conversation that the editor has. */
async function taken() {
  const session = randomUUID();
  const { conversationId } = await (await say(shared.api, session, 'agent')).json();
  const path = `/conversations/${conversationId}/handoff`;
  const post = (role: TestRole, what: string, body: object, etag = '') =>
    shared.api.as(role)('POST', `${path}/${what}`, {
      body,
      ...(what !== 'files' && {
        headers: { 'idempotency-key': randomUUID(), ...(etag && { 'if-match': etag }) },
      }),
    });
  const { etag } = await post('editor', 'take', { takeOver: true });
  return {
    conversationId: String(conversationId),
    session,
    path,
    reply: (body: object) => post('editor', 'reply', body, etag),
    async upload(role: TestRole, bytes: Uint8Array, body: object = picture) {
      const asked = await post(role, 'files', { ...body, sizeBytes: bytes.length });
      expect([asked.status, asked.body.detail]).toEqual([201, undefined]);
      const send = () => sendForm(asked.body.upload, bytes);
      return { fileId: String(asked.body.fileId), send };
    },
  };
}

describe("an agent's file", () => {
  it('is uploaded, checked, sent with a text or without, and read by the visitor', async () => {
    const desk = await taken();
    const { fileId, send } = await desk.upload('editor', png);
    await send();
    await shared.api.drain();
    const state = await shared.api.as('editor')('GET', `${desk.path}/files/${fileId}`);
    expect(state.body).toMatchObject({ status: 'available', type: 'image', url: expect.any(String) });
    const said = await desk.reply({ text: 'The plan.', files: [fileId] });
    expect([said.status, said.body.message]).toMatchObject([
      201,
      { text: 'The plan.', attachments: [{ type: 'image', fileId, filename: 'plan.png' }] },
    ]);
    const { messages } = await poll(shared.api, desk.session, desk.conversationId, { wait: '0' });
    const [attachment] = messages.at(-1)?.attachments ?? [];
    expect(Buffer.from(await (await fetch(String(attachment?.url))).arrayBuffer())).toEqual(png);
    const looked = await shared.api.as('admin')('GET', `/inbox?wait=0&watch=${desk.conversationId}`);
    const [seen] = looked.body.watched.messages.at(-1).attachments;
    expect(seen).toMatchObject({ fileId, status: 'available', url: expect.stringContaining('http') });
    const alone = await desk.upload('editor', png);
    await alone.send();
    await shared.api.drain();
    expect((await desk.reply({ files: [alone.fileId] })).body.message).toMatchObject({ text: '' });
  });

  it("case 21: that was rejected after it was chosen, or has not arrived, is 409, and nothing is sent; another agent's is not found", async () => {
    const desk = await taken();
    const [pending, theirs] = [await desk.upload('editor', png), await desk.upload('admin', png)];
    const page = Buffer.from('<!doctype html><script>alert(1)</script>');
    const lying = await desk.upload('editor', page);
    await lying.send();
    await theirs.send();
    await shared.api.drain();
    const refusals = [];
    for (const { fileId } of [pending, lying, theirs]) {
      const { status, body } = await desk.reply({ text: 'See here.', files: [fileId] });
      refusals.push([status, body.code]);
    }
    expect(refusals).toEqual([
      [409, 'file_pending'],
      [409, 'file_rejected'],
      [404, 'file_not_found'],
    ]);
    const { messages } = await poll(shared.api, desk.session, desk.conversationId, { wait: '0' });
    expect(messages.map(({ author }) => author)).not.toContain('agent');
    const program = { filename: 'a.exe', mimeType: 'application/x-msdownload', sizeBytes: 1 };
    const refused = await shared.api.as('editor')('POST', `${desk.path}/files`, { body: program });
    expect([refused.status, refused.body.code]).toEqual([422, 'file_type_not_allowed']);
  });

  it("is refused where the tenant's hourly limit is reached, with the time at which it is not", async () => {
    const headers = { 'x-tenant-id': 'globex' };
    const body = { text: 'hello', attachments: [], user: { id: '42' } };
    const visitor = { ...headers, 'x-widget-id': 'globex-web', 'x-session-id': randomUUID() };
    const said = await shared.api.post('/v1/webchat/messages', body, visitor);
    const { conversationId } = (await said.json()) as { conversationId: string };
    const path = `/conversations/${conversationId}/handoff/files`;
    const ask = () => shared.api.as('super-admin')('POST', path, { body: picture, headers });
    expect((await ask()).status).toBe(201);
    const refused = await ask();
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_uploads']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
