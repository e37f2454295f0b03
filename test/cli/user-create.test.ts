import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localStack, localStackPath } from '../../src/contract/local-stack.ts';
import { AwsError, startJsonEndpoint } from '../../src/local/aws/json-endpoint.ts';
import { runCli } from '../support/run-cli.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ background: false });
});
afterAll(() => stack.stop());

const create = (...more: readonly string[]) => ['user', 'create', '--email', 'ada@acme.example', ...more];
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

  it('a dry run creates nobody', async () => {
    const run = await gateway(create(...editor, '--dry-run'));
    expect(run).toMatchObject({ code: 0, out: expect.stringContaining('would be created in gateway-users') });
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

  it('says that there is such a user already', async () => {
    const run = await gateway(create(...editor));
    expect(run).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is a user ada@acme.example already.'),
    });
  });
});

describe('on this machine', () => {
  /** The description of the real stack, but with a users' file that a test may change. */
  async function gatewayWith(usersFile: string, args: readonly string[]) {
    const described = localStack.parse(await (await fetch(stack.url + localStackPath)).json());
    const server = createServer((_request, response) =>
      response.end(JSON.stringify({ ...described, usersFile })),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      return await runCli([...args, '--endpoint', `http://127.0.0.1:${port}`]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }
  const users = (file: string) => JSON.parse(readFileSync(file, 'utf8')).users;

  it('adds the user to the file of the hosted sign-in, once', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'users-')), 'users.json');
    writeFileSync(file, '{"users":[{"email":"old@acme.example","id":"1"}]}');
    const dry = await gatewayWith(file, create(...editor, '--dry-run'));
    expect(dry.code).toBe(0);
    expect(users(file)).toHaveLength(1);
    const run = await gatewayWith(file, create(...editor));
    expect(run.code).toBe(0);
    const [old, ada] = users(file);
    expect(old).toEqual({ email: 'old@acme.example', id: '1' });
    expect(ada).toMatchObject({ email: 'ada@acme.example', tenantId: 'acme', role: 'editor' });
    expect(JSON.stringify(run)).not.toContain(ada.password);
    expect((await gatewayWith(file, create(...editor))).code).toBe(1);
    expect(users(file)).toHaveLength(2);
  });

  it.each([
    ['a tenant that is not there', create('--tenant', 'nobody', '--role', 'editor'), 1],
    ['a role that is none', create('--tenant', 'acme', '--role', 'owner'), 2],
    ['an address that is none', ['user', 'create', '--email', 'ada', ...editor], 2],
  ])('refuses %s', async (_title, args, code) => {
    const run = await runCli([...args, '--endpoint', stack.url]);
    expect(run).toMatchObject({ code, out: '' });
    expect(run.err).not.toBe('');
  });
});
