import { environments } from '../src/local/lambda/environments.ts';
import { createAdminPage } from '../src/local/pages/admin-page.ts';
import { docsPages } from '../src/local/pages/docs-pages.ts';
import { frontPages } from '../src/local/pages/front-page.ts';
import { mailsPage } from '../src/local/pages/mails-page.ts';
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
import { curlToTry, startRows, startSummary } from './start-summary.ts';

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
