import type { Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FunctionName, functions } from '../../lib/functions.ts';
import { resourcesOf, type Synthesized, synthesize } from './synthesize.ts';

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
}

let stacks: Synthesized['templates'];
beforeAll(() => {
  stacks = synthesize('prod').templates;
});

const many = (value: unknown) => (Array.isArray(value) ? value : [value]);

/** `action` with what its resource's logical id, output or name says. */
function permissionsOf(template: Template, name: FunctionName): string[] {
  const { properties } = resourcesOf(template, 'AWS::IAM::Policy').find(({ id }) =>
    id.startsWith(`${name.replace('-', '')}RoleDefaultPolicy`),
  ) ?? { properties: { PolicyDocument: { Statement: [] } } };
  return properties.PolicyDocument.Statement.flatMap(({ Action, Resource }: Statement) =>
    many(Resource).flatMap((resource) => many(Action).map((action) => `${action} ${named(resource)}`)),
  ).sort();
}

function named(resource: unknown): string {
  const text = JSON.stringify(resource);
  const index = /\/index\/([a-z-]+)/.exec(text)?.[1];
  const table = /FnGetAtt(directory|conversations|messages|dedup|rateLimits)/.exec(text)?.[1];
  const other = /Logs|Turns|Outbound|Bus|IdSecret|tenant\/\*|foundation-model|\*/.exec(text)?.[0];
  return table ? [table, index].filter(Boolean).join('/') : (other ?? text);
}

const common = [
  'logs:CreateLogStream Logs',
  'logs:PutLogEvents Logs',
  'xray:PutTelemetryRecords *',
  'xray:PutTraceSegments *',
];
const idSecret = 'secretsmanager:GetSecretValue IdSecret';
const tenantSecrets = 'secretsmanager:GetSecretValue tenant/*';
const consume = (queue: string) =>
  ['DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'].map((action) => `sqs:${action} ${queue}`);

describe('the permissions', () => {
  it.each([
    ['pre-token', 'identity', []],
    ['auth-bff', 'api', ['dynamodb:GetItem directory']],
    [
      'poll',
      'api',
      [
        'dynamodb:GetItem conversations',
        'dynamodb:GetItem directory',
        'dynamodb:Query directory/by-credential',
        'dynamodb:Query messages',
        idSecret,
      ],
    ],
    [
      'webchat',
      'api',
      [
        'bedrock:InvokeModel foundation-model',
        'dynamodb:BatchWriteItem dedup',
        'dynamodb:BatchWriteItem messages',
        'dynamodb:GetItem conversations',
        'dynamodb:GetItem dedup',
        'dynamodb:GetItem directory',
        'dynamodb:GetItem rateLimits',
        'dynamodb:PutItem conversations',
        'dynamodb:PutItem dedup',
        'dynamodb:Query directory/by-credential',
        'dynamodb:UpdateItem conversations',
        'dynamodb:UpdateItem rateLimits',
        'events:PutEvents Bus',
        idSecret,
        tenantSecrets,
        'sqs:SendMessage Turns',
      ],
    ],
    [
      'schedule',
      'messaging',
      [
        'dynamodb:BatchWriteItem dedup',
        'dynamodb:BatchWriteItem messages',
        'dynamodb:GetItem conversations',
        'dynamodb:PutItem conversations',
        'dynamodb:Query conversations/due',
        'dynamodb:Query directory/by-credential',
        'dynamodb:UpdateItem conversations',
        'events:PutEvents Bus',
        idSecret,
        'sqs:SendMessage Turns',
      ],
    ],
  ] as const)('of %s are these and no others', (name, stack, own) => {
    const template = stacks[stack] as Template;
    expect(permissionsOf(template, name)).toEqual([...common, ...own].sort());
  });

  it.each([
    ['worker', 'Turns'],
    ['outbound', 'Outbound'],
  ] as const)('of %s let it consume its own queue only', (name, queue) => {
    const queues = permissionsOf(stacks.messaging, name).filter((permission) =>
      permission.startsWith('sqs:'),
    );
    expect(queues).toEqual(consume(queue));
  });

  it('name every action and every resource, but for X-Ray and the names of tenants', () => {
    for (const [name, stack] of Object.entries(stackOf)) {
      for (const permission of permissionsOf(stacks[stack] as Template, name as FunctionName)) {
        expect(permission).not.toMatch(/:\*( |$)/);
        if (/\*$/.test(permission)) expect(permission).toMatch(/^xray:| tenant\/\*$/);
      }
    }
  });
});

const stackOf = {
  webchat: 'api',
  poll: 'api',
  webhook: 'api',
  'auth-bff': 'api',
  worker: 'messaging',
  outbound: 'messaging',
  schedule: 'messaging',
  'pre-token': 'identity',
} as const satisfies Record<keyof typeof functions, string>;
