import { describe, expect, it } from 'vitest';
import { verifyAddress } from '../../../src/channels/contactcenter/verify.ts';

describe('an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.0/24'],
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7', '0.0.0.0/0'],
    ['::ffff:192.0.2.7', '192.0.2.0/24'],
    ['192.0.2.7', '::ffff:192.0.2.0/120'],
    ['2001:db8::1', '2001:db8::/32'],
    ['2001:0DB8:0:0::1', '2001:db8::1'],
    ['2001:db8::1', '::/0'],
  ])('%s may call from %s', (address, network) => {
    expect(() => verifyAddress(address, ['198.51.100.0/24', network])).not.toThrow();
  });

  it.each([
    ['192.0.3.7', ['192.0.2.0/24']],
    ['192.0.2.7', ['::/0']],
    ['2001:db9::1', ['2001:db8::/32']],
    ['2001:db8::1', ['0.0.0.0/0']],
    ['192.0.2.7', ['192.0.2.0/33', 'nonsense', '']],
    ['192.0.2.7, 198.51.100.1', ['192.0.2.0/24']],
    ['', ['0.0.0.0/0']],
    ['192.0.2.7', []],
    ['192.0.2.7', undefined],
  ])('%s may not call from %j', (address, networks) => {
    expect(() => verifyAddress(address, networks)).toThrow(
      expect.objectContaining({ name: 'AddressNotAllowedError', code: 'address_not_allowed', status: 403 }),
    );
  });
});
