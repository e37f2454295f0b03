import { createHash } from 'node:crypto';
import { headers as names } from '../../../contract/headers.ts';
import type { FileType } from '../page/protocol.ts';
import type { SimulatedAccount } from '../provider.ts';

/** The lifetime of a file's URL. @see https://developers.facebook.com/docs/whatsapp/cloud-api/reference/media */
const addressMs = 5 * 60_000;
const base64 = (text: string) => Buffer.from(text, 'base64');

/** The files that users can send: the smallest valid file of each type. */
const samples: Readonly<Record<FileType, { readonly mimeType: string; readonly bytes: Buffer }>> = {
  image: {
    mimeType: 'image/jpeg',
    bytes: base64(
      '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
    ),
  },
  audio: {
    mimeType: 'audio/ogg; codecs=opus',
    bytes: Buffer.concat([Buffer.from('OggS'), Buffer.alloc(24)]),
  },
  video: { mimeType: 'video/mp4', bytes: Buffer.from('\0\0\0\u0018ftypisom\0\0\u0002\0isomiso2', 'latin1') },
  document: { mimeType: 'application/pdf', bytes: Buffer.from('%PDF-1.4\ntrailer <<>>\n%%EOF\n') },
  sticker: {
    mimeType: 'image/webp',
    bytes: base64('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'),
  },
};
const types = Object.keys(samples) as FileType[];

/** A file in a webhook; its ID identifies it. */
export function fileFacts(type: FileType, messageId: string) {
  const { mimeType, bytes } = samples[type];
  const digits = createHash('sha256').update(messageId).digest().readUIntBE(0, 6);
  return {
    id: `${types.indexOf(type) + 1}${digits}`,
    mime_type: mimeType,
    sha256: createHash('sha256').update(bytes).digest('base64'),
  };
}

/** A call that reads: a file, where it lies, or templates. */
export interface MediaCall {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** The response. */
export interface MediaAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer | string;
}

/** Answers with JSON. */
export const json = (status: number, body: object): MediaAnswer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
});
const noSuchObject = json(404, { error: { code: 100, message: 'Unsupported get request.' } });
const attachments = '/whatsapp_business/attachments/';

/**
 * Serves `GET /{media id}` of both chat apps, and the returned URL: for five minutes, to anyone with the token.
 * @param self the simulator's own URL
 */
export function answerMedia(
  { url, headers }: MediaCall,
  accounts: readonly SimulatedAccount[],
  { self, nowMs }: { readonly self: string; readonly nowMs: number },
): MediaAnswer {
  const token = /^Bearer (.+)$/.exec(String(headers.authorization ?? ''))?.[1] ?? headers[names.chatappBKey];
  const isKnown = accounts.some(({ secret }) => token !== undefined && secret('sending_token') === token);
  if (!isKnown) return json(401, { error: { code: 190, message: 'Invalid OAuth access token' } });
  const isFile = url.pathname === attachments;
  const id = isFile ? (url.searchParams.get('mid') ?? '') : (url.pathname.split('/').at(-1) ?? '');
  const sample = /^[1-5]\d+$/.test(id) ? samples[types[Number(id[0]) - 1] ?? 'image'] : undefined;
  if (!sample) return noSuchObject;
  if (isFile) {
    if (!(Number(url.searchParams.get('ext')) > nowMs)) return noSuchObject;
    return { status: 200, type: sample.mimeType, body: sample.bytes };
  }
  return json(200, {
    messaging_product: 'whatsapp',
    url: `${self}${attachments}?mid=${id}&ext=${nowMs + addressMs}`,
    mime_type: sample.mimeType,
    sha256: createHash('sha256').update(sample.bytes).digest('hex'),
    file_size: sample.bytes.length,
    id,
  });
}
