import { beforeAll, describe, expect, it } from 'vitest';
import type { FunctionName } from '../../lib/functions.ts';
import { permissionsOf, stackOf } from './permissions-of.ts';
import { addresses, type Synthesized, synthesize } from './synthesize.ts';

let stacks: Synthesized['templates'];
beforeAll(() => {
  stacks = synthesize('prod', addresses).templates;
});

/** What the code calls is compared with these in test/journeys/permissions-equal-calls.matrix.test.ts. */
describe('the permissions', () => {
  it('of the trigger are only logs and traces', () => {
    expect(permissionsOf(stacks, 'pre-token').filter((name) => !/^(logs|xray):/.test(name))).toEqual([]);
  });

  it.each(Object.keys(stackOf))('of %s name every action and every resource, except for X-Ray', (name) => {
    const permissions = permissionsOf(stacks, name as FunctionName);
    expect(permissions.length).toBeGreaterThan(0);
    for (const permission of permissions) {
      expect(permission).not.toMatch(/:\*( |$)/);
      // X-Ray knows nothing else, and keys of files are made while it runs.
      if (permission.includes('*'))
        expect(permission).toMatch(/^xray:Put\w+ "\*"$|^s3:\w+Object files\/(incoming|clean)\/\*$/);
    }
  });

  it('to publish turns depend on a tag, and the bus refuses the gateway’s source to all other roles', () => {
    const tagged = (name: string) => {
      const template = stacks[stackOf[name as FunctionName]];
      const role = Object.entries(template.findResources('AWS::IAM::Role')).find(([id]) =>
        id.startsWith(`${name.replace('-', '')}Role`),
      );
      const tags: readonly { Key: string; Value: string }[] = role?.[1].Properties.Tags ?? [];
      return tags.find(({ Key }) => Key === 'messaging-gateway:publisher')?.Value;
    };
    for (const name of Object.keys(stackOf)) {
      const publishes = permissionsOf(stacks, name as FunctionName).some((one) =>
        one.startsWith('events:Put'),
      );
      expect(tagged(name), name).toBe(publishes ? 'gateway-prod-' : undefined);
    }
    const [policy] = Object.values(stacks.api.findResources('AWS::Events::EventBusPolicy'));
    expect(policy?.Properties.Statement).toMatchObject({
      Effect: 'Deny',
      Principal: { AWS: '*' },
      Action: 'events:PutEvents',
      Condition: {
        'ForAnyValue:StringEquals': { 'events:source': 'messaging.gateway' },
        StringNotEquals: { 'aws:PrincipalTag/messaging-gateway:publisher': 'gateway-prod-' },
      },
    });
    // Nobody is refused before they are tagged.
    expect(JSON.stringify(policy?.DependsOn)).toContain('webchatRole');
  });

  it('reach secrets of tenants only by their prefix', () => {
    const policy = JSON.stringify(stacks.api.findResources('AWS::IAM::Policy'));
    expect(policy).toContain(':secret:gateway-prod-tenant/*');
  });
});
