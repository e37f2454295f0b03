import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { HttpResponse } from '@smithy/core/protocols';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { RequestHandler } from '../../src/aws/clients.ts';
import { createS3Client, S3Objects } from '../../src/aws/s3-objects.ts';
import type { UploadAnswer } from '../../src/contract/files.ts';
import { createFiles } from '../../src/lambda/create-files.ts';
import { lambdaContext } from '../../src/local/lambda/environment-messages.ts';
import type { StartFunctions } from '../../src/local/lambda/functions.ts';
import { inProcess } from '../../src/local/preview/start-preview.ts';
import { createHandler } from '../support/create-handler.ts';
import { png, sendForm } from '../support/files.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

const clock = { aheadMs: 0 };
const nowMs = () => Date.now() + clock.aheadMs;
const bucket = { isOut: false, refused: 0 };

/** The bucket as functions call it: while it is out, as S3 answers then. */
function requestHandler(): RequestHandler {
  const inner = new NodeHttpHandler();
  return {
    destroy: () => inner.destroy(),
    handle: async (request, options) => {
      if (!bucket.isOut) return inner.handle(request, options);
      bucket.refused += 1;
      const body = Readable.from(['<Error><Code>ServiceUnavailable</Code></Error>']);
      return {
        response: new HttpResponse({ statusCode: 503, headers: { 'content-type': 'application/xml' }, body }),
      };
    },
  };
}

/** In this process, the function that moves files by a client that can fail. */
const functions: StartFunctions = (env, report) => {
  const others = inProcess((own) => createHandler(own, { nowMs }))(env, report);
  const objects = new S3Objects(createS3Client(env, requestHandler()), String(env.FILES_BUCKET));
  const files = createFiles(env, { objects, nowMs });
  return {
    ...others,
    invoke: (name, event) =>
      name === 'files' ? files(event, lambdaContext(name, 60_000)) : others.invoke(name, event),
  };
};

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({
    background: false,
    queues: { nowMs },
    functions,
    report: () => undefined,
  });
});
afterAll(() => stack.stop());

let session: string;
beforeEach(() => {
  session = randomUUID();
  bucket.isOut = false;
});
const headers = () => ({ 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': session });
const send = (text: string, attachments: readonly object[] = []) =>
  stack.post('/v1/webchat/messages', { text, attachments, user: { id: 'ada' } }, headers());

async function ask(): Promise<UploadAnswer> {
  const picture = { filename: 'desk.png', mimeType: 'image/png', sizeBytes: png.length };
  const answer = await stack.post('/v1/webchat/uploads', picture, headers());
  expect(answer.status).toBe(201);
  return (await answer.json()) as UploadAnswer;
}

async function statusOf(fileId: string): Promise<string> {
  const answer = await fetch(`${stack.url}/v1/webchat/uploads/${fileId}`, { headers: headers() });
  return (await answer.json()).status;
}

it('while the bucket is down files wait, messages without one are answered, and earlier uploads are kept after it', async () => {
  const { fileId, upload } = await ask();
  expect((await sendForm(upload, png)).status).toBe(204);
  bucket.isOut = true;
  await stack.drain();
  expect(bucket.refused).toBeGreaterThan(0);
  expect(await statusOf(fileId)).toBe('pending');
  const early = await send('look', [{ fileId }]);
  expect(early.headers.get('content-type')).toContain('application/problem+json');
  expect([early.status, (await early.json()).code]).toEqual([409, 'file_pending']);
  expect((await send('hello')).status).toBe(200);

  bucket.isOut = false;
  clock.aheadMs += 7 * 60_000;
  await stack.drain();
  expect(await statusOf(fileId)).toBe('available');
  expect((await send('look', [{ fileId }])).status).toBe(200);
});

it('what needs no bucket continues: forms for uploads are signed, and conversations with files are read', async () => {
  const { fileId, upload } = await ask();
  await sendForm(upload, png);
  await stack.drain();
  const { conversationId } = await (await send('look', [{ fileId }])).json();
  bucket.isOut = true;
  expect((await ask()).upload.url).toBe(upload.url);
  const path = `/v1/webchat/conversations/${conversationId}/messages?wait=0`;
  const log = await (await fetch(stack.url + path, { headers: headers() })).json();
  expect(log.messages[0].attachments).toMatchObject([
    { fileId, status: 'available', url: expect.any(String) },
  ]);
});
