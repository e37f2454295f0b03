import type { Template } from 'aws-cdk-lib/assertions';
import type { FunctionName, functions } from '../../lib/functions.ts';
import { tables } from '../../src/contract/tables.ts';
import { resourcesOf, type Synthesized } from './synthesize.ts';

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
}

export const stackOf = {
  webchat: 'api',
  poll: 'api',
  webhook: 'api',
  'auth-bff': 'api',
  admin: 'api',
  'admin-users': 'api',
  'admin-people': 'api',
  'user-sync': 'api',
  'admin-desk': 'api',
  'admin-inbox': 'api',
  service: 'api',
  'test-chat': 'api',
  worker: 'messaging',
  continuation: 'messaging',
  outbound: 'messaging',
  schedule: 'messaging',
  files: 'messaging',
  runs: 'messaging',
  'pre-token': 'identity',
} as const satisfies Record<keyof typeof functions, keyof Synthesized['templates']>;

/** What a function's role is allowed, as `dynamodb:GetItem conversations`; see `recordAccess` for the names. */
export function permissionsOf(stacks: Synthesized['templates'], name: FunctionName): string[] {
  const template: Template = stacks[stackOf[name]];
  const policies = resourcesOf(template, 'AWS::IAM::Policy').filter(({ id }) =>
    id.startsWith(`${name.replace('-', '')}RoleDefaultPolicy`),
  );
  const statements: Statement[] = policies.flatMap(({ properties }) => properties.PolicyDocument.Statement);
  return statements
    .flatMap(({ Action, Resource }) =>
      many(Resource).flatMap((resource) => many(Action).map((action) => `${action} ${nameOf(resource)}`)),
    )
    .sort();
}

const many = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const others: readonly (readonly [RegExp, string])[] = [
  [/"Fn::GetAtt":\["\w*Logs/, 'logs'],
  [/Turns/, 'turns.fifo'],
  [/Continuations/, 'continuations.fifo'],
  [/Chore/, 'chores'],
  [/Outbound/, 'outbound.fifo'],
  [/FilesBucket.*\/incoming\/\*/, 'files/incoming/*'],
  [/FilesBucket.*\/clean\/\*/, 'files/clean/*'],
  [/Files(Bucket|Queue)/, 'files'],
  [/RunRoute/, 'runs'],
  [/Bus/, 'bus'],
  [/IdSecret/, 'id-secret'],
  [/VerifyTokens/, 'webhook-verify-tokens'],
  [/gateway-prod-tenant\/\*/, 'tenants'],
  [/gateway-prod-tenant-sending\/\*/, 'tenants-sending'],
  [/:identity\//, 'mail-domain'],
  [/:configuration-set\//, 'mail-settings'],
  [/Users/, 'users'],
  [/foundation-model\/[a-z]/, 'models'],
];

/** An ARN of the template holds logical ids and outputs, which say what it names. */
function nameOf(resource: unknown): string {
  const text = JSON.stringify(resource);
  const index = /\/index\/([a-z-]+)/.exec(text)?.[1];
  const table = Object.keys(tables).find((key) => text.includes(`FnGetAtt${key}`));
  if (table) return [tables[table as keyof typeof tables].name, index].filter(Boolean).join('/');
  return others.find(([pattern]) => pattern.test(text))?.[1] ?? text;
}
