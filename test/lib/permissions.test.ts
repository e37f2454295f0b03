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
  it('of the trigger are none but logs and traces', () => {
    expect(permissionsOf(stacks, 'pre-token').filter((name) => !/^(logs|xray):/.test(name))).toEqual([]);
  });

  it.each(Object.keys(stackOf))('of %s name every action and every resource, but for X-Ray', (name) => {
    const permissions = permissionsOf(stacks, name as FunctionName);
    expect(permissions.length).toBeGreaterThan(0);
    for (const permission of permissions) {
      expect(permission).not.toMatch(/:\*( |$)/);
      // X-Ray knows nothing else, and keys of files are made while it runs.
      if (permission.includes('*'))
        expect(permission).toMatch(/^xray:Put\w+ "\*"$|^s3:\w+Object files\/(incoming|clean)\/\*$/);
    }
  });

  it('reach secrets of tenants only by the name they begin with', () => {
    const policy = JSON.stringify(stacks.api.findResources('AWS::IAM::Policy'));
    expect(policy).toContain(':secret:gateway-prod-tenant/*');
  });
});
