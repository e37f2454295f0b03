import { describe, expect, it } from 'vitest';
import type { ChannelAccount } from '../../src/contract/directory.ts';
import { splitSecrets } from '../../src/domain/tenant-folder.ts';

const account: ChannelAccount = {
  id: 'a',
  channel: 'chatapp',
  flow: 'support',
  secrets: { app_secret: 'app', sending_token: 'send' },
};
const folder = {
  tenant: {
    id: 't',
    name: 'T',
    status: 'active' as const,
    flow_secrets: { orders: { hosts: ['o.example'] } },
  },
  widgets: [
    { id: 'w', flow: 'support', allowed_origins: [], signing_secret: 'sign', identity_secret: 'who' },
  ],
  channels: [account],
};
const named = (...names: string[]) => Object.fromEntries(names.map((name) => [name, `${name}-value`]));

describe('the secrets of a tenant', () => {
  it('for sending are kept from all others, previous ones too', () => {
    const others = ['app', 'app_previous', 'sign', 'who', 'orders', 'unknown'];
    const secrets = named('send', 'send_previous', ...others);
    expect(splitSecrets({ ...folder, secrets })).toEqual({
      sending: named('send', 'send_previous'),
      verifying: named(...others),
    });
  });

  it('that serve both are in both', () => {
    const channels = [{ ...account, secrets: { app_secret: 'one', sending_token: 'one' } }];
    const secrets = named('one');
    expect(splitSecrets({ ...folder, channels, secrets })).toEqual({ sending: secrets, verifying: secrets });
  });

  it('of an account that the folder no longer holds stay', () => {
    const secrets = named('old', 'app');
    expect(splitSecrets({ ...folder, channels: [], secrets }, ['old', 'app'])).toEqual({
      sending: secrets,
      verifying: {},
    });
    expect(splitSecrets({ ...folder, secrets }, ['old', 'app'])).toEqual({
      sending: named('old'),
      verifying: named('app'),
    });
  });
});
