import { adminRoot } from '../src/local/pages/admin-page.ts';
import type { Stack } from '../src/local/stack.ts';

/** The URLs of the running parts. */
export function startRows(stack: Stack): string[][] {
  return [
    ['gateway', stack.url],
    ['console', `${stack.url}${adminRoot}`],
    ['phone simulator', `${stack.url}/simulator`],
    ['API reference', `${stack.url}/docs`],
    ['mails', `${stack.url}/mails`],
    ['sign-in', stack.hostedUi.url],
    ['DynamoDB', stack.env.AWS_ENDPOINT_URL_DYNAMODB ?? ''],
    ['SQS', stack.env.AWS_ENDPOINT_URL_SQS ?? ''],
    ['EventBridge', stack.env.AWS_ENDPOINT_URL_EVENTBRIDGE ?? ''],
    ['Secrets Manager', stack.env.AWS_ENDPOINT_URL_SECRETS_MANAGER ?? ''],
    ['Cognito', stack.env.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER ?? ''],
    ['order service (demo)', stack.orders.url],
    ...stack.tenants.map(({ tenant }) => [
      `tenant ${tenant.id}`,
      `${tenant.status}, widget ${tenant.default_widget ?? 'none'}`,
    ]),
  ];
}

/** A call to try. */
export function curlToTry(stack: Stack): string {
  return `curl -s ${stack.url}/v1/webchat/messages -H 'content-type: application/json' \\
    -d '{"tenantId":"acme","conversationId":null,"channel":"webchat","from":{"id":"${crypto.randomUUID()}"},"content":{"text":"hello"}}'`;
}

/** Formats the summary: URLs, users, and a call to try. @see design 8 */
export function startSummary(stack: Stack): string {
  const table = startRows(stack)
    .map(([name, value]) => `  ${String(name).padEnd(22)}${value}`)
    .join('\n');
  return `${table}

Sign in as (passwords, for this machine only: examples/users.json):
${signInNames(stack)}

Try it:
  ${curlToTry(stack)}
`;
}

function signInNames({ hostedUi, userPool }: Stack): string {
  const lines = hostedUi.users().map(({ id, email, role, tenantId }) => {
    const tenant = tenantId === undefined ? 'of no tenant' : `of ${tenantId}`;
    const app = userPool.users.secondFactors.of(id) !== undefined && 'with an authenticator app';
    return `  ${email.padEnd(32)}${[role, tenant, app].filter(Boolean).join(' ')}`;
  });
  return lines.join('\n');
}
