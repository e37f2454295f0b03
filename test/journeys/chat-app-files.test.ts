import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FilesTable } from '../../src/aws/files-table.ts';
import { createS3Client, S3Addresses, S3Objects } from '../../src/aws/s3-objects.ts';
import type { FetchMediaRecord } from '../../src/contract/queue-records.ts';
import { createFiles } from '../../src/lambda/create-files.ts';
import { type Simulator, startSimulator } from '../../src/local/simulator/start-simulator.ts';
import { lambdaContext } from '../support/http-event.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let simulator: Simulator;
let stack: TestStack;
beforeAll(async () => {
  simulator = await startSimulator();
  stack = await startTestStack({ background: false, providerUrl: simulator.url });
  simulator.connect(stack);
});
afterAll(async () => {
  await simulator.stop();
  await stack.stop();
});

const files = () => new FilesTable(stack.clients.dynamodb, String(stack.env.TABLE_PREFIX));
const objects = () => new S3Objects(createS3Client(stack.env), String(stack.env.FILES_BUCKET));
const queued = () =>
  stack.queues.waiting(String(stack.env.FILES_QUEUE_URL)).map((body): FetchMediaRecord => JSON.parse(body));

/** What the function that moves files does with a record, at a time. */
async function serve(record: object, nowMs = Date.now()) {
  const Records = [{ body: JSON.stringify(record), messageId: 'one' }];
  return createFiles(stack.env, { nowMs: () => nowMs })({ Records }, lambdaContext);
}

describe('a file of a chat app', () => {
  it.each([
    ['acme/whatsapp', 'image', 'image/jpeg'],
    ['acme/whatsapp', 'document', 'application/pdf'],
    ['acme/whatsapp', 'audio', 'audio/ogg'],
    ['acme/whatsapp-360', 'image', 'image/jpeg'],
  ] as const)('through %s is fetched and kept: %s', async (account, type, mimeType) => {
    const known = simulator.accounts().find(({ key }) => key === account);
    if (!known) throw new Error(`accounts: ${simulator.accounts().map(({ key }) => key)}`);
    await simulator.say(account, '4915110000031', { type });
    const received = stack.bus.events.findLast(
      (event) => event['detail-type'] === 'Conversation.MessageReceived',
    );
    type Received = { readonly attachments: readonly { readonly fileId: string }[] };
    const [attachment] = (received?.detail.data as Received | undefined)?.attachments ?? [];
    expect(attachment).toMatchObject({ status: 'pending' });
    await stack.drain();
    const file = await files().find(known.tenantId, attachment?.fileId ?? '');
    expect(file).toMatchObject({ status: 'available', mimeType, session: null });
    const addresses = new S3Addresses(stack.env, String(stack.env.FILES_BUCKET), Date.now);
    const read = await fetch(
      await addresses.signRead(file?.objectKey ?? '', { mimeType, filename: '', forS: 60 }),
    );
    expect((await read.arrayBuffer()).byteLength).toBe(file?.sizeBytes);
  });

  it('that the provider no longer has has failed, with the reason, and is not requested again', async () => {
    await simulator.say('acme/whatsapp', '4915110000032', { type: 'image' });
    const [record] = queued();
    if (!record) throw new Error('nothing is queued');
    const gone = { ...record, fileId: 'a-file-that-is-gone', mediaId: 'none' };
    expect(await serve(gone)).toEqual({ batchItemFailures: [] });
    expect(await files().find('acme', gone.fileId)).toMatchObject({
      status: 'failed',
      reason: 'the provider has the file no more',
    });
  });

  it('that is not the announced one is tried again, and given up after a day', async () => {
    await simulator.say('acme/whatsapp', '4915110000033', { type: 'image' });
    const [record] = queued();
    if (!record) throw new Error('nothing is queued');
    const other = { ...record, fileId: 'a-file-that-is-another', sha256: 'AAAA' };
    expect(await serve(other)).toEqual({ batchItemFailures: [{ itemIdentifier: 'one' }] });
    expect(await files().find('acme', other.fileId)).toMatchObject({ status: 'pending' });
    expect(await serve(other, Date.now() + 25 * 60 * 60_000)).toEqual({ batchItemFailures: [] });
    expect(await files().find('acme', other.fileId)).toMatchObject({ status: 'failed' });
    await stack.drain();
  });
});

describe('the hourly sweep', () => {
  const sweep = (nowMs: number) =>
    createFiles(stack.env, { nowMs: () => nowMs })({ source: 'aws.scheduler' }, lambdaContext);

  it('deletes files after their last day, and nothing else', async () => {
    const nowMs = Date.UTC(2020, 0, 2, 0, 30);
    const keys = ['2019-12-30', '2020-01-01', '2020-01-02', '2020-01-03'].map(
      (day) => `clean/${day}/acme/f/h`,
    );
    for (const key of keys) await objects().write(key, Buffer.from('a'), 'text/plain');
    await sweep(nowMs);
    const left = await objects().list('clean/20', 1000);
    expect(left.filter((key) => keys.includes(key))).toEqual(keys.slice(2));
    await sweep(nowMs + 3 * 24 * 60 * 60_000);
    expect((await objects().list('clean/2020', 1000)).filter((key) => keys.includes(key))).toEqual([]);
  });
});
