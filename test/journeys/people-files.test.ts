import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createS3Client, S3Objects, TenantFilesBucket } from '../../src/aws/s3-objects.ts';
import type { UploadAnswer, UploadState } from '../../src/contract/files.ts';
import { flowDefinition } from '../../src/contract/flow.ts';
import type { PollResponse } from '../../src/contract/poll.ts';
import { pdf, png, sendForm } from '../support/files.ts';
import { runCli } from '../support/run-cli.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let stack: TestStack;
const refund = flowDefinition.parse({
  ...{ id: 'refund', version: 1, start: 'ask' },
  steps: {
    ask: {
      ...{ kind: 'question', text: 'The receipt?', saveAs: 'receipt', next: 'thanks' },
      ...{ retryText: 'A PDF, please.', validate: { type: 'file', accept: ['application/pdf'] } },
    },
    thanks: { kind: 'end', text: 'Thanks for {{ receipt.filename }}, {{ receipt.mimeType }}.' },
  },
});
beforeAll(async () => {
  stack = await startTestStack({
    background: false,
    changeTenant: (folder) =>
      folder.tenant.id === 'acme'
        ? {
            ...folder,
            flows: [...folder.flows, refund],
            widgets: [
              ...folder.widgets,
              { id: 'acme-refund', flow: 'refund', allowed_origins: [] },
              { id: 'acme-none', flow: 'support', allowed_origins: [], uploads: { enabled: false } },
              {
                id: 'acme-few',
                flow: 'support',
                allowed_origins: [],
                uploads: { max_megabytes: 0.001, types: ['application/pdf'] },
              },
            ],
          }
        : folder,
  });
});
afterAll(async () => {
  await stack.stop();
});

let session: string;
beforeEach(() => {
  session = randomUUID();
});

const headersOf = (more: Readonly<Record<string, string>> = {}) => ({
  'x-tenant-id': 'acme',
  'x-widget-id': 'acme-web',
  'x-session-id': session,
  ...more,
});
const picture = { filename: 'Büro.png', mimeType: 'image/png', sizeBytes: png.length };

const ask = (body: unknown = picture, more: Readonly<Record<string, string>> = {}) =>
  stack.post('/v1/webchat/uploads', body, headersOf(more));

async function upload(bytes: Uint8Array = png, body: object = picture): Promise<string> {
  const answer = await ask({ ...body, sizeBytes: bytes.length });
  expect(answer.status).toBe(201);
  const { fileId, upload: form } = (await answer.json()) as UploadAnswer;
  expect((await sendForm(form, bytes)).status).toBe(204);
  await stack.drain();
  return fileId;
}

async function stateOf(fileId: string): Promise<UploadState> {
  const answer = await fetch(`${stack.url}/v1/webchat/uploads/${fileId}`, { headers: headersOf() });
  expect(answer.status).toBe(200);
  return (await answer.json()) as UploadState;
}

const send = (attachments: readonly object[], text = '') =>
  stack.post('/v1/webchat/messages', { text, attachments, user: { id: 'ada' } }, headersOf());

async function readLog(conversationId: string): Promise<PollResponse['messages']> {
  const path = `/v1/webchat/conversations/${conversationId}/messages?wait=0`;
  const answer = await fetch(stack.url + path, { headers: headersOf() });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as PollResponse).messages;
}

describe('a visitor who sends a file', () => {
  it('from a widget that says which files it accepts, with a text', async () => {
    const settings = await fetch(`${stack.url}/v1/webchat/settings?tenant=acme&widget=acme-few`);
    expect(await settings.json()).toMatchObject({
      uploads: { maxBytes: 1_048, types: ['application/pdf'] },
    });
    const fileId = await upload();
    const answer = await stack.post(
      '/v1/webchat/messages',
      {
        ...{ tenantId: 'acme', conversationId: null, channel: 'webchat', from: { id: session } },
        content: { text: '', attachments: [{ fileId, caption: 'my desk' }] },
      },
      { 'x-widget-id': 'acme-web' },
    );
    const { conversationId } = (await answer.json()) as { conversationId: string };
    expect((await readLog(conversationId))[0]?.attachments).toMatchObject([{ fileId, caption: 'my desk' }]);
  });

  it('uploads it, sends it in a message, and reads it in the log by a URL of its own', async () => {
    const fileId = await upload();
    expect(await stateOf(fileId)).toMatchObject({
      status: 'available',
      type: 'image',
      mimeType: 'image/png',
      filename: 'Büro.png',
      sizeBytes: png.length,
    });
    const answer = await send([{ fileId, caption: 'my desk' }]);
    expect(answer.status).toBe(200);
    const { conversationId } = (await answer.json()) as { conversationId: string };
    const [early] = await readLog(conversationId);
    await stack.drain();
    const [message] = await readLog(conversationId);
    const [attachment] = message?.attachments ?? [];
    expect(attachment).toEqual({
      type: 'image',
      fileId,
      status: 'available',
      mimeType: 'image/png',
      filename: 'Büro.png',
      sizeBytes: png.length,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      caption: 'my desk',
      url: expect.stringContaining('X-Amz-Signature='),
    });
    // Until the log goes: ninety days, not the day of what nobody sent.
    expect(attachment?.url).toContain(`/clean/${dayIn(90)}/`);
    const file = await fetch(attachment?.url ?? '');
    expect(Buffer.from(await file.arrayBuffer())).toEqual(png);
    expect(file.headers.get('content-disposition')).toMatch(/^inline; /);
    // An address that was read from the log before that still works.
    const before = early?.attachments?.[0]?.url;
    expect(before).toContain(`/clean/${dayIn(1)}/`);
    expect((await fetch(before ?? '')).status).toBe(200);
  });

  it('sends it by the widget form too, without a text', async () => {
    const fileId = await upload(pdf, { filename: 'receipt.pdf', mimeType: 'application/pdf' });
    const body = {
      tenantId: 'acme',
      conversationId: null,
      channel: 'webchat',
      from: { id: randomUUID() },
      content: { text: '', attachments: [{ fileId }] },
    };
    const answer = await stack.post('/v1/webchat/messages', body, headersOf());
    expect(answer.status).toBe(200);
    const { conversationId } = (await answer.json()) as { conversationId: string };
    const [message] = await readLog(conversationId);
    expect(message?.attachments).toMatchObject([{ type: 'document', fileId, filename: 'receipt.pdf' }]);
    const file = await fetch(message?.attachments?.[0]?.url ?? '');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; /);
  });

  it('has a name without line ends, control characters and direction marks', async () => {
    const filename = ' in\u202evoice\r\nSet-Cookie: a=b\u0007\u2066\u200b\u{e0041}‮👩\u200d🚒.png\u2069\t';
    const fileId = await upload(png, { ...picture, filename });
    const clean = 'invoiceSet-Cookie: a=b👩\u200d🚒.png';
    const { filename: said, url = '' } = await stateOf(fileId);
    expect(said).toBe(clean);
    expect((await fetch(url)).headers.get('content-disposition')).toContain(
      `filename*=UTF-8''${encodeURIComponent(clean)}`,
    );
    const elsewhere = { type: 'document', url: 'https://files.example/a', filename };
    const { conversationId } = (await (await send([elsewhere])).json()) as { conversationId: string };
    expect((await readLog(conversationId))[0]?.attachments).toMatchObject([{ filename: clean }]);
    const nameless = await ask({ ...picture, filename: '\u202e\r\n' });
    expect([nameless.status, (await nameless.json()).errors]).toMatchObject([400, [{ path: 'filename' }]]);
  });

  it.each([
    ...['http://files.example/a', 'https://ada:secret@files.example/a', 'https://169.254.169.254/latest'],
    ...['https://localhost/a', 'https://files.internal/a', 'javascript:alert(1)'],
  ])("can't link to %s", async (url) => {
    const answer = await send([{ type: 'document', url, filename: 'invoice.pdf' }]);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'invalid_body',
      errors: [
        { path: 'attachments.0.url', message: expect.stringContaining('https address of a public host') },
      ],
    });
  });

  it('is asked to wait until it has been checked', async () => {
    const { fileId } = (await (await ask()).json()) as UploadAnswer;
    const early = await send([{ fileId }]);
    expect(early.status).toBe(409);
    expect(early.headers.get('retry-after')).toBe('1');
    expect(await early.json()).toMatchObject({ code: 'file_pending' });
  });

  it('changes nothing by using the upload URL twice', async () => {
    const { fileId, upload: form } = (await (await ask()).json()) as UploadAnswer;
    await sendForm(form, png);
    await stack.drain();
    const before = await stateOf(fileId);
    const other = Buffer.concat([png.subarray(0, -1), Buffer.from([1])]);
    expect((await sendForm(form, other)).status).toBe(204);
    await stack.drain();
    expect({ ...(await stateOf(fileId)), url: '' }).toEqual({ ...before, url: '' });
    const file = await fetch(before.url ?? '');
    expect(Buffer.from(await file.arrayBuffer())).toEqual(png);
  });
});

it('a picture that decompresses to gigabytes is rejected, however few bytes it has', async () => {
  const huge = Buffer.from(png);
  huge.writeUInt32BE(60_000, 16);
  huge.writeUInt32BE(60_000, 20);
  const fileId = await upload(huge);
  expect(await stateOf(fileId)).toMatchObject({
    status: 'rejected',
    reason: 'the picture has more than 100 megapixels',
  });
});

describe('a file of another type than declared', () => {
  const page = Buffer.from('<!doctype html><script>alert(1)</script>');
  const program = Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0]);
  it.each([
    ['a page that calls itself a picture', page, picture],
    ['a page that calls itself text', page, { filename: 'a.txt', mimeType: 'text/plain' }],
    ['a program that calls itself a document', program, { filename: 'a.pdf', mimeType: 'application/pdf' }],
    ['a document that calls itself a picture', pdf, picture],
  ])('%s is rejected, and can be neither sent nor read', async (_, bytes, said) => {
    const fileId = await upload(bytes, said);
    const state = await stateOf(fileId);
    expect(state).toMatchObject({ status: 'rejected', reason: expect.stringMatching(/type|is/) });
    expect(state.url).toBeUndefined();
    const answer = await send([{ fileId }]);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ code: 'file_rejected', detail: state.reason });
  });
});

describe('a refused file', () => {
  it.each([
    ['a type that is not taken', { ...picture, mimeType: 'text/html' }, 422, 'file_type_not_allowed', {}],
    ['a file that is too large', { ...picture, sizeBytes: 11e6 }, 422, 'file_too_large', {}],
    ['no name', { mimeType: 'image/png', sizeBytes: 1 }, 400, 'invalid_body', {}],
    ['no tenant', picture, 401, 'missing_tenant', { 'x-tenant-id': '' }],
    ['no session', picture, 400, 'invalid_header', { 'x-session-id': 'me' }],
    ['an unknown widget', picture, 404, 'widget_not_found', { 'x-widget-id': 'none' }],
    ['another origin', picture, 403, 'origin_not_allowed', { origin: 'https://evil.example' }],
    ['a widget without uploads', picture, 403, 'uploads_not_allowed', { 'x-widget-id': 'acme-none' }],
    [
      'a type that this widget does not take',
      picture,
      422,
      'file_type_not_allowed',
      { 'x-widget-id': 'acme-few' },
    ],
    [
      'a size that this widget does not take',
      { filename: 'a.pdf', mimeType: 'application/pdf', sizeBytes: 2000 },
      422,
      'file_too_large',
      { 'x-widget-id': 'acme-few' },
    ],
  ])('%s', async (_, body, status, code, more) => {
    const answer = await ask(body, more);
    expect(await answer.json()).toMatchObject({ code, status });
    expect(answer.status).toBe(status);
  });

  it('of another visitor, another tenant, or unknown', async () => {
    const fileId = await upload();
    session = randomUUID();
    for (const named of [fileId, 'x'.repeat(24)]) {
      const answer = await send([{ fileId: named }]);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ code: 'file_not_found' });
    }
    const path = `${stack.url}/v1/webchat/uploads/${fileId}`;
    expect((await fetch(path, { headers: headersOf() })).status).toBe(404);
    const stranger = headersOf({ 'x-tenant-id': 'globex', 'x-widget-id': 'globex-web' });
    expect((await fetch(path, { headers: stranger })).status).toBe(404);
  });

  it('beyond ten uploads of a session in an hour', async () => {
    const answers: Response[] = [];
    for (let n = 0; n < 11; n += 1) answers.push(await ask());
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(201), 429]);
    const last = answers.at(-1);
    const retryAfterS = Number(last?.headers.get('retry-after'));
    expect(retryAfterS).toBeGreaterThan(0);
    expect(retryAfterS).toBeLessThanOrEqual(3_600);
    expect(await last?.json()).toMatchObject({ code: 'too_many_uploads' });
  });

  it("the caller's description of a file besides its ID does not count", async () => {
    const fileId = await upload();
    const lie = { fileId, type: 'video', url: 'https://evil.example/', status: 'available', sizeBytes: 1 };
    const { conversationId } = (await (await send([lie])).json()) as { conversationId: string };
    const [message] = await readLog(conversationId);
    expect(message?.attachments).toMatchObject([{ type: 'image', sizeBytes: png.length }]);
    expect(message?.attachments?.[0]?.url).not.toContain('evil');
  });
});

it('a page of an allowed origin can call both routes', async () => {
  for (const path of ['/v1/webchat/uploads', '/v1/webchat/uploads/abc']) {
    const answer = await fetch(stack.url + path, {
      method: 'OPTIONS',
      headers: { origin: stack.url, 'access-control-request-method': 'POST' },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe(stack.url);
  }
});

it('a question for a file accepts one that its flow accepts, and repeats itself for any other', async () => {
  const headers = headersOf({ 'x-widget-id': 'acme-refund' });
  const say = async (text: string, attachments: readonly object[] = []) => {
    const answer = await stack.post(
      '/v1/webchat/messages',
      { text, attachments, user: { id: 'ada' } },
      headers,
    );
    return ((await answer.json()) as { replies: { text: string }[] }).replies.map((reply) => reply.text);
  };
  const send = async (bytes: Uint8Array, said: object) => {
    const answer = await stack.post('/v1/webchat/uploads', { ...said, sizeBytes: bytes.length }, headers);
    const { fileId, upload: form } = (await answer.json()) as UploadAnswer;
    await sendForm(form, bytes);
    await stack.drain();
    return say('', [{ fileId }]);
  };
  expect(await say('hi')).toEqual(['The receipt?']);
  expect(await say('later')).toEqual(['A PDF, please.']);
  expect(await send(png, picture)).toEqual(['A PDF, please.']);
  expect(await send(pdf, { filename: 'receipt.pdf', mimeType: 'application/pdf' })).toEqual([
    'Thanks for receipt.pdf, application/pdf.',
  ]);
});

describe("a visitor's data", () => {
  it('include their files when exported, and none when erased', async () => {
    const fileId = await upload();
    const user = { id: `ada-${session}` };
    const body = { text: 'look', attachments: [{ fileId }], user };
    expect((await stack.post('/v1/webchat/messages', body, headersOf())).status).toBe(200);
    await stack.drain();
    const of = [user.id, '--channel', 'webchat', '--tenant', 'acme', '--endpoint', stack.url];
    const exported = JSON.parse((await runCli(['visitor', 'export', ...of])).out);
    const [file] = exported.conversations[0].files;
    expect(file).toMatchObject({ fileId, status: 'available', filename: 'Büro.png', sizeBytes: png.length });
    expect(Buffer.from(await (await fetch(file.url)).arrayBuffer())).toEqual(png);

    const erased = await runCli(['visitor', 'erase', ...of, '--json']);
    expect({ code: erased.code, err: erased.err }).toMatchObject({ code: 0 });
    expect((await fetch(file.url)).status).toBe(403);
    const path = `${stack.url}/v1/webchat/uploads/${fileId}`;
    expect((await fetch(path, { headers: headersOf() })).status).toBe(404);
    expect(await keysOf(fileId)).toEqual([]);
  });

  it('are deleted from the bucket with the tenant, and other tenants keep theirs', async () => {
    const theirs = await upload();
    const neighbour = { ...headersOf(), 'x-tenant-id': 'globex', 'x-widget-id': 'globex-web' };
    const answer = await stack.post('/v1/webchat/uploads', picture, neighbour);
    const { fileId, upload: form } = (await answer.json()) as UploadAnswer;
    await sendForm(form, png);
    await stack.drain();
    const bucket = new TenantFilesBucket(createS3Client(stack.env), String(stack.env.FILES_BUCKET));
    expect(await bucket.removeOf('acme')).toBeGreaterThan(0);
    expect(await bucket.removeOf('acme')).toBe(0);
    expect(await keysOf(theirs)).toEqual([]);
    expect(await keysOf(fileId)).toHaveLength(1);
  });
});

/** What lies in the bucket of a file. */
async function keysOf(fileId: string): Promise<readonly string[]> {
  const objects = new S3Objects(createS3Client(stack.env), String(stack.env.FILES_BUCKET));
  return (await objects.list('', 1000)).filter((key) => key.includes(fileId));
}

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
