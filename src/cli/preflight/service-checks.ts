import type { AccountInspector } from '../../aws/account-inspector.ts';
import { isPlaceholder, type Stage } from '../../contract/stage-settings.ts';
import { deployedNames } from '../deployed-names.ts';
import { type Check, type Finding, fail, ok, warn } from './finding.ts';

type Inspector<K extends keyof AccountInspector> = Pick<AccountInspector, K>;

/** The address of the sign-in is free, or this stage's already. */
export function signInCheck(stage: Stage, inspector: Inspector<'ownerOfSignIn'>): Check {
  return async () => {
    const { signInDomainPrefix: prefix } = stage;
    const owner = await inspector.ownerOfSignIn(prefix);
    // Of another account's prefix Cognito may say nothing before it is asked for.
    if (owner === null) return [ok('sign-in', `nobody of this account has the prefix ${prefix}`)];
    const { userPool } = deployedNames(stage.prefix);
    if (owner.poolName === userPool) return [ok('sign-in', `${prefix} is this stage's`)];
    const whose = owner.poolName === null ? "another account's" : `that of the user pool ${owner.poolName}`;
    return [
      fail('sign-in', `the prefix ${prefix} is ${whose}`, 'Choose another `signInDomainPrefix` in cdk.json.'),
    ];
  };
}

/** Invitations and password codes reach anybody. */
export function mailCheck({ mailFrom, protect }: Stage, inspector: Inspector<'mail'>): Check {
  return async () => {
    if (mailFrom === null) {
      const text = "Cognito's own sender mails 50 times a day";
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
          "SES's account is in the sandbox: it mails to verified addresses only, so invitations reach nobody else",
          'Ask for production access in the SES console (Account dashboard).',
        ),
      );
    return findings.length > 0 ? findings : [ok('mail', `SES mails from ${domain}`)];
  };
}

/** Somebody gets the alarms. */
export function alarmCheck({ alarmEmail }: Stage): Check {
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
export function modelsCheck({ languageModels }: Stage, inspector: Inspector<'refusalOfModel'>): Check {
  return async () =>
    Promise.all(
      languageModels.map(async (id) => {
        const refusal = await inspector.refusalOfModel(id);
        if (refusal === null) return ok('models', id);
        const mend =
          'Only `llm` steps need it. Name a model or inference profile of this region in `languageModels`, and ask for access in the Bedrock console.';
        return warn('models', `${id}: ${refusal}`, mend);
      }),
    );
}

/** Certificates lie where API Gateway and CloudFront look for them. */
export function domainsCheck({ domains }: Stage, region: string): Check {
  return async () => {
    const wanted = { api: region, admin: 'us-east-1', public: 'us-east-1' } as const;
    const wrong = (Object.keys(wanted) as (keyof typeof wanted)[]).flatMap((name) => {
      const arn = domains[name]?.certificateArn;
      if (arn === undefined || arn.split(':')[3] === wanted[name]) return [];
      const text = `the certificate of domains.${name} is in ${arn.split(':')[3]}, not in ${wanted[name]}`;
      return [fail('domains', text, `Make one in ${wanted[name]} (ACM) and name it in cdk.json.`)];
    });
    return wrong.length > 0 ? wrong : [ok('domains', 'certificates are where they are looked for')];
  };
}
