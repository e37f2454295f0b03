import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminUpdateUserAttributesCommand,
  ListUsersCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CognitoUserPool, createCognitoClient, findUserPool } from '../../../src/aws/user-pool.ts';
import { localPoolId, startCognito } from '../../../src/local/aws/cognito/start-cognito.ts';
import { openUserPool } from '../../../src/local/hosted-ui/user-pool.ts';
import type { Endpoint } from '../../../src/local/listen.ts';

const local = openUserPool({});
let endpoint: Endpoint;
let cognito: ReturnType<typeof createCognitoClient>;
let pool: CognitoUserPool;
beforeAll(async () => {
  endpoint = await startCognito(local, 'gateway-users');
  cognito = createCognitoClient({
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: endpoint.url,
  });
  pool = new CognitoUserPool(cognito, localPoolId);
});
afterAll(() => endpoint.stop());

const ada = {
  email: 'ada@globex.example',
  name: 'Ada 👩🏽‍🚀 Łove',
  tenantId: 'globex',
  role: 'editor',
} as const;
const named = (Username: string, UserPoolId = localPoolId) => ({ UserPoolId, Username });
const rejected = (error: string) => expect.objectContaining({ name: error });

describe('the gateway’s own port', () => {
  it('finds the pool by its name', async () => {
    expect(await findUserPool(cognito, 'gateway-users')).toBe(localPoolId);
    expect(await findUserPool(cognito, 'gateway-prod-users')).toBeNull();
  });

  it('invites once, finds by id and by address, changes and removes', async () => {
    const created = await pool.create(ada);
    const id = created?.id ?? '';
    expect(created).toMatchObject({ ...ada, status: 'invited', enabled: true });
    expect(local.mails[0]).toMatchObject({ to: ada.email, subject: 'Your temporary password' });
    expect(await pool.create({ ...ada, email: 'ADA@globex.example' })).toBeNull();
    expect(await pool.find(id)).toEqual(created);
    expect(await pool.find('Ada@Globex.example')).toEqual(created);
    expect(await pool.setRole(id, 'viewer')).toBe(true);
    expect(await pool.disable(id)).toBe(true);
    expect(await pool.find(id)).toMatchObject({ role: 'viewer', enabled: false });
    expect(await pool.enable(id)).toBe(true);
    local.users.secondFactors.enrol(id, 'JBSWY3DPEHPK3PXP');
    expect(await pool.find(id)).toMatchObject({ hasSecondFactor: true });
    expect((await pool.list(60, null))?.users.find((user) => user.id === id)?.hasSecondFactor).toBeNull();
    expect(await pool.forgetSecondFactor(id)).toBe(true);
    expect(await pool.find(id)).toMatchObject({ hasSecondFactor: false });
    expect(await pool.inviteAgain(ada.email)).toBe(true);
    expect(local.mails.map(({ to }) => to)).toEqual([ada.email, ada.email]);
    expect(await pool.remove(id)).toBe(true);
    expect(await pool.find(id)).toBeNull();
  });

  it('says when the user does not exist', async () => {
    for (const done of [
      pool.setRole('nobody', 'viewer'),
      pool.disable('nobody'),
      pool.enable('nobody'),
      pool.resetPassword('nobody'),
      pool.inviteAgain('nobody@acme.example'),
      pool.forgetSecondFactor('nobody'),
      pool.signOut('nobody'),
      pool.remove('nobody'),
    ])
      expect(await done).toBe(false);
    expect(await pool.find('nobody')).toBeNull();
  });

  it('creates one user for two simultaneous invitations of one address', async () => {
    const bo = { ...ada, email: 'bo@globex.example' };
    const both = await Promise.all([pool.create(bo), pool.create(bo)]);
    expect(both.filter((created) => created !== null)).toHaveLength(1);
    await pool.remove('bo@globex.example');
  });

  it('lists page by page, each user once, also while one is created', async () => {
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<CognitoUserPool['list']>> = await pool.list(4, after);
      if (!page) throw new Error('the pool forgot where it was');
      expect(page.users.length).toBeLessThanOrEqual(4);
      seen.push(...page.users.map(({ email }) => email));
      if (after === null) await pool.create({ ...ada, email: 'late@globex.example' });
      after = page.next;
    } while (after !== null);
    expect(seen).toEqual(local.users.all().map(({ email }) => email));
    await pool.remove('late@globex.example');
  });

  it('reports a lost page cursor, and an invalid limit', async () => {
    expect(await pool.list(4, 'of-last-week')).toBeNull();
    await expect(pool.list(61, null)).rejects.toThrow();
  });
});

describe('the wire', () => {
  const list = (Filter: string, more = {}) =>
    cognito.send(new ListUsersCommand({ UserPoolId: localPoolId, Filter, ...more }));

  it.each([
    ['email = "editor@acme.example"', ['editor@acme.example']],
    ['email ^= "EDITOR"', ['editor@acme.example']],
    ['name ^= "Ada \\"x"', []],
    ['cognito:user_status = "FORCE_CHANGE_PASSWORD"', []],
    ['status = "Disabled"', []],
  ])('filters by %s', async (filter, emails) => {
    const { Users = [] } = await list(filter, { AttributesToGet: ['email'] });
    expect(Users.map(({ Attributes = [] }) => Attributes)).toEqual(
      emails.map((Value) => [{ Name: 'email', Value }]),
    );
  });

  it.each([
    [
      'an attribute of the pool’s own in a filter',
      () => list('custom:role = "admin"'),
      'InvalidParameterException',
    ],
    ['a filter that is none', () => list('email'), 'InvalidParameterException'],
    ['a page mark of another filter', () => list('', { PaginationToken: 'x' }), 'InvalidParameterException'],
    ['more than sixty', () => list('', { Limit: 61 }), 'InvalidParameterException'],
    [
      'another pool',
      () => cognito.send(new AdminGetUserCommand(named('editor@acme.example', 'eu-west-1_other'))),
      'ResourceNotFoundException',
    ],
    [
      'an unknown user',
      () => cognito.send(new AdminGetUserCommand(named('nobody'))),
      'UserNotFoundException',
    ],
    [
      'an attribute that the pool does not have',
      () =>
        cognito.send(
          new AdminUpdateUserAttributesCommand({
            ...named('editor@acme.example'),
            UserAttributes: [{ Name: 'custom:other', Value: 'x' }],
          }),
        ),
      'InvalidParameterException',
    ],
    [
      'a name that is no address',
      () => cognito.send(new AdminCreateUserCommand(named('ada'))),
      'InvalidParameterException',
    ],
    [
      'an invitation again of somebody who has signed in',
      () =>
        cognito.send(
          new AdminCreateUserCommand({ ...named('editor@acme.example'), MessageAction: 'RESEND' }),
        ),
      'UnsupportedUserStateException',
    ],
  ])('refuses %s', async (_title, send, error) => {
    await expect(send()).rejects.toEqual(rejected(error));
  });

  it('mails no user whom it is to reach by SMS, which is the default', async () => {
    const mailed = local.mails.length;
    const bo = named('bo@globex.example');
    await cognito.send(new AdminCreateUserCommand(bo));
    await cognito.send(
      new AdminCreateUserCommand({ ...bo, MessageAction: 'RESEND', DesiredDeliveryMediums: ['SMS'] }),
    );
    expect(local.mails.length).toBe(mailed);
    await pool.remove('bo@globex.example');
  });

  it('refuses a reset of a user who has not signed in yet', async () => {
    await pool.create({ ...ada, email: 'new@globex.example' });
    await expect(pool.resetPassword('new@globex.example')).rejects.toEqual(
      rejected('NotAuthorizedException'),
    );
    await pool.remove('new@globex.example');
  });
});
