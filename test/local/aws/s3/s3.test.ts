import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterEach, describe, expect, it } from 'vitest';
import { S3Addresses } from '../../../../src/aws/s3-objects.ts';
import { type LocalS3, startS3 } from '../../../../src/local/aws/s3/start-s3.ts';
import { pdf, png, sendForm } from '../../../support/files.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

/* What the embedded S3 promises, through the SDK's own client, and by addresses as browsers and providers use them. */

const Bucket = 'files';
const keys = { accessKeyId: 'local', secretAccessKey: 'local' };
const started: LocalS3[] = [];
let nowMs = Date.UTC(2026, 10, 22, 12);

async function start(dataDir?: string) {
  const s3 = await startS3({ bucket: Bucket, keys, dataDir, nowMs: () => nowMs });
  started.push(s3);
  return { s3, addresses: addressesOf(s3.url) };
}

function addressesOf(url: string, secretAccessKey = 'local') {
  const env = {
    AWS_ENDPOINT_URL_S3: url,
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  };
  return new S3Addresses(env, Bucket, () => nowMs);
}

const clientOf = (endpoint: string, secretAccessKey = 'local') =>
  new S3Client({
    endpoint,
    region: 'local',
    credentials: { ...keys, secretAccessKey },
    forcePathStyle: true,
    maxAttempts: 1,
  });

afterEach(async () => {
  nowMs = Date.UTC(2026, 10, 22, 12);
  await Promise.all(started.splice(0).map((s3) => s3.stop()));
});

const upload = (addresses: S3Addresses, more: Partial<Parameters<S3Addresses['signUpload']>[0]> = {}) =>
  addresses.signUpload({
    key: 'incoming/acme/1',
    mimeType: 'image/png',
    sizeBytes: 1000,
    expiresAtMs: nowMs + 900_000,
    ...more,
  });
const read = (addresses: S3Addresses, key: string, mimeType = 'image/png', filename = 'a.png') =>
  addresses.signRead(key, { mimeType, filename, forS: 60 });

describe("the SDK's own client", () => {
  // The SDK signs by the machine's clock.
  const now = async () => {
    nowMs = Date.now();
    const { s3 } = await start();
    return clientOf(s3.url);
  };

  it('puts, reads, copies, lists and deletes objects', async () => {
    const client = await now();
    const Key = 'clean/2026-11-22/büro & co/1';
    await client.send(new PutObjectCommand({ Bucket, Key, Body: png, ContentType: 'image/png' }));
    const { Body, ContentType, ETag } = await client.send(new GetObjectCommand({ Bucket, Key }));
    expect(Buffer.from((await Body?.transformToByteArray()) ?? [])).toEqual(png);
    expect({ ContentType, ETag }).toEqual({
      ContentType: 'image/png',
      ETag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    });

    const CopySource = `${Bucket}/${Key.split('/').map(encodeURIComponent).join('/')}`;
    await client.send(new CopyObjectCommand({ Bucket, Key: 'clean/2026-11-23/2', CopySource }));
    expect(
      (await client.send(new HeadObjectCommand({ Bucket, Key: 'clean/2026-11-23/2' }))).ContentLength,
    ).toBe(png.length);
    const listed = await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'clean/', MaxKeys: 1 }));
    expect(listed.Contents?.map((each) => each.Key)).toEqual([Key]);
    expect(listed.IsTruncated).toBe(true);
    const rest = await client.send(
      new ListObjectsV2Command({ Bucket, Prefix: 'clean/', ContinuationToken: listed.NextContinuationToken }),
    );
    expect(rest.Contents?.map((each) => each.Key)).toEqual(['clean/2026-11-23/2']);

    const Objects = [{ Key }, { Key: 'clean/2026-11-23/2' }, { Key: 'not there' }];
    expect(
      (await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }))).Errors,
    ).toBeUndefined();
    expect((await client.send(new ListObjectsV2Command({ Bucket }))).KeyCount).toBe(0);
  });

  it('reports a missing key as one, and rejects a wrong secret', async () => {
    nowMs = Date.now();
    const { s3 } = await start();
    await expect(clientOf(s3.url).send(new GetObjectCommand({ Bucket, Key: 'none' }))).rejects.toBeInstanceOf(
      NoSuchKey,
    );
    const stranger = clientOf(s3.url, 'another');
    await expect(stranger.send(new GetObjectCommand({ Bucket, Key: 'none' }))).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
    });
  });

  it('does not overwrite an object that must not exist', async () => {
    const client = await now();
    const put = () => client.send(new PutObjectCommand({ Bucket, Key: 'one', Body: 'a', IfNoneMatch: '*' }));
    await put();
    await expect(put()).rejects.toMatchObject({ name: 'PreconditionFailed' });
  });
});

describe('a form that is signed for a browser', () => {
  it('uploads a file, and notifies the queue', async () => {
    const { s3, addresses } = await start();
    const told: string[] = [];
    s3.notify('incoming/', async (body) => void told.push(body));
    expect((await sendForm(upload(addresses), png)).status).toBe(204);
    await s3.settled();
    const [record] = JSON.parse(told[0] ?? '').Records;
    expect(record.eventName).toBe('ObjectCreated:Post');
    expect(record.s3).toMatchObject({
      bucket: { name: Bucket },
      object: { key: 'incoming/acme/1', size: png.length },
    });
    const found = await fetch(await read(addresses, 'incoming/acme/1'));
    expect(Buffer.from(await found.arrayBuffer())).toEqual(png);
  });

  const refusals: readonly (readonly [
    string,
    number,
    string,
    (addresses: S3Addresses) => Promise<Response>,
  ])[] = [
    ['is too large', 400, 'EntityTooLarge', (a) => sendForm(upload(a, { sizeBytes: png.length - 1 }), png)],
    ['is empty', 400, 'EntityTooSmall', (a) => sendForm(upload(a), Buffer.alloc(0))],
    [
      'is of another type',
      403,
      'AccessDenied',
      (a) => sendForm(upload(a), png, { 'Content-Type': 'text/html' }),
    ],
    ['is for another key', 403, 'AccessDenied', (a) => sendForm(upload(a), png, { key: 'clean/acme/1' })],
    [
      'says more than was signed',
      403,
      'AccessDenied',
      (a) => sendForm(upload(a), png, { acl: 'public-read' }),
    ],
    [
      'is late',
      403,
      'AccessDenied',
      async (a) => {
        const form = await upload(a);
        nowMs += 900_001;
        return sendForm(form, png);
      },
    ],
    ['has another policy', 403, 'SignatureDoesNotMatch', (a) => sendForm(upload(a), png, { policy: 'e30=' })],
  ];
  it.each(refusals)('is rejected that %s', async (_, status, code, send) => {
    const { addresses } = await start();
    const answer = await send(addresses);
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain(`<Code>${code}</Code>`);
  });

  it('is rejected that someone else has signed', async () => {
    const { s3 } = await start();
    const answer = await sendForm(upload(addressesOf(s3.url, 'another')), png);
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('SignatureDoesNotMatch');
  });
});

describe('a signed URL', () => {
  it('shows pictures inline and downloads everything else, under its name', async () => {
    const { addresses } = await start();
    await sendForm(upload(addresses), png);
    const shown = await fetch(await read(addresses, 'incoming/acme/1', 'image/png', 'Büro "1".png'));
    expect(shown.headers.get('content-type')).toBe('image/png');
    expect(shown.headers.get('content-disposition')).toBe(
      `inline; filename="B_ro _1_.png"; filename*=UTF-8''B%C3%BCro%20%221%22.png`,
    );
    const kept = await fetch(await read(addresses, 'incoming/acme/1', 'application/pdf', 'a.pdf'));
    expect(kept.headers.get('content-disposition')).toBe(
      `attachment; filename="a.pdf"; filename*=UTF-8''a.pdf`,
    );
  });

  it('expires at its time, and is invalid after any change', async () => {
    const { addresses } = await start();
    await sendForm(upload(addresses), png);
    const address = await read(addresses, 'incoming/acme/1');
    expect((await fetch(address)).status).toBe(200);
    const other = address.replace('response-content-type=image%2Fpng', 'response-content-type=text%2Fhtml');
    expect(other).not.toBe(address);
    expect((await fetch(other)).status).toBe(403);
    nowMs += 60_001;
    const late = await fetch(address);
    expect(late.status).toBe(403);
    expect(await late.text()).toContain('Request has expired');
  });

  it('does not reveal what is missing', async () => {
    const { addresses } = await start();
    const answer = await fetch(await read(addresses, 'clean/acme/none'));
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('<Code>AccessDenied</Code>');
  });
});

it('keeps objects beyond the process', async () => {
  const folder = await temporaryDirectory();
  const first = await start(folder);
  await sendForm(upload(first.addresses, { mimeType: 'application/pdf' }), pdf);
  await started.pop()?.stop();
  const second = await start(folder);
  const found = await fetch(await read(second.addresses, 'incoming/acme/1', 'application/pdf'));
  expect(Buffer.from(await found.arrayBuffer())).toEqual(pdf);
});
