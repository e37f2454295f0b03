import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PictureType, picturePixels } from '../../src/domain/sniff-type.ts';
import { png } from '../support/files.ts';

type Part = string | readonly number[] | Uint8Array;
const bytes = (...parts: readonly Part[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );
const big = (n: number) => [n >> 8, n & 0xff];
const little = (n: number) => [n & 0xff, (n >> 8) & 0xff];

const segment = (marker: number, ...content: readonly number[]) => [
  ...[0xff, marker, ...big(content.length + 2)],
  ...content,
];
const frame = (marker: number, width: number, height: number) =>
  segment(marker, 8, ...big(height), ...big(width), 3);
const jpeg = (...parts: readonly Part[]) => bytes([0xff, 0xd8], ...parts);
/** With a table of two colors, as the flags say. */
const gif = (width: number, height: number, ...parts: readonly Part[]) =>
  bytes('GIF89a', little(width), little(height), [0x80, 0, 0], [0, 0, 0, 1, 1, 1], ...parts);
const image = (width: number, height: number) =>
  bytes([0x2c, 0, 0, 0, 0], little(width), little(height), [0x80], [0, 0, 0, 1, 1, 1], [2, 2, 76, 1, 0]);
const comment = bytes([0x21, 0xfe, 3], 'abc', [2], 'de', [0]);
const webp = (...parts: readonly Part[]) => bytes('RIFF', [0, 0, 0, 0], 'WEBP', ...parts);
/** Fourteen bits of each, less one. */
const lossless = (width: number, height: number) => {
  const packed = Buffer.alloc(4);
  packed.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0);
  return packed;
};

describe('the size of a picture', () => {
  it.each<[string, PictureType, Buffer, number]>([
    ['PNG', 'image/png', png, 1],
    ['JPEG', 'image/jpeg', jpeg(frame(0xc0, 640, 480), [0xff, 0xda]), 640 * 480],
    [
      'progressive JPEG behind a preview',
      'image/jpeg',
      jpeg(segment(0xe1, ...frame(0xc0, 9, 9)), [0xff, 0xff], frame(0xc2, 4000, 3000), [0xff, 0xda]),
      12_000_000,
    ],
    [
      'arithmetic JPEG',
      'image/jpeg',
      jpeg(segment(0xc4, 1), [0xff, 0x01], frame(0xc9, 65_535, 65_535), [0xff, 0xda]),
      65_535 ** 2,
    ],
    [
      'JPEG of two frames',
      'image/jpeg',
      jpeg(frame(0xc0, 1, 1), frame(0xc1, 60_000, 60_000), [0xff, 0xd9]),
      60_000 ** 2,
    ],
    ['JPEG that is cut', 'image/jpeg', jpeg(frame(0xc0, 640, 480)), 640 * 480],
    ['GIF', 'image/gif', gif(320, 200, image(320, 200), [0x3b]), 64_000],
    [
      'GIF of a large frame on a small screen',
      'image/gif',
      gif(1, 1, comment, image(2, 2), image(65_535, 65_535), [0x3b]),
      65_535 ** 2,
    ],
    [
      'WebP',
      'image/webp',
      webp('VP8 ', [0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a], little(640), little(480)),
      640 * 480,
    ],
    ['lossless WebP', 'image/webp', webp('VP8L', [0, 0, 0, 0, 0x2f], lossless(16_384, 16_384)), 16_384 ** 2],
    [
      'extended WebP',
      'image/webp',
      webp('VP8X', [10, 0, 0, 0, 0, 0, 0, 0], [...little(59_999), 0], [...little(59_999), 0]),
      60_000 ** 2,
    ],
  ])('%s', (_, type, file, pixels) => {
    expect(picturePixels(type, file)).toBe(pixels);
  });

  it('is unknown when the picture is cut before it', () => {
    expect(picturePixels('image/png', png.subarray(0, 20))).toBeNull();
    expect(picturePixels('image/jpeg', jpeg(segment(0xe0, 1, 2)))).toBeNull();
    expect(picturePixels('image/gif', bytes('GIF89a', [1]))).toBeNull();
    expect(picturePixels('image/webp', webp('VP8X'))).toBeNull();
    expect(picturePixels('image/webp', webp('JUNK', [0, 0, 0, 0], 'VP8 '))).toBeNull();
  });

  it('is unknown or right, whatever the bytes are', () => {
    const types = fc.constantFrom<PictureType>('image/png', 'image/jpeg', 'image/gif', 'image/webp');
    fc.assert(
      fc.property(types, fc.uint8Array({ maxLength: 200 }), (type, file) => {
        const pixels = picturePixels(type, file);
        expect(pixels === null || pixels >= 0).toBe(true);
      }),
    );
  });
});
