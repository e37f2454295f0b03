import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runCli } from '../support/run-cli.ts';

const account = '111122223333';
const prod = {
  ...JSON.parse(readFileSync('cdk.json', 'utf8')).context.stages.prod,
  region: 'eu-central-1',
  alarmEmail: 'operations@acme.com',
  mailFrom: 'gateway@acme.com',
};
const named = (status: string, isProtected = false) => ({ status, isProtected });

/** An account that everything is ready in; a test makes one thing worse. */
const ready = {
  limit: 1_000,
  unreserved: 1_000,
  reserved: {} as Record<string, number>,
  stacks: { CDKToolkit: named('CREATE_COMPLETE') } as Record<string, ReturnType<typeof named>>,
  tables: [] as string[],
  signIn: null as null | { readonly pool: string | null },
  leftSandbox: true,
  verified: true as boolean | null,
  profile: 'ACTIVE' as string | null,
  denied: '' as string,
  /** Types that CloudFormation does not know in the region, and properties as `AWS::CloudFront::Function.Tags`. */
  unknown: [] as string[],
};
let aws = structuredClone(ready);
beforeEach(() => {
  aws = structuredClone(ready);
});

type Answer = readonly [number, object | string];
const gone = (type: string): Answer => [
  type === 'NotFoundException' ? 404 : 400,
  { __type: type, message: 'none' },
];

/** How CloudFormation refuses. */
const refusal = (code: string, message: string): Answer => [
  400,
  `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
];

/** What AWS answers, by the path of a REST call, the target of a JSON one or the action of a form. */
function answerOf(request: IncomingMessage, body: string): Answer {
  const target =
    String(request.headers['x-amz-target'] ?? '')
      .split('.')
      .at(-1) ?? '';
  const form = new URLSearchParams(body);
  const path = decodeURIComponent(request.url ?? '');
  const action = target || form.get('Action') || path;
  if (aws.denied && action.includes(aws.denied))
    return [403, { __type: 'AccessDeniedException', message: 'may not' }];
  if (action === 'GetCallerIdentity')
    return [
      200,
      `<R xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Account>${account}</Account></GetCallerIdentityResult></R>`,
    ];
  if (action === 'DescribeStacks') {
    const stack = aws.stacks[form.get('StackName') ?? ''];
    if (!stack) return refusal('ValidationError', `Stack with id ${form.get('StackName')} does not exist`);
    return [
      200,
      `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>s</StackName><CreationTime>2026-01-01T00:00:00Z</CreationTime><StackStatus>${stack.status}</StackStatus><EnableTerminationProtection>${stack.isProtected}</EnableTerminationProtection></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
    ];
  }
  if (action === 'DescribeType') {
    const type = form.get('TypeName') ?? '';
    if (aws.unknown.includes(type))
      return refusal('TypeNotFoundException', `The type '${type}' cannot be found.`);
    const properties = aws.unknown.includes(`${type}.Tags`) ? {} : { Tags: {} };
    const schema = JSON.stringify({ typeName: type, properties }).replaceAll('"', '&quot;');
    return [200, `<R><DescribeTypeResult><Schema>${schema}</Schema></DescribeTypeResult></R>`];
  }
  if (action === 'ValidateTemplate')
    return aws.unknown.includes('Fn::GetStackOutput')
      ? refusal('ValidationError', 'Template error: Encountered unsupported function: Fn::GetStackOutput')
      : [200, '<R><ValidateTemplateResult></ValidateTemplateResult></R>'];
  if (action === 'DescribeTable')
    return aws.tables.includes(JSON.parse(body).TableName)
      ? [200, { Table: {} }]
      : gone('ResourceNotFoundException');
  if (action === 'DescribeUserPoolDomain')
    return [200, { DomainDescription: aws.signIn ? { UserPoolId: 'eu-central-1_A' } : {} }];
  if (action === 'DescribeUserPool')
    return aws.signIn?.pool
      ? [200, { UserPool: { Name: aws.signIn.pool } }]
      : gone('ResourceNotFoundException');
  if (path.endsWith('/account-settings') || path.endsWith('/account-settings/'))
    return [
      200,
      { AccountLimit: { ConcurrentExecutions: aws.limit, UnreservedConcurrentExecutions: aws.unreserved } },
    ];
  const ofFunction = /functions\/([\w-]+)\/concurrency/.exec(path)?.[1];
  if (ofFunction) return [200, { ReservedConcurrentExecutions: aws.reserved[ofFunction] }];
  if (path.endsWith('/email/account')) return [200, { ProductionAccessEnabled: aws.leftSandbox }];
  if (path.includes('/email/identities/'))
    return aws.verified === null
      ? gone('NotFoundException')
      : [200, { VerifiedForSendingStatus: aws.verified }];
  if (path.includes('/inference-profiles/'))
    return aws.profile === null ? gone('ResourceNotFoundException') : [200, { status: aws.profile }];
  return [500, { __type: 'Unforeseen', message: action }];
}

const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const [status, body] = answerOf(request, Buffer.concat(parts).toString());
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = typeof body === 'string' ? 'text/xml' : 'application/x-amz-json-1.1';
  const errorType =
    typeof body === 'object' && '__type' in body ? { 'x-amzn-errortype': String(body.__type) } : {};
  response.writeHead(status, { 'content-type': type, ...errorType }).end(text);
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

function preflight(change: object = {}, ...more: readonly string[]) {
  const file = join(mkdtempSync(join(tmpdir(), 'preflight-')), 'cdk.json');
  writeFileSync(file, JSON.stringify({ context: { stages: { prod: { ...prod, ...change } } } }));
  const env = {
    AWS_ENDPOINT_URL: url,
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
    AWS_MAX_ATTEMPTS: '1',
  };
  return runCli(['preflight', '--stage', 'prod', '--settings', file, ...more], { env });
}

it('a ready account passes, check by check', async () => {
  const run = await preflight();
  expect(run).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/\n0 would fail, 0 to check, 9 ok$/),
  });
});

it.each<[string, () => void, object, string, string]>([
  [
    'a region without what the stacks use',
    () =>
      Object.assign(aws, {
        unknown: ['AWS::ApiGatewayV2::Api', 'AWS::CloudFront::Function.Tags', 'Fn::GetStackOutput'],
      }),
    {},
    'FAIL region: CloudFormation in eu-central-1 does not know AWS::ApiGatewayV2::Api, Tags of AWS::CloudFront::Function, Fn::GetStackOutput',
    'Choose another `region` in cdk.json',
  ],
  [
    'reserved executions that the account has not',
    () => Object.assign(aws, { limit: 1_000, unreserved: 400 }),
    { concurrency: { webchat: 200, poll: 300 } },
    'FAIL executions: cdk.json reserves 500 concurrent executions; of 1000 in the account 400 are free',
    'Remove `concurrency` from cdk.json',
  ],
  [
    'a sign-in address that is taken',
    () => Object.assign(aws, { signIn: { pool: 'gateway-qa-users' } }),
    {},
    'FAIL sign-in: the prefix messaging-gateway-prod is that of the user pool gateway-qa-users',
    'Choose another `signInDomainPrefix`',
  ],
  [
    'one of another account',
    () => Object.assign(aws, { signIn: { pool: null } }),
    {},
    "FAIL sign-in: the prefix messaging-gateway-prod is another account's",
    'Choose another',
  ],
  [
    'a domain that SES does not know',
    () => Object.assign(aws, { verified: null }),
    {},
    'FAIL mail: SES does not know acme.com',
    'create-email-identity --email-identity acme.com',
  ],
  [
    'one that it has not verified',
    () => Object.assign(aws, { verified: false }),
    {},
    'FAIL mail: SES has not verified acme.com yet',
    'DKIM',
  ],
  [
    'the wrong account',
    () => undefined,
    { account: '999999999999' },
    `FAIL account: the credentials belong to ${account}`,
    'Use credentials of that account',
  ],
  [
    'an account without the CDK',
    () => Object.assign(aws, { stacks: {} }),
    {},
    'FAIL stacks: the account is not prepared for the CDK',
    'npx cdk bootstrap',
  ],
  [
    'a first deployment that failed',
    () => Object.assign(aws.stacks, { 'gateway-prod-sign-in': named('ROLLBACK_COMPLETE', true) }),
    {},
    'FAIL stacks: gateway-prod-sign-in is ROLLBACK_COMPLETE: its creation failed',
    '--no-enable-termination-protection --stack-name gateway-prod-sign-in && aws cloudformation delete-stack',
  ],
  [
    'tables that outlived their stack',
    () => aws.tables.push('gateway-prod-directory'),
    {},
    'FAIL tables: tables without a stack exist: gateway-prod-directory',
    '--import-existing-resources',
  ],
  [
    'a certificate in the wrong region',
    () => undefined,
    {
      domains: { admin: { name: 'a.acme.com', certificateArn: 'arn:aws:acm:eu-central-1:1:certificate/a' } },
    },
    'FAIL domains: the certificate of domains.admin is in eu-central-1, not in us-east-1',
    'Create one in us-east-1',
  ],
  [
    'an example for an address',
    () => undefined,
    { alarmEmail: 'operations@example.com' },
    "FAIL alarms: operations@example.com is nobody's",
    'Write your own `alarmEmail`',
  ],
])('says that %s would fail, and how to fix it', async (_, worsen, settings, finding, mend) => {
  worsen();
  const run = await preflight(settings);
  expect(run.code).toBe(1);
  expect(run.out).toContain(finding);
  expect(run.out).toContain(mend);
  expect(run.out).toMatch(/\n1 would fail, /);
});

it.each<[string, () => void, string]>([
  [
    "a new account's ten executions",
    () => Object.assign(aws, { limit: 10, unreserved: 10 }),
    'WARN executions: the account has 10 concurrent executions',
  ],
  [
    'a limit that the alarm does not know',
    () => Object.assign(aws, { limit: 5_000, unreserved: 5_000 }),
    'Set `accountConcurrency` to 5000',
  ],
  [
    "SES's sandbox",
    () => Object.assign(aws, { leftSandbox: false }),
    'WARN mail: the SES account is in the sandbox',
  ],
  [
    'a model that is not there',
    () => Object.assign(aws, { profile: null }),
    'WARN models: eu.amazon.nova-lite-v1:0: there is no such inference profile',
  ],
])('warns of %s, which fails nothing', async (_, worsen, warning) => {
  worsen();
  expect(await preflight()).toMatchObject({ code: 0, out: expect.stringContaining(warning) });
});

it('counts what this stage has reserved already as its own', async () => {
  Object.assign(aws, {
    unreserved: 500,
    reserved: { 'gateway-prod-webchat': 200, 'gateway-prod-poll': 300 },
  });
  expect(await preflight({ concurrency: { webchat: 200, poll: 300 } })).toMatchObject({ code: 0 });
});

it('makes every other check when one is not permitted', async () => {
  aws.denied = 'account-settings';
  const run = await preflight({}, '--json');
  expect(run.code).toBe(1);
  const { findings } = JSON.parse(run.out);
  expect(findings.filter(({ level }: { level: string }) => level === 'ok')).toHaveLength(8);
  expect(findings.find(({ about }: { about: string }) => about === 'not checked').text).toBe('May not.');
});

it.each([
  ['a stage that is none', ['--stage', 'Prod'], 2],
  ['a stage without settings', ['--stage', 'qa'], 1],
  ['a file that is not there', ['--stage', 'prod', '--settings', 'no.json'], 1],
  ['a file of something else', ['--stage', 'prod', '--settings', 'package.json'], 1],
  ['a file that is not JSON', ['--stage', 'prod', '--settings', 'README.md'], 1],
])('refuses %s with a reason', async (_, args, code) => {
  const run = await runCli(['preflight', ...args], { env: {} });
  expect(run).toMatchObject({ code, out: '' });
  expect(run.err).not.toMatch(/\bat .+:\d+|Invalid|"code"/);
  if (args.includes('package.json')) expect(run.err).toContain('package.json:1: context: is missing');
  if (args.includes('no.json')) expect(run.err).toContain('Run it in a clone');
});
