import { environments } from '../src/local/lambda/environments.ts';
import { adminRoot, createAdminPage } from '../src/local/pages/admin-page.ts';
import { docsPages, frontPages, mailsPage } from '../src/local/pages/front-page.ts';
import { centerPages } from '../src/local/simulator/center/center-pages.ts';
import { simulatorPages } from '../src/local/simulator/serve-page.ts';
import { startSimulator } from '../src/local/simulator/start-simulator.ts';
import { type Stack, startStack } from '../src/local/stack.ts';
import { adminFiles } from './admin-files.ts';
import { bundleDesk, bundleSimulator } from './bundle-page.ts';
import { bundleTestPage, bundleWidget } from './bundle-widget.ts';
import { UsageError } from './command-line.ts';
import { docsFiles } from './docs/docs-files.ts';
import { environmentFiles } from './environment-files.ts';
import { releaseOf } from './release-of.ts';
import { readStartOptions, type StartOptions, startHelp } from './start-options.ts';

/** The URLs of the running parts. */
function startRows(stack: Stack): string[][] {
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
function curlToTry(stack: Stack): string {
  return `curl -s ${stack.url}/v1/webchat/messages -H 'content-type: application/json' \\
    -d '{"tenantId":"acme","conversationId":null,"channel":"webchat","from":{"id":"${crypto.randomUUID()}"},"content":{"text":"hello"}}'`;
}

/** Formats the summary: URLs, users, and a call to try. @see design 8 */
function startSummary(stack: Stack): string {
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

async function main(): Promise<void> {
  const options = readStartOptions(process.argv.slice(2), process.env);
  if (options.help) {
    console.log(startHelp);
    return;
  }
  process.env.POWERTOOLS_METRICS_DISABLED ??= 'true';
  const stack = await start(options);
  stopOnSignal(stack);
  console.log(startSummary(stack));
  console.log(`ready ${stack.url}`);
}

/** The terminal shows what is wrong, unless a level is asked for; `gateway logs tail` shows the rest. */
function shown(): (text: string) => boolean {
  const isAsked = process.env.POWERTOOLS_LOG_LEVEL !== undefined;
  process.env.POWERTOOLS_LOG_LEVEL ??= 'INFO';
  return (text) => isAsked || !/^\{"level":"(DEBUG|INFO)"/.test(text);
}

/** The stack with its pages: front page, widget, admin application, simulator of the providers. */
async function start({ port, signInPort, env, dataDir, mfa }: StartOptions): Promise<Stack> {
  const admin = createAdminPage(adminFiles);
  const [files, widget, testPage] = await Promise.all([
    environmentFiles(),
    bundleWidget('iife'),
    bundleTestPage(),
  ]);
  const front = await frontPages({
    widget,
    testPage,
    release: releaseOf(widget.code),
    stack: () => stack,
    rows: () => startRows(stack),
    curl: () => curlToTry(stack),
  });
  const simulator = await startSimulator();
  const stack = await startStack({
    port,
    functions: environments({ files, isShown: shown() }),
    env,
    background: true,
    providerUrl: simulator.url,
    pages: {
      ...{ ...front, ...admin.pages, ...simulatorPages(simulator, bundleSimulator) },
      ...centerPages(simulator.center, bundleDesk),
      ...mailsPage(() => stack.userPool.mails),
      ...docsPages(docsFiles(process.env.npm_package_version ?? '0.0.0')),
    },
    hostedUi: {
      port: signInPort,
      mfa,
    },
    sendMail: ({ to, subject, text }) => console.log(`\nmail to ${to}: ${subject}\n  ${text}\n`),
    ...(dataDir !== undefined && { dataDir }),
  });
  admin.configure(stack);
  simulator.connect(stack);
  return {
    ...stack,
    async stop() {
      await simulator.stop();
      await stack.stop();
    },
  };
}

/** The first signal finishes open requests, a second one doesn't wait for them. */
function stopOnSignal(stack: Stack): void {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    stack.stop().then(() => process.exit(0), fail);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

function fail(error: unknown): never {
  const wrongUsage = error instanceof UsageError;
  console.error(`${messageOf(error)}${wrongUsage ? '\n\nnpm start -- --help tells the options.' : ''}`);
  process.exit(wrongUsage ? 2 : 1);
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as NodeJS.ErrnoException & { readonly port?: number };
  return code === 'EADDRINUSE'
    ? `Port ${port} is in use: choose another with --port; --port 0 picks a free one.`
    : error.message;
}

await main().catch(fail);
