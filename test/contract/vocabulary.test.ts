import { describe, expect, it } from 'vitest';
import { fitAttachment } from '../../src/channels/reading.ts';
import { attachment } from '../../src/contract/vocabulary.ts';

const nothing = {
  ...{
    mediaId: undefined,
    mimeType: undefined,
    filename: undefined,
    sizeBytes: undefined,
    sha256: undefined,
  },
  ...{ caption: undefined, latitude: undefined, longitude: undefined, name: undefined },
};
const fitted = (url: string) => fitAttachment({ ...nothing, type: 'image', url });

describe("an attachment's URL", () => {
  it.each(['https://files.example/a.png', 'http://127.0.0.1:3000/a?b=c#d', 'HTTPS://files.example/ä'])(
    'may be %s',
    (url) => {
      expect(attachment.safeParse({ type: 'image', url }).success).toBe(true);
    },
  );

  it('from a provider is a public link, or left out', () => {
    expect(fitted('https://files.example/a.png').url).toBe('https://files.example/a.png');
    for (const url of ['http://files.example/a', 'https://10.0.0.1/a', 'https://me:pw@files.example/a'])
      expect(fitted(url)).toEqual({ type: 'image' });
  });

  it.each([
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,hi',
    'ftp://files.example/a',
    '//files.example/a',
    'https:files.example',
    'https://',
    'https://a b',
    'https:\\\\files.example',
    'a.png',
    '',
  ])("can't be %j, and is left out when a provider sends it", (url) => {
    expect(attachment.safeParse({ type: 'image', url }).success).toBe(false);
    expect(fitted(url)).toEqual({ type: 'image' });
  });
});

it('a name of a file that a provider sent is cleaned', () => {
  const filename = 'a\r\n\u202egpj.exe';
  expect(fitAttachment({ ...nothing, type: 'document', url: undefined, filename }).filename).toBe('agpj.exe');
});
