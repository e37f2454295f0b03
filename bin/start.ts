import { parseArgs } from 'node:util';
import { createHandler } from '../src/lambda/create-handler.ts';
import { adminRoot, adminSettingsOf, createAdminPage } from '../src/local/admin-page.ts';
import { frontPages } from '../src/local/front-page.ts';
import { type Stack, startStack } from '../src/local/stack.ts';
import { buildAdmin } from './build-admin.ts';
import { bundleWidget } from './bundle-widget.ts';

const defaultPort = 3000;
const lastPort = 65_535;

const help = `Runs the gateway on this machine, with everything it needs embedded.

  npm start -- [--port PORT] [--data DIR]

  --port PORT   where to listen on 127.0.0.1 (${defaultPort}, or the environment's PORT; 0 picks a free port);
                the sign-in page takes the next one
  --data DIR    keep the data there; without it, stopping forgets everything
  --help        this text
`;

function readOptions() {
  const { values } = parseArgs({
    options: { port: { type: 'string' }, data: { type: 'string' }, help: { type: 'boolean' } },
  });
  const port = Number(values.port ?? process.env.PORT ?? defaultPort);
  if (!Number.isInteger(port) || port < 0 || port > lastPort)
    throw new Error('the port must be a number from 0 to 65535');
  return { ...values, port };
}

function rowsOf(stack: Stack): string[][] {
  return [
    ['gateway', stack.url],
    ['admin application', `${stack.url}${adminRoot}`],
    ['sign-in', stack.hostedUi.url],
    ['DynamoDB', stack.env.AWS_ENDPOINT_URL_DYNAMODB ?? ''],
    ['SQS', stack.env.AWS_ENDPOINT_URL_SQS ?? ''],
    ['EventBridge', stack.env.AWS_ENDPOINT_URL_EVENTBRIDGE ?? ''],
    ['Secrets Manager', stack.env.AWS_ENDPOINT_URL_SECRETS_MANAGER ?? ''],
    ['order service (demo)', stack.orders.url],
    ...stack.tenants.map(({ tenant }) => [
      `tenant ${tenant.id}`,
      `${tenant.status}, widget ${tenant.default_widget ?? 'none'}`,
    ]),
  ];
}

function curlOf(stack: Stack): string {
  return `curl -s ${stack.url}/v1/webchat/messages -H 'content-type: application/json' \\
    -d '{"tenantId":"acme","conversationId":null,"channel":"webchat","from":{"id":"${crypto.randomUUID()}"},"content":{"text":"hello"}}'`;
}

function summary(stack: Stack): string {
  const table = rowsOf(stack)
    .map(([name, value]) => `  ${String(name).padEnd(22)}${value}`)
    .join('\n');
  return `${table}

Sign in as (passwords, for this machine only: examples/users.json):
${signInNames(stack)}

Try it:
  ${curlOf(stack)}
`;
}

function signInNames({ hostedUi }: Stack): string {
  const lines = hostedUi.users.map(({ email, role, tenantId, totpSecret }) => {
    const tenant = tenantId === undefined ? 'of no tenant' : `of ${tenantId}`;
    const app = totpSecret !== undefined && 'with an authenticator app';
    return `  ${email.padEnd(32)}${[role, tenant, app].filter(Boolean).join(' ')}`;
  });
  return lines.join('\n');
}

/** The stack with its pages: front page, widget, admin application. */
async function start(port: number, data: string | undefined): Promise<Stack> {
  const admin = createAdminPage(() => buildAdmin(adminRoot));
  const front = await frontPages({
    widgetCode: (await bundleWidget('iife')).code,
    stack: () => stack,
    rows: () => rowsOf(stack),
    curl: () => curlOf(stack),
  });
  const stack = await startStack({
    port,
    createHandler,
    env: process.env,
    background: true,
    pages: { ...front, ...admin.pages },
    hostedUi: {
      // The next port: with a known port the sign-in's address is known too.
      port: port === 0 || port === lastPort ? 0 : port + 1,
      sendMail: ({ to, subject, text }) => console.log(`\nmail to ${to}: ${subject}\n  ${text}\n`),
    },
    ...(data && { dataDir: data }),
  });
  admin.configure(adminSettingsOf(stack));
  return stack;
}

async function main(): Promise<void> {
  const { help: wantsHelp, data, port } = readOptions();
  if (wantsHelp) {
    console.log(help);
    return;
  }
  process.env.POWERTOOLS_LOG_LEVEL ??= 'WARN';
  process.env.POWERTOOLS_METRICS_DISABLED ??= 'true';
  const stack = await start(port, data);
  console.log(summary(stack));
  console.log(`ready ${stack.url}`);
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await stack.stop();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

try {
  await main();
} catch (error) {
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  const message = error instanceof Error ? error.message : String(error);
  console.error(
    inUse ? 'The port or the one after it is in use: choose another with --port, or PORT=0.' : message,
  );
  process.exit(1);
}
