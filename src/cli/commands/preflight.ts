import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import * as z from 'zod/mini';
import type { AccountInspector } from '../../aws/account-inspector.ts';
import { isPlaceholder, parseStage, type Stage, stageName } from '../../contract/stage-settings.ts';
import { readJsonFile } from '../../operations/directory/read-json-file.ts';
import { CommandError, explainError, ReportedFailure, UsageError } from '../explain-error.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand } from '../new-command.ts';
import {
  accountCheck,
  type Check,
  executionsCheck,
  type Finding,
  fail,
  ok,
  stacksCheck,
  warn,
} from '../preflight/account-checks.ts';
import { deployedNames } from '../target.ts';

interface Options extends JsonOption {
  readonly stage: string;
  readonly settings: string;
}

const settingsFile = z.object({ context: z.object({ stages: z.record(z.string(), z.unknown()) }) });

/** `preflight` */
export function preflight(io: Io): Command {
  return newCommand(
    'preflight',
    'check whether a stage can be deployed, and report what would fail and how to fix it',
    ['preflight --stage prod', 'preflight --stage dev --json'],
  )
    .requiredOption('--stage <name>', 'the stage of cdk.json to deploy')
    .option('--settings <file>', 'the file with the settings of the stages', 'cdk.json')
    .addHelpText(
      'after',
      '\nIt uses your AWS credentials and changes nothing. The exit code is 1 if something would fail.',
    )
    .action(async ({ stage: name, settings, json }: Options) => {
      if (!stageName.safeParse(name).success) throw new UsageError(`"${name}" is not a valid stage name.`);
      const stage = await readStage(name, settings, io.env.AWS_REGION);
      const region = stage.region ?? io.env.AWS_REGION;
      if (!region)
        throw new CommandError('No AWS region is set.', 'Set `region` in cdk.json, or AWS_REGION.');
      const findings = await run(await checksOf(stage, region, io));
      printResult(io, json, textOf(findings), { stage: name, region, findings });
      if (findings.some(({ level }) => level === 'fail'))
        throw new ReportedFailure('a deployment would fail');
    });
}

/** Reads the stage's settings. @throws CommandError, ConfigurationFileError naming the invalid setting */
async function readStage(name: string, file: string, region: string | undefined): Promise<Stage> {
  if (!existsSync(file))
    throw new CommandError(
      `File not found: ${file}. It holds the settings of the stages.`,
      'Run it in a clone of the project, or pass the file with --settings.',
    );
  const { context } = await readJsonFile(file, settingsFile);
  try {
    return parseStage(name, context.stages[name], region);
  } catch (error) {
    const { message } = explainError(error);
    throw new CommandError(message, `Fix it in ${file}.`);
  }
}

async function checksOf(stage: Stage, region: string, io: Io): Promise<readonly Check[]> {
  // Six SDK clients, which no other command waits for.
  const { AccountInspector } = await import('../../aws/account-inspector.ts');
  const inspector = new AccountInspector({ ...io.env, AWS_REGION: region });
  return [
    accountCheck(stage, inspector),
    stacksCheck(stage, inspector),
    regionCheck(region, inspector),
    executionsCheck(stage, inspector),
    signInCheck(stage, inspector),
    mailCheck(stage, inspector),
    alarmCheck(stage),
    domainsCheck(stage, region),
    modelsCheck(stage, inspector),
  ];
}

type Inspector<K extends keyof AccountInspector> = Pick<AccountInspector, K>;

/** The address of the sign-in is free, or this stage's already. */
function signInCheck(stage: Stage, inspector: Inspector<'ownerOfSignIn'>): Check {
  return async () => {
    const { signInDomainPrefix: prefix } = stage;
    const owner = await inspector.ownerOfSignIn(prefix);
    // Cognito may not reveal another account's prefix before it is requested.
    if (owner === null) return [ok('sign-in', `no user pool of this account uses the prefix ${prefix}`)];
    const { userPool } = deployedNames(stage.prefix);
    if (owner.poolName === userPool) return [ok('sign-in', `${prefix} belongs to this stage`)];
    const pool = owner.poolName === null ? "another account's" : `that of the user pool ${owner.poolName}`;
    return [
      fail('sign-in', `the prefix ${prefix} is ${pool}`, 'Choose another `signInDomainPrefix` in cdk.json.'),
    ];
  };
}

/** Whether invitations and password codes reach any address. */
function mailCheck({ mailFrom, protect }: Stage, inspector: Inspector<'mail'>): Check {
  return async () => {
    if (mailFrom === null) {
      const text = "Cognito's own sender sends 50 emails a day";
      return [protect ? warn('mail', text, 'Set `mailFrom`, once SES knows the domain.') : ok('mail', text)];
    }
    const domain = mailFrom.split('@')[1] ?? '';
    const { leftSandbox, verified } = await inspector.mail(domain);
    const findings: Finding[] = [];
    if (verified !== true)
      findings.push(
        fail(
          'mail',
          verified === null
            ? `SES does not know ${domain} in this region`
            : `SES has not verified ${domain} yet`,
          `aws sesv2 create-email-identity --email-identity ${domain}, then enter its DKIM records in the domain's DNS.`,
        ),
      );
    if (!leftSandbox)
      findings.push(
        warn(
          'mail',
          'the SES account is in the sandbox: it can only send to verified addresses, so invitations to others fail',
          'Request production access in the SES console (Account dashboard).',
        ),
      );
    return findings.length > 0 ? findings : [ok('mail', `SES mails from ${domain}`)];
  };
}

/** Whether alarms have a recipient. */
function alarmCheck({ alarmEmail }: Stage): Check {
  return async () => {
    if (alarmEmail === undefined)
      return [
        warn(
          'alarms',
          'nobody gets them',
          'Set `alarmEmail` in cdk.json, or subscribe to the output AlarmTopic.',
        ),
      ];
    if (isPlaceholder(alarmEmail))
      return [fail('alarms', `${alarmEmail} is nobody's`, 'Write your own `alarmEmail` into cdk.json.')];
    return [ok('alarms', `go to ${alarmEmail}, once the subscription is confirmed`)];
  };
}

/** Each model of the stage can be asked. */
function modelsCheck({ languageModels }: Stage, inspector: Inspector<'refusalOfModel'>): Check {
  return async () =>
    Promise.all(
      languageModels.map(async (id) => {
        const refusal = await inspector.refusalOfModel(id);
        if (refusal === null) return ok('models', id);
        const fix =
          'Only `llm` steps need it. Name a model or inference profile of this region in `languageModels`, and request access in the Bedrock console.';
        return warn('models', `${id}: ${refusal}`, fix);
      }),
    );
}

/** Certificates lie where API Gateway and CloudFront look for them. */
function domainsCheck({ domains }: Stage, region: string): Check {
  return async () => {
    const wanted = { api: region, admin: 'us-east-1', public: 'us-east-1' } as const;
    const wrong = (Object.keys(wanted) as (keyof typeof wanted)[]).flatMap((name) => {
      const arn = domains[name]?.certificateArn;
      if (arn === undefined || arn.split(':')[3] === wanted[name]) return [];
      const text = `the certificate of domains.${name} is in ${arn.split(':')[3]}, not in ${wanted[name]}`;
      return [fail('domains', text, `Create one in ${wanted[name]} (ACM) and name it in cdk.json.`)];
    });
    return wrong.length > 0 ? wrong : [ok('domains', 'certificates are in the right regions')];
  };
}

/** Every type of resource in the stacks, with the properties that a region may not know yet. A test compares them with the templates. */
export const stackResources: Readonly<Record<string, readonly string[]>> = {
  'AWS::ApiGatewayV2::Api': ['Tags'],
  'AWS::ApiGatewayV2::ApiMapping': [],
  'AWS::ApiGatewayV2::Authorizer': [],
  'AWS::ApiGatewayV2::DomainName': ['Tags'],
  'AWS::ApiGatewayV2::Integration': [],
  'AWS::ApiGatewayV2::Route': [],
  'AWS::ApiGatewayV2::Stage': ['Tags'],
  'AWS::Budgets::Budget': [],
  'AWS::CloudFront::Distribution': ['Tags'],
  'AWS::CloudFront::Function': ['Tags'],
  'AWS::CloudFront::OriginAccessControl': [],
  'AWS::CloudFront::ResponseHeadersPolicy': [],
  'AWS::CloudWatch::Alarm': ['Tags'],
  'AWS::CloudWatch::Dashboard': ['Tags'],
  'AWS::Cognito::UserPool': [],
  'AWS::Cognito::UserPoolClient': [],
  'AWS::Cognito::UserPoolDomain': [],
  'AWS::DynamoDB::GlobalTable': [],
  'AWS::Events::EventBus': ['Tags'],
  'AWS::Events::EventBusPolicy': [],
  'AWS::Events::Rule': ['Tags'],
  'AWS::IAM::Policy': [],
  'AWS::IAM::Role': ['Tags'],
  'AWS::Lambda::EventSourceMapping': ['Tags'],
  'AWS::Lambda::Function': ['Tags'],
  'AWS::Lambda::LayerVersion': [],
  'AWS::Lambda::Permission': [],
  'AWS::Logs::LogGroup': ['Tags'],
  'AWS::Pipes::Pipe': ['Tags'],
  'AWS::S3::Bucket': ['Tags'],
  'AWS::S3::BucketPolicy': [],
  'AWS::SES::ConfigurationSet': ['Tags'],
  'AWS::SES::ConfigurationSetEventDestination': [],
  'AWS::SNS::Subscription': [],
  'AWS::SNS::Topic': ['Tags'],
  'AWS::SNS::TopicPolicy': [],
  'AWS::SQS::Queue': ['Tags'],
  'AWS::SQS::QueuePolicy': [],
  'AWS::Scheduler::Schedule': [],
  'AWS::SecretsManager::Secret': ['Tags'],
};

/** CloudFormation throttles many calls at once. */
const callsAtOnce = 6;

/** The region has the resources that the stacks use, and its CloudFormation understands how they name each other's outputs. */
function regionCheck(
  region: string,
  inspector: Pick<AccountInspector, 'propertiesOf' | 'understandsStackOutputs'>,
): Check {
  return async () => {
    const absent: string[] = [];
    const types = Object.entries(stackResources);
    for (let n = 0; n < types.length; n += callsAtOnce) {
      const found = types.slice(n, n + callsAtOnce).map(async ([type, properties]) => {
        const known = await inspector.propertiesOf(type);
        return known === null
          ? [type]
          : properties.filter((each) => !known.includes(each)).map((each) => `${each} of ${type}`);
      });
      absent.push(...(await Promise.all(found)).flat());
    }
    if (!(await inspector.understandsStackOutputs())) absent.push('Fn::GetStackOutput');
    if (absent.length === 0)
      return [ok('region', `${region} has all ${types.length} resource types of the stacks`)];
    return [
      fail(
        'region',
        `CloudFormation in ${region} does not know ${absent.join(', ')}`,
        'Choose another `region` in cdk.json, or wait until AWS offers them there.',
      ),
    ];
  };
}

/** A check that fails to run reports that and stops no other. */
async function run(checks: readonly Check[]): Promise<readonly Finding[]> {
  const all = await Promise.all(
    checks.map((check) =>
      check().catch((error: unknown): Finding[] => {
        const { message, fix = 'Try again, or check it in the AWS console.' } = explainError(error);
        return [{ about: 'not checked', level: 'fail', text: message, mend: fix }];
      }),
    ),
  );
  return all.flat();
}

const marks = { ok: 'ok  ', warn: 'WARN', fail: 'FAIL' } as const;

function textOf(findings: readonly Finding[]): string {
  const lines = findings.map(({ level, about, text, mend: fix }) =>
    [`${marks[level]} ${about}: ${text}`, ...(fix ? [`       ${fix}`] : [])].join('\n'),
  );
  const count = (level: Finding['level']) => findings.filter((each) => each.level === level).length;
  return [...lines, `${count('fail')} would fail, ${count('warn')} to check, ${count('ok')} ok`].join('\n');
}
