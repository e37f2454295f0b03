import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditTable } from '../../src/aws/audit-table.ts';
import { AwsError, startJsonEndpoint } from '../../src/local/aws/json-endpoint.ts';
import { runCli } from '../support/run-cli.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ background: false });
});
afterAll(() => stack.stop());

const create = (...more: readonly string[]) => ['user', 'invite', 'ada@acme.example', ...more];
const editor = ['--tenant', 'acme', '--role', 'editor'];

describe('on AWS', () => {
  /** What AdminCreateUser was called with, and the pools that there are. */
  const created: Record<string, unknown>[] = [];
  let cognito: Awaited<ReturnType<typeof startJsonEndpoint>>;
  beforeAll(async () => {
    cognito = await startJsonEndpoint({
      ListUserPools: ({ NextToken }) =>
        NextToken === 'more'
          ? { UserPools: [{ Id: 'pool-2', Name: 'gateway-users' }] }
          : { UserPools: [{ Id: 'pool-1', Name: 'somebody-elses' }], NextToken: 'more' },
      AdminCreateUser(input) {
        if (created.length > 0) throw new AwsError('UsernameExistsException', 'User account already exists');
        created.push(input);
        return { User: { Username: 'u1', Attributes: [{ Name: 'sub', Value: 'u1' }] } };
      },
      AdminGetUser() {
        return { Username: 'u1', UserAttributes: [{ Name: 'sub', Value: 'u1' }] };
      },
    });
  });
  afterAll(() => cognito.stop());

  const gateway = (args: readonly string[]) =>
    runCli([...args, '--prefix', 'gateway-'], {
      env: Object.fromEntries(
        Object.entries({ ...stack.env, AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: cognito.url }).flatMap(
          ([name, value]) => (value === undefined ? [] : [[name, value]]),
        ),
      ),
    });

  it('a dry run creates no user', async () => {
    const run = await gateway(create(...editor, '--dry-run'));
    expect(run).toMatchObject({ code: 0, out: expect.stringContaining('would be invited') });
    expect(created).toEqual([]);
  });

  it('creates the user in the pool of the stage, with tenant, role and a verified address', async () => {
    const run = await gateway(create(...editor, '--name', 'Ada', '--json'));
    expect(run.code).toBe(0);
    expect(JSON.parse(run.out)).toMatchObject({ id: 'u1', tenantId: 'acme', role: 'editor' });
    expect(created).toEqual([
      {
        UserPoolId: 'pool-2',
        Username: 'ada@acme.example',
        DesiredDeliveryMediums: ['EMAIL'],
        UserAttributes: [
          { Name: 'email', Value: 'ada@acme.example' },
          { Name: 'email_verified', Value: 'true' },
          { Name: 'name', Value: 'Ada' },
          { Name: 'custom:tenant_id', Value: 'acme' },
          { Name: 'custom:role', Value: 'editor' },
        ],
      },
    ]);
  });

  it('says that the user exists already', async () => {
    const run = await gateway(create(...editor));
    expect(run).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is a user ada@acme.example already.'),
    });
  });
});

describe('locally', () => {
  it('invites the user at once, and once', async () => {
    const local = ['--endpoint', stack.url];
    const dry = await runCli([...create(...editor, '--dry-run'), ...local]);
    expect(dry).toMatchObject({ code: 0, out: expect.stringContaining('would be invited') });
    expect(stack.userPool.users.byEmail('ada@acme.example')).toBeUndefined();
    const run = await runCli([...create(...editor), ...local]);
    expect(run.code).toBe(0);
    const invited = { tenantId: 'acme', role: 'editor', status: 'FORCE_CHANGE_PASSWORD' };
    expect(stack.userPool.users.byEmail('ada@acme.example')).toMatchObject(invited);
    expect((await runCli([...create(...editor), ...local])).code).toBe(1);
  });

  it('lists, changes and deletes, each with its audit entry', async () => {
    const run = async (...args: readonly string[]) => {
      const ran = await runCli(['user', ...args, '--endpoint', stack.url, '--json']);
      return { ...ran, data: ran.code === 0 ? JSON.parse(ran.out) : null };
    };
    const email = 'edgar@acme.example';
    const stateOf = async () => {
      const { data } = await run('list', '--tenant', 'acme');
      return data.find((user: { email: string }) => user.email === email);
    };
    await run('invite', email, '--name', 'Edgar 🦔', '--tenant', 'acme', '--role', 'viewer');
    expect(await stateOf()).toMatchObject({ name: 'Edgar 🦔', role: 'viewer', status: 'invited' });
    const mails = stack.userPool.mails.length;
    expect((await run('reset', email)).code).toBe(0);
    expect(stack.userPool.mails).toHaveLength(mails + 1);
    await run('set-role', email, '--role', 'editor');
    // What somebody has is given back by a task on the queue: nothing is to be said of it.
    expect((await run('disable', email)).err).toBe('');
    expect(await stateOf()).toMatchObject({ role: 'editor', status: 'disabled' });
    expect((await run('reset', email)).err).toContain('enable them first');
    await run('enable', email);
    expect(await stateOf()).toMatchObject({ status: 'invited' });
    expect((await run('delete', email)).code).toBe(2);
    expect((await run('delete', email, '--confirm', email)).code).toBe(0);
    expect(await stateOf()).toBeUndefined();
    expect((await run('disable', email)).err).toContain('There is no user');
    const last = await run('set-role', 'admin@acme.example', '--role', 'viewer');
    expect(last).toMatchObject({ code: 1, err: expect.stringContaining('last admin') });
    const audit = new AuditTable(stack.clients.dynamodb, String(stack.env.TABLE_PREFIX));
    const { entries } = await audit.list('acme', { from: '0', to: 'Z' }, 100);
    expect(entries.map(({ action, outcome, who }) => `${who.id} ${action} ${outcome}`).slice(0, 8)).toEqual([
      'command-line user.set-role failed',
      'command-line user.delete done',
      'command-line user.enable done',
      'command-line user.disable done',
      'command-line user.set-role done',
      'command-line user.reset-password done',
      'command-line user.invite done',
      expect.any(String),
    ]);
  });

  it('syncs the directory with changes in the pool itself', async () => {
    const { users } = stack.userPool;
    const viewer = users.byEmail('viewer@acme.example');
    if (!viewer) throw new Error('nobody');
    users.put({ ...viewer, role: 'editor' });
    const run = await runCli(['user', 'sync', '--endpoint', stack.url]);
    expect(run).toMatchObject({ code: 0, out: expect.stringContaining('are in sync') });
    const listed = await runCli(['user', 'list', '--tenant', 'acme', '--endpoint', stack.url]);
    expect(listed.out).toMatch(/viewer@acme\.example +editor +active/);
  });

  it.each([
    ['a tenant that is not there', create('--tenant', 'nobody', '--role', 'editor'), 1],
    ['a role that is none', create('--tenant', 'acme', '--role', 'owner'), 2],
    ['nobody', ['user', 'invite', ...editor], 2],
    ['an address that is none', ['user', 'invite', 'ada', ...editor], 2],
  ])('refuses %s', async (_title, args, code) => {
    const run = await runCli([...args, '--endpoint', stack.url]);
    expect(run).toMatchObject({ code, out: '' });
    expect(run.err).not.toBe('');
  });
});
