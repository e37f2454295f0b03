import { beforeAll, describe, expect, it } from 'vitest';
import { type FunctionName, functions } from '../../lib/functions.ts';
import { composeGateway } from '../../src/lambda/compose.ts';
import { createAdmin } from '../../src/lambda/create-admin.ts';
import { createAdminPeople } from '../../src/lambda/create-admin-people.ts';
import { createAdminUsers } from '../../src/lambda/create-admin-users.ts';
import { createAuthBff } from '../../src/lambda/create-auth-bff.ts';
import { createFiles } from '../../src/lambda/create-files.ts';
import { createInbox } from '../../src/lambda/create-inbox.ts';
import { createRuns } from '../../src/lambda/create-runs.ts';
import { createService } from '../../src/lambda/create-service.ts';
import { createTestChat } from '../../src/lambda/create-test-chat.ts';
import { createUserSync } from '../../src/lambda/create-user-sync.ts';
import { stackOf } from './permissions-of.ts';
import { addresses, resourcesOf, type Synthesized, synthesize } from './synthesize.ts';

let stacks: Synthesized['templates'];
beforeAll(() => {
  stacks = synthesize('prod', { ...addresses, adminOrigins: ['https://desk.example'] }).templates;
});

function environmentOf(name: FunctionName): Record<string, unknown> {
  const found = resourcesOf(stacks[stackOf[name]], 'AWS::Lambda::Function').find(
    ({ properties }) => properties.FunctionName === `gateway-prod-${name}`,
  );
  return found?.properties.Environment.Variables;
}

/** References stand for what CloudFormation puts there. */
function resolved(name: FunctionName): Record<string, string> {
  const entries = Object.entries(environmentOf(name));
  return Object.fromEntries(
    entries.map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

const gatewayFunctions = Object.entries(functions).flatMap(([name, { bundle }]) =>
  bundle === 'gateway' ? [name as FunctionName] : [],
);
/** Read by Powertools, not by the entries. */
const byPowertools = ['POWERTOOLS_LOG_LEVEL'];

type Given = Readonly<Record<string, string | undefined>>;

/** Composes a function from its environment. @returns the settings that it has and does not read */
function unread(name: FunctionName, compose: (env: Given) => unknown): readonly string[] {
  const read = new Set(byPowertools);
  const env: Given = new Proxy(resolved(name), {
    get(settings, key) {
      read.add(String(key));
      return Reflect.get(settings, key);
    },
  });
  compose(env);
  return Object.keys(resolved(name)).filter((key) => !read.has(key));
}

describe('the environment', () => {
  it.each(gatewayFunctions)('of %s is what its entry reads, with nothing unknown', (name) => {
    expect(unread(name, composeGateway)).toEqual([]);
    const own = resolved(name);
    expect(own).toMatchObject({
      TABLE_PREFIX: 'gateway-prod-',
      POWERTOOLS_SERVICE_NAME: name,
      STAGE: 'prod',
    });
    expect(own.OUTBOUND_QUEUE_URL).toMatch(/Outbound/);
    expect(own.TURNS_QUEUE_URL).toMatch(/Turns/);
    expect(own.ID_SECRET_ARN !== undefined).toBe(['webchat', 'poll', 'webhook'].includes(name));
    expect(own.ID_SECRET_ARN ?? 'IdSecret').toMatch(/IdSecret/);
  });

  it.each<[FunctionName, (env: Given) => unknown, Readonly<Record<string, RegExp>>]>([
    [
      'auth-bff',
      createAuthBff,
      { TABLE_PREFIX: /^gateway-prod-$/, ADMIN_ORIGINS: /Distribution.*DomainName/ },
    ],
    ['admin', createAdmin, { TENANT_SECRET_PREFIX: /^gateway-prod-tenant\/$/ }],
    ['admin-users', createAdminUsers, { USER_POOL_ID: /Users/ }],
    ['admin-people', createAdminPeople, { ID_SECRET_ARN: /IdSecret/ }],
    ['user-sync', createUserSync, { USER_POOL_ID: /Users/, STAGE: /^prod$/ }],
    ['runs', createRuns, { RUNS_QUEUE_URL: /RunRoute/ }],
    ['files', createFiles, { FILES_BUCKET: /FilesBucket/ }],
    ['admin-desk', createInbox, { EVENT_BUS_NAME: /messaging-gateway|Bus/ }],
    ['admin-inbox', createInbox, { EVENT_BUS_NAME: /messaging-gateway|Bus/ }],
    ['service', createService, { ID_SECRET_ARN: /IdSecret/, FILES_BUCKET: /FilesBucket/ }],
    ['test-chat', createTestChat, { ID_SECRET_ARN: /IdSecret/ }],
  ])('of %s is what its entry reads, with nothing unknown', (name, create, expected) => {
    const own = resolved(name);
    expect(unread(name, create)).toEqual([]);
    for (const [setting, value] of Object.entries(expected)) expect(own[setting]).toMatch(value);
  });

  it.each<FunctionName>(['auth-bff', 'admin', 'admin-users', 'admin-people', 'admin-desk'])(
    'of %s names the origins of the admin application',
    (name) => expect(resolved(name).ADMIN_ORIGINS).toContain(',https://desk.example'),
  );

  it('names secrets and holds none', () => {
    for (const name of Object.keys(stackOf) as FunctionName[]) {
      const variables = environmentOf(name);
      for (const secret of ['ID_SECRET', 'WEBHOOK_VERIFY_TOKENS', 'LLM_API_KEY'])
        expect(variables).not.toHaveProperty(secret);
      expect(JSON.stringify(variables)).not.toContain('{{resolve');
    }
    expect(resolved('webhook').WEBHOOK_VERIFY_TOKENS_ARN).toMatch(/VerifyTokens/);
    expect(environmentOf('poll')).not.toHaveProperty('WEBHOOK_VERIFY_TOKENS_ARN');
  });
});
