import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sniffedBytes, sniffType } from '../../src/domain/sniff-type.ts';
import { pdf, png } from '../support/files.ts';

const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );
const riff = (kind: string) => bytes('RIFF', [1, 2, 3, 4], kind);
const iso = (brand: string) => bytes([0, 0, 0, 24], 'ftyp', brand);
const zip = (...names: readonly string[]) => bytes('PK\u0003\u0004', [20, 0], ...names);
const webm = [0x1a, 0x45, 0xdf, 0xa3];

describe('a file is recognized by its first bytes', () => {
  it.each([
    ['image/png', png],
    ['image/jpeg', bytes([0xff, 0xd8, 0xff, 0xe0])],
    ['image/gif', bytes('GIF89a')],
    ['image/webp', riff('WEBP')],
    ['image/heic', iso('heic')],
    ['audio/wav', riff('WAVE')],
    ['audio/mp4', iso('M4A ')],
    ['video/mp4', iso('isom')],
    ['video/3gpp', iso('3gp5')],
    ['video/quicktime', iso('qt  ')],
    ['audio/ogg', bytes('OggS')],
    ['audio/amr', bytes('#!AMR\n')],
    ['audio/mpeg', bytes('ID3', [3, 0])],
    ['audio/mpeg', bytes([0xff, 0xfb, 0x90, 0x44])],
    ['audio/aac', bytes([0xff, 0xf1, 0x50, 0x80])],
    ['audio/webm', bytes(webm, 'webm', 'A_OPUS')],
    ['video/webm', bytes(webm, 'webm', 'V_VP9', 'A_OPUS')],
    ['application/pdf', pdf],
    [
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      zip('[Content_Types].xml', 'word/document.xml'),
    ],
    [
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      zip('[Content_Types].xml', 'xl/workbook.xml'),
    ],
    ['text/plain', Buffer.from('Grüße, 5 < 6\r\n\tund mehr')],
    ['text/plain', Buffer.from('ü'.repeat(sniffedBytes)).subarray(0, sniffedBytes)],
    ['text/plain', Buffer.from(`a${'ü'.repeat(sniffedBytes)}`).subarray(0, sniffedBytes)],
  ])('%s', (type, start) => {
    expect(sniffType(start)).toBe(type);
  });
});

describe('an unsupported file', () => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('\ufeff \n<!DOCTYPE html><p>')],
    ['a script in a page', Buffer.from('<script>alert(1)</script>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['XML', Buffer.from('<?xml version="1.0"?><x/>')],
    ['a shell script', Buffer.from('#!/bin/sh\nrm -rf /')],
    ['a program for Windows', bytes('MZ', [0x90, 0])],
    ['a program for Linux', bytes([0x7f], 'ELF')],
    ['an archive', zip('a.txt')],
    ['an app for Android', zip('AndroidManifest.xml')],
    ['a text in another encoding', bytes('Gr', [0xfc], 'ße')],
    ['a text with a NUL', bytes('a', [0], 'b')],
  ])('%s', (_, start) => {
    expect(sniffType(start)).toBeNull();
  });
});

it('any bytes are of one type or none, and bytes after the first 4,096 change nothing', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5_000 }), fc.uint8Array({ maxLength: 50 }), (start, more) => {
      const first = sniffType(start.subarray(0, sniffedBytes));
      if (start.length >= sniffedBytes)
        expect(sniffType(Buffer.concat([start, more]).subarray(0, sniffedBytes))).toBe(first);
    }),
  );
});

it('text that begins as a page does is never accepted, however it is spaced', () => {
  const tag = fc.constantFrom('<html', '<HTML', '<!doctype', '<script', '<svg', '<iframe', '<body');
  fc.assert(
    fc.property(fc.stringMatching(/^\s{0,20}$/), tag, fc.string(), (space, begin, rest) => {
      expect(sniffType(Buffer.from(space + begin + rest))).toBeNull();
    }),
  );
});
