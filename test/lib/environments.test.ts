import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type FunctionName, functions } from '../../lib/functions.ts';
import { adminFunctionSettings } from '../../src/lambda/create-admin.ts';
import { adminPeopleSettings } from '../../src/lambda/create-admin-people.ts';
import { adminUsersSettings } from '../../src/lambda/create-admin-users.ts';
import { authBffSettings } from '../../src/lambda/create-auth-bff.ts';
import { filesFunctionSettings } from '../../src/lambda/create-files.ts';
import { inboxSettings } from '../../src/lambda/create-inbox.ts';
import { runsFunctionSettings } from '../../src/lambda/create-runs.ts';
import { serviceSettings } from '../../src/lambda/create-service.ts';
import { testChatSettings } from '../../src/lambda/create-test-chat.ts';
import { userSyncSettings } from '../../src/lambda/create-user-sync.ts';
import { settings } from '../../src/lambda/settings.ts';
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

describe('the environment', () => {
  it.each(gatewayFunctions)('of %s is what its entry parses, with nothing unknown', (name) => {
    const known = z.strictObject(settings.def.shape);
    const own = Object.entries(resolved(name)).filter(([key]) => !byPowertools.includes(key));
    const parsed = known.parse(Object.fromEntries(own));
    expect(parsed).toMatchObject({
      TABLE_PREFIX: 'gateway-prod-',
      POWERTOOLS_SERVICE_NAME: name,
      STAGE: 'prod',
    });
    expect(parsed.OUTBOUND_QUEUE_URL).toMatch(/Outbound/);
    expect(parsed.TURNS_QUEUE_URL).toMatch(/Turns/);
    expect(parsed.ID_SECRET_ARN !== undefined).toBe(['webchat', 'poll', 'webhook'].includes(name));
    expect(parsed.ID_SECRET_ARN ?? 'IdSecret').toMatch(/IdSecret/);
  });

  it('of the session endpoint names the origins of the admin application', () => {
    const parsed = authBffSettings.parse(resolved('auth-bff'));
    expect(parsed.TABLE_PREFIX).toBe('gateway-prod-');
    expect(parsed.ADMIN_ORIGINS).toMatch(/DistributionDomainName|Distribution.*DomainName/);
    expect(parsed.ADMIN_ORIGINS).toContain(',https://desk.example');
  });

  it('of the admin API is what its entry parses, with nothing unknown', () => {
    const own = Object.entries(resolved('admin')).filter(([key]) => !byPowertools.includes(key));
    const parsed = z.strictObject(adminFunctionSettings.def.shape).parse(Object.fromEntries(own));
    expect(parsed).toMatchObject({ TENANT_SECRET_PREFIX: 'gateway-prod-tenant/', STAGE: 'prod' });
    expect(parsed.ADMIN_ORIGINS).toContain(',https://desk.example');
  });

  it('of the user routes names the pool', () => {
    const own = Object.entries(resolved('admin-users')).filter(([key]) => !byPowertools.includes(key));
    const parsed = z.strictObject(adminUsersSettings.def.shape).parse(Object.fromEntries(own));
    expect(parsed.USER_POOL_ID).toMatch(/Users/);
    expect(parsed.ADMIN_ORIGINS).toContain(',https://desk.example');
  });

  it('of the visitor data routes names the key of IDs', () => {
    const own = Object.entries(resolved('admin-people')).filter(([key]) => !byPowertools.includes(key));
    const parsed = z.strictObject(adminPeopleSettings.def.shape).parse(Object.fromEntries(own));
    expect(parsed.ID_SECRET_ARN).toMatch(/IdSecret/);
    expect(parsed.ADMIN_ORIGINS).toContain(',https://desk.example');
  });

  it('of the user sync names the pool and the stage', () => {
    const own = Object.entries(resolved('user-sync')).filter(([key]) => !byPowertools.includes(key));
    const parsed = z.strictObject(userSyncSettings.def.shape).parse(Object.fromEntries(own));
    expect(parsed).toMatchObject({ STAGE: 'prod', USER_POOL_ID: expect.stringMatching(/Users/) });
  });

  it('of the function that counts runs names their queue', () => {
    const own = Object.entries(resolved('runs')).filter(([key]) => !byPowertools.includes(key));
    const parsed = z.strictObject(runsFunctionSettings.def.shape).parse(Object.fromEntries(own));
    expect(parsed.RUNS_QUEUE_URL).toMatch(/RunRoute/);
  });

  it('of the function that moves files names the bucket', () => {
    const own = Object.entries(resolved('files')).filter(([key]) => !byPowertools.includes(key));
    const parsed = z.strictObject(filesFunctionSettings.def.shape).parse(Object.fromEntries(own));
    expect(parsed.FILES_BUCKET).toMatch(/FilesBucket/);
  });

  it('of the routes of handoffs names bus and queues', () => {
    const own = Object.entries(resolved('admin-desk')).filter(([key]) => !byPowertools.includes(key));
    const parsed = z.strictObject(inboxSettings.def.shape).parse(Object.fromEntries(own));
    expect(parsed.EVENT_BUS_NAME).toMatch(/messaging-gateway|Bus/);
    expect(parsed.ADMIN_ORIGINS).toContain(',https://desk.example');
  });

  it('of the service routes names bus, queues and the key of IDs', () => {
    const own = Object.entries(resolved('service')).filter(([key]) => !byPowertools.includes(key));
    const parsed = z.strictObject(serviceSettings.def.shape).parse(Object.fromEntries(own));
    expect(parsed.ID_SECRET_ARN).toMatch(/IdSecret/);
    expect(parsed.FILES_BUCKET).toMatch(/FilesBucket/);
  });

  it('of the function of test links names the key of ids', () => {
    const own = Object.entries(resolved('test-chat')).filter(([key]) => !byPowertools.includes(key));
    const parsed = z.strictObject(testChatSettings.def.shape).parse(Object.fromEntries(own));
    expect(parsed.ID_SECRET_ARN).toMatch(/IdSecret/);
  });

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
