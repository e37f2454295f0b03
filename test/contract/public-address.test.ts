import { describe, expect, it } from 'vitest';
import { isPublicAddress, isPublicLink, publicLink } from '../../src/contract/public-address.ts';

describe('a public address', () => {
  it.each(['8.8.8.8', '93.184.216.34', '2606:4700::1111', '2001:4860:4860::8888'])('is %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:8.8.8.8',
    '::ffff:127.0.0.1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
  ])('is not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('a public link', () => {
  it.each([
    'https://shop.example/a.pdf',
    'HTTPS://Shop.Example:8443/a%20b?c=d#e',
    'https://xn--bcher-kva.example/',
    'https://bücher.example/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://localhost.example/',
  ])('is %s', (link) => {
    expect(isPublicLink(link)).toBe(true);
  });

  it.each([
    'http://shop.example/',
    'ftp://shop.example/',
    'data:text/html,<p>',
    '//shop.example/',
    '',
    'https://',
    'https://user@shop.example/',
    'https://user:secret@shop.example/',
    'https://:secret@shop.example/',
    'https://shop.example\\@evil.example/',
    'https://shop.example/\u202efdp.exe',
    'https://shop.example/a b',
    'https://shop.example/\r\nX: y',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://017700000001/',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1./',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fd00:ec2::254]/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://a.localhost/',
    'https://printer/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://router.home.arpa/',
    `https://shop.example/${'x'.repeat(2048)}`,
  ])('is not %j', (link) => {
    expect(publicLink.safeParse(link).success).toBe(false);
  });
});
