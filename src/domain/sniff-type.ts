import type { FileType } from '../contract/files.ts';

/** Enough of a file to tell its type. */
export const sniffedBytes = 4096;

/**
 * The type of a file by its first bytes, whatever it calls itself; null for one that is not taken.
 * @param start the first 4,096 bytes, or all of a shorter file
 * @see https://mimesniff.spec.whatwg.org/#matching-a-mime-type-pattern
 */
export function sniffType(start: Uint8Array): FileType | null {
  for (const [type, matches] of signatures) if (matches(start)) return type;
  return isText(start) ? 'text/plain' : null;
}

type Matches = (bytes: Uint8Array) => boolean;

const at =
  (offset: number, ...bytes: readonly (number | null)[]): Matches =>
  (start) =>
    bytes.every((byte, n) => byte === null || start[offset + n] === byte);
const chars = (offset: number, text: string): Matches => at(offset, ...Buffer.from(text, 'latin1'));
const both =
  (...all: readonly Matches[]): Matches =>
  (start) =>
    all.every((matches) => matches(start));
const holds =
  (text: string): Matches =>
  (start) =>
    Buffer.from(start).includes(text, 0, 'latin1');

/** ISO base media: `ftyp`, then the brand. @see https://mp4ra.org/registered-types/brands */
const brand =
  (...brands: readonly string[]): Matches =>
  (start) =>
    chars(4, 'ftyp')(start) && brands.includes(Buffer.from(start.subarray(8, 12)).toString('latin1'));
const riff = (kind: string) => both(chars(0, 'RIFF'), chars(8, kind));
/** An Office file is a ZIP archive whose names say which. */
const office = (folder: string) =>
  both(chars(0, 'PK\u0003\u0004'), holds('[Content_Types].xml'), holds(folder));
const webm = both(at(0, 0x1a, 0x45, 0xdf, 0xa3), holds('webm'));

const signatures: readonly (readonly [FileType, Matches])[] = [
  ['image/png', at(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ['image/jpeg', at(0, 0xff, 0xd8, 0xff)],
  ['image/gif', (start) => chars(0, 'GIF87a')(start) || chars(0, 'GIF89a')(start)],
  ['image/webp', riff('WEBP')],
  ['image/heic', brand('heic', 'heix', 'hevc', 'mif1', 'msf1')],
  ['audio/mp4', brand('M4A ', 'M4B ')],
  ['video/quicktime', brand('qt  ')],
  ['video/3gpp', brand('3gp4', '3gp5', '3gp6', '3ge6', '3gg6', '3gs7')],
  [
    'video/mp4',
    brand('isom', 'iso2', 'iso4', 'iso5', 'iso6', 'mp41', 'mp42', 'avc1', 'dash', 'MSNV', 'M4V '),
  ],
  ['audio/wav', riff('WAVE')],
  ['audio/ogg', chars(0, 'OggS')],
  ['audio/amr', chars(0, '#!AMR')],
  ['audio/mpeg', chars(0, 'ID3')],
  // ADTS: the layer bits are zero, where MPEG audio has them set.
  ['audio/aac', (start) => start[0] === 0xff && ((start[1] ?? 0) & 0xf6) === 0xf0],
  ['audio/mpeg', (start) => start[0] === 0xff && ((start[1] ?? 0) & 0xe6) === 0xe2],
  ['audio/webm', both(webm, holds('A_OPUS'), (start) => !holds('V_VP')(start))],
  ['video/webm', webm],
  ['application/pdf', chars(0, '%PDF-')],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', office('word/')],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', office('xl/')],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', office('ppt/')],
];

/** Content that looks like text but is executable by browsers or shells. */
const active = /^\s*(?:<(?:!doctype|html|script|svg|\?xml|body|head|iframe|!--)|#!)/i;

/** UTF-8 without control characters, and no markup: that would be a page. */
function isText(start: Uint8Array): boolean {
  if (start.length === 0) return false;
  // The last character may be cut.
  const whole = start.length < sniffedBytes ? start : start.subarray(0, sniffedBytes - 4);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(whole, {
      stream: start.length >= sniffedBytes,
    });
    // Stryker disable next-line Regex: it would write \V, which no expression has, and no test would load.
    return !/[^\P{Cc}\t\n\v\f\r]/u.test(text) && !active.test(text.replace(/^\ufeff/, ''));
  } catch {
    return false;
  }
}

/** Types that browsers display. */
export type PictureType = Extract<FileType, 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'>;

/** Whether `picturePixels` supports it. */
export function isPicture(type: FileType): type is PictureType {
  return Object.hasOwn(readers, type);
}

/**
 * Width by height of a picture as its headers name them, before anything of it is unpacked; of several, the largest.
 * Null for one that names none.
 * @see RFC 2083 11.2.1, ITU-T T.81 B.2.2, GIF89a 18 and 20, RFC 9649 2
 */
export function picturePixels(type: PictureType, bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let largest: number | null = null;
  try {
    readers[type](view, (width, height) => {
      largest = Math.max(largest ?? 0, width * height);
    });
  } catch (error) {
    // The file is cut: what was found until there counts.
    if (!(error instanceof RangeError)) throw error;
  }
  return largest;
}

/** @throws RangeError where the bytes end too soon */
type Read = (view: DataView, found: (width: number, height: number) => void) => void;

const readers: Readonly<Record<PictureType, Read>> = {
  'image/png': (view, found) => {
    if (nameAt(view, 12) === 'IHDR') found(view.getUint32(16), view.getUint32(20));
  },
  'image/jpeg': readJpeg,
  'image/gif': readGif,
  'image/webp': readWebp,
};

const nameAt = (view: DataView, offset: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((n) => view.getUint8(offset + n)));

/** The frame headers, up to the first scan. */
function readJpeg(...[view, found]: Parameters<Read>): void {
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    // Any number of 0xff may stand before a marker.
    if (marker === 0xff) at += 1;
    else if (marker === 0xda || marker === 0xd9) return;
    else {
      // SOF0 to SOF15, of which DHT, JPG and DAC have the numbers between.
      if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
        found(view.getUint16(at + 7), view.getUint16(at + 5));
      const hasNoLength = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
      at += 2 + (hasNoLength ? 0 : view.getUint16(at + 2));
    }
  }
}

/** The screen's size, and those of all frames: a browser enlarges the screen to the frame. */
function readGif(...[view, found]: Parameters<Read>): void {
  const uint16 = (at: number) => view.getUint16(at, true);
  found(uint16(6), uint16(8));
  for (let at = 13 + colorsBytes(view.getUint8(10)); ; ) {
    const block = view.getUint8(at);
    if (block !== 0x21 && block !== 0x2c) return;
    if (block === 0x2c) found(uint16(at + 5), uint16(at + 7));
    at = afterSubBlocks(view, block === 0x21 ? at + 2 : at + 11 + colorsBytes(view.getUint8(at + 9)));
  }
}

/** The bytes of a color table, by the flags before it. */
const colorsBytes = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** Each sub-block begins with its length; one of length 0 is the last. */
function afterSubBlocks(view: DataView, start: number): number {
  let at = start;
  while (view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
  return at + 1;
}

function readWebp(...[view, found]: Parameters<Read>): void {
  const kind = nameAt(view, 12);
  const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_0000;
  if (kind === 'VP8X') found(uint24(24) + 1, uint24(27) + 1);
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    found((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1);
  }
  if (kind === 'VP8 ') found(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
}
