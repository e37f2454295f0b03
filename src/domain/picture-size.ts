import type { FileType } from '../contract/files.ts';

/** Of the types that browsers show. */
export type PictureType = Extract<FileType, 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'>;

/** Whether `picturePixels` reads it. */
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
