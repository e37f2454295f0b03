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

/** Of what only looks like text and is a program for browsers, or for a shell. */
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
