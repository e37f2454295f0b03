import type { AccountInspector } from '../../aws/account-inspector.ts';
import type { Stage } from '../../contract/stage-settings.ts';
import { tables } from '../../contract/tables.ts';

type Inspector<K extends keyof AccountInspector> = Pick<AccountInspector, K>;

/** AWS keeps so many executions for functions that reserve none. */
const keptUnreserved = 100;
/** Below it, two visitors who wait and a batch of webhooks are all there is room for. */
const fewExecutions = 100;

/** The credentials are of the account that the settings name. */
export function accountCheck({ account }: Stage, inspector: Inspector<'account'>): Check {
  return async () => {
    const actual = await inspector.account();
    if (account === undefined || account === actual) return [ok('account', actual)];
    const fix = 'Use credentials of that account, or change `account` in cdk.json.';
    return [fail('account', `the credentials belong to ${actual}, cdk.json names ${account}`, fix)];
  };
}

/** The account has the executions that the stage reserves, and that its alarm goes by. */
export function executionsCheck(stage: Stage, inspector: Inspector<'executions' | 'reservedBy'>): Check {
  return async () => {
    const { limit, unreserved } = await inspector.executions();
    const names = ['webchat', 'poll', 'webhook', 'admin-inbox'] as const;
    const wanted = names.reduce((sum, name) => sum + (stage.concurrency[name] ?? 0), 0);
    const reserved = await Promise.all(names.map((name) => inspector.reservedBy(stage.prefix + name)));
    // Reservations of an earlier deployment of this stage are released by it.
    const free = unreserved + reserved.reduce((sum, each) => sum + each, 0);
    const findings: Finding[] = [];
    if (wanted > 0 && free - wanted < keptUnreserved)
      findings.push(
        fail(
          'executions',
          `cdk.json reserves ${wanted} concurrent executions; of ${limit} in the account ${free} are free, and AWS keeps ${keptUnreserved}`,
          'Remove `concurrency` from cdk.json, or request an increase in Service Quotas (Lambda, Concurrent executions).',
        ),
      );
    if (limit < fewExecutions)
      findings.push(
        warn(
          'executions',
          `the account has ${limit} concurrent executions: each waiting visitor uses one`,
          'Request 1,000 in Service Quotas (Lambda, Concurrent executions) before the first visitors arrive.',
        ),
      );
    if (limit !== stage.accountConcurrency)
      findings.push(
        warn(
          'executions',
          `the alarm account-concurrency uses ${stage.accountConcurrency}, the account's limit is ${limit}`,
          `Set \`accountConcurrency\` to ${limit} in cdk.json.`,
        ),
      );
    return findings.length > 0 ? findings : [ok('executions', `${limit} in the account, ${free} free`)];
  };
}

const stackNames = [
  'data',
  'web',
  'identity',
  'sign-in',
  'messaging',
  'api',
  'observability',
  'site',
] as const;
const toolkit = 'CDKToolkit';

/** CDK's own stack is there, and none of ours is left half made. */
export function stacksCheck(stage: Stage, inspector: Inspector<'stack' | 'hasTable'>): Check {
  return async () => {
    const ofToolkit = await inspector.stack(toolkit);
    const found = await Promise.all(
      stackNames.map(async (name) => ({
        name: stage.prefix + name,
        stack: await inspector.stack(stage.prefix + name),
      })),
    );
    const halfMade = found.flatMap(({ name, stack }) => {
      if (!stack || !/^(ROLLBACK_|CREATE_FAILED|DELETE_FAILED)/.test(stack.status)) return [];
      const protection = `aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${name} && `;
      const fix = `It is empty: ${stack.isProtected ? protection : ''}aws cloudformation delete-stack --stack-name ${name}, then deploy again.`;
      return [fail('stacks', `${name} is ${stack.status}: its creation failed`, fix)];
    });
    const findings = [
      ...(ofToolkit
        ? []
        : [
            fail(
              'stacks',
              'the account is not prepared for the CDK',
              'npx cdk bootstrap aws://ACCOUNT/REGION',
            ),
          ]),
      ...halfMade,
      ...(found[0]?.stack ? [] : await leftTables(stage, inspector)),
    ];
    const there = found.filter(({ stack }) => stack !== null).length;
    return findings.length > 0 ? findings : [ok('stacks', `${there} of ${stackNames.length} exist`)];
  };
}

/** Tables that outlived their stack, as those of a protected stage do. */
async function leftTables({ prefix }: Stage, inspector: Inspector<'hasTable'>): Promise<Finding[]> {
  const names = Object.values(tables).map(({ name }) => prefix + name);
  const there = await Promise.all(names.map((name) => inspector.hasTable(name)));
  const left = names.filter((_, n) => there[n]);
  if (left.length === 0) return [];
  const fix =
    'Deploy once with --import-existing-resources, which imports them with their data, or delete them.';
  return [fail('tables', `tables without a stack exist: ${left.join(', ')}`, fix)];
}

/** The result of a preflight check: `fail` prevents a deployment, `warn` causes problems after it. */
export interface Finding {
  readonly about: string;
  readonly level: 'ok' | 'warn' | 'fail';
  readonly text: string;
  /** The fix, unless it is ok. */
  readonly mend?: string;
}

/** Looks at one thing; what it throws becomes a finding of its own. */
export type Check = () => Promise<readonly Finding[]>;

export const ok = (about: string, text: string): Finding => ({ about, level: 'ok', text });
const finding =
  (level: 'warn' | 'fail') =>
  (about: string, text: string, fix: string): Finding => ({ about, level, text, mend: fix });
export const warn = finding('warn');
export const fail = finding('fail');
