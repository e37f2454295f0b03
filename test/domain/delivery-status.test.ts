import { describe, expect, it } from 'vitest';
import { deliveryRank, deliveryStates } from '../../src/domain/delivery-status.ts';
import { accountSecrets } from '../../src/domain/tenant-folder.ts';

describe('a delivery status', () => {
  it('ranks from sent to read, so that a late one is recognized', () => {
    expect(deliveryStates.toSorted((a, b) => deliveryRank(a) - deliveryRank(b))).toEqual([
      'sent',
      'failed',
      'delivered',
      'read',
    ]);
  });
});

describe("an account's secrets", () => {
  it('are the current and the previous of each role, and none where there is none', () => {
    const account = {
      id: 'a',
      channel: 'chatapp' as const,
      flow: 'f',
      secrets: { app_secret: 'app', sending_token: 'send', hmac_secret: 'gone', password: 'blank' },
    };
    const known = { app: 'new', app_previous: 'old', send: 'token', blank: '' };
    expect(accountSecrets(account, known)).toEqual({
      app_secret: ['new', 'old'],
      sending_token: ['token'],
      hmac_secret: [],
      password: [],
    });
  });
});
