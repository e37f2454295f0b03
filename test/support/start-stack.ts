import { randomUUID } from 'node:crypto';
import { environmentFiles } from '../../bin/environment-files.ts';
import { type FunctionName, functionTimeoutMs } from '../../src/contract/function-settings.ts';
import type { TenantFolder } from '../../src/domain/tenant-folder.ts';
import type { GatewayHandler } from '../../src/lambda/create-handler.ts';
import { lambdaContext } from '../../src/local/lambda/environment-messages.ts';
import {
  type Environments,
  type EnvironmentsOptions,
  environments,
  type FunctionFiles,
} from '../../src/local/lambda/environments.ts';
import type { StartFunctions } from '../../src/local/lambda/functions.ts';
import { inProcess } from '../../src/local/preview/start-preview.ts';
import { type Stack, startStack } from '../../src/local/stack.ts';
import type { StackOptions } from '../../src/local/stack-options.ts';
import { breachesOf } from './conformance/breaches-of.ts';
import { eventBreaches } from './conformance/event-breaches.ts';
import { createHandler as createGatewayHandler } from './create-handler.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { testSigningKey } from './test-signing-key.ts';

export interface TestStackOptions extends Partial<StackOptions> {
  readonly tenantLimit?: number;
  /** 0, which is the default, takes any number; null leaves widgets as their files say. */
  readonly sessionsPerAddress?: number | null;
  /** Otherwise the demo tenants' flows wait for what the visitor says, also in the widgets that have them begin. */
  readonly startsOnOpen?: boolean;
  /** Whether the demo tenants' flows have their scripted conversations; none without it. */
  readonly keepsConversations?: boolean;
  /** The test itself puts events on the bus that the gateway would not: they are not held to its document. */
  readonly putsForeignEvents?: boolean;
  /** Runs the functions in this process: for tests that put something of their own in the place of a part. */
  readonly createHandler?: (env: Readonly<Record<string, string | undefined>>) => GatewayHandler;
  /** With `createHandler`: functions with bundles of their own that a test makes itself. */
  readonly own?: Partial<
    Record<FunctionName, (env: Readonly<Record<string, string | undefined>>) => GatewayHandler>
  >;
  /** Settings of the environments that the functions run in otherwise. */
  readonly environments?: Partial<EnvironmentsOptions>;
  /** Stands between the functions' environments and AWS. */
  readonly faultProxy?: FaultProxy;
}

export interface TestStack extends Stack {
  /** Posts JSON (a string goes as it is). */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** @throws Error when the functions don't run in environments */
  environments(): Environments;
  /** @throws Error when an answer has left something running, or a request, an answer or an event is not as the reference says */
  stop(): Promise<void>;
}

/** Mutated code is in this process only: a mutation tester has no use for bundles. @see docs/mutations.md */
const isInProcess = process.env.FUNCTIONS === 'in-process';

let built: Promise<FunctionFiles> | undefined;

/** The functions' bundles; whether they are up to date is asked once, at the first stack of a process. */
function builtFiles(): Promise<FunctionFiles> {
  built ??= environmentFiles();
  return built;
}

/** The whole stack with the demo tenants, in memory and on a free port; its functions run as on Lambda. */
export async function startTestStack(options: TestStackOptions = {}): Promise<TestStack> {
  const { own = {}, environments: settings, faultProxy, putsForeignEvents = false, ...rest } = options;
  const { createHandler = isInProcess ? createGatewayHandler : undefined } = options;
  let running: Environments | undefined;
  const breaches = new Set<string>();
  const files = createHandler ? undefined : await builtFiles();
  const start: StartFunctions = (stackEnv, report, hear) => {
    // A test's own handler puts the proxy where it wants it.
    const env = (!options.createHandler && faultProxy?.inFrontOf(stackEnv)) || stackEnv;
    if (createHandler) {
      const others = inProcess(createHandler)(env, report);
      const made = new Map(Object.entries(own).map(([name, make]) => [name, make(env)]));
      return {
        ...others,
        invoke: async (name, event) =>
          made.get(name)?.(event, lambdaContext(name, functionTimeoutMs[name])) ?? others.invoke(name, event),
      };
    }
    if (!files) throw new Error('no bundles');
    const heard: typeof hear = (name, text) => {
      for (const line of text.split('\n'))
        if (isUnfinished(line)) breaches.add(`an error line of ${name}: ${line}`);
      hear?.(name, text);
    };
    running = environments({ files, isShown: (text) => !text.includes('"level":"ERROR"'), ...settings })(
      env,
      report,
      heard,
    );
    return running;
  };
  const functions: StartFunctions = (env, report, hear) => {
    const started = start(env, report, hear);
    return {
      ...started,
      async invoke(name, event) {
        const result = await started.invoke(name, event);
        for (const breach of breachesOf(event, result)) breaches.add(breach);
        return result;
      },
    };
  };
  const stack = await startStack({
    port: 0,
    functions,
    background: true,
    ...rest,
    hostedUi: { newKey: testSigningKey, ...rest.hostedUi },
    changeTenant: (folder) => changed(folder, options),
    env: { ...errorLines(), ...givenDynamodb(), ...rest.env },
  });
  return {
    ...stack,
    post: (path, body, headers = {}) =>
      fetch(stack.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    environments() {
      if (!running) throw new Error('the functions run in this process');
      return running;
    },
    async stop() {
      await stack.stop();
      const published = putsForeignEvents ? [] : stack.bus.events;
      for (const breach of published.flatMap(eventBreaches)) breaches.add(breach);
      if (running && running.left.length > 0)
        throw new Error(`answers left something running: ${running.left.join('; ')}`);
      if (breaches.size > 0)
        throw new Error(`what the reference of the API does not describe: ${[...breaches].join('; ')}`);
    },
  };
}

/** All visitors of a test have one address: as many as it likes may come, unless it says otherwise. */
function changed(
  folder: TenantFolder,
  {
    tenantLimit,
    sessionsPerAddress = 0,
    startsOnOpen = false,
    keepsConversations,
    changeTenant,
  }: TestStackOptions,
) {
  // The demo's scripted conversations would be played against whatever a test makes of its flows.
  const alone = keepsConversations ? folder : { ...folder, conversations: {} };
  const asked = startsOnOpen ? alone : { ...alone, widgets: folder.widgets.map(withoutStart) };
  const changedByTest = changeTenant?.(asked) ?? asked;
  return {
    ...changedByTest,
    ...(tenantLimit !== undefined && {
      tenant: { ...changedByTest.tenant, limit_per_minute: tenantLimit },
    }),
    ...(sessionsPerAddress !== null && {
      widgets: changedByTest.widgets.map((widget) => ({
        ...widget,
        new_sessions_per_address: sessionsPerAddress,
      })),
    }),
  };
}

function withoutStart(widget: TenantFolder['widgets'][number]): TenantFolder['widgets'][number] {
  if (!widget.appearance) return widget;
  const { start_on_open: _, ...appearance } = widget.appearance;
  return { ...widget, appearance };
}

/** Error lines are read, not shown, unless a test wants to see the log. */
function errorLines(): Record<string, string> {
  const { POWERTOOLS_LOG_LEVEL: level = 'SILENT' } = process.env;
  return { POWERTOOLS_LOG_LEVEL: level === 'SILENT' ? 'ERROR' : level };
}

/**
 * The engine that `AWS_ENDPOINT_URL_DYNAMODB` names for the whole suite. DynamoDB Local keeps a database for each access
 * key, so that each stack has one of its own.
 */
function givenDynamodb(): Record<string, string> {
  const { AWS_ENDPOINT_URL_DYNAMODB } = process.env;
  if (!AWS_ENDPOINT_URL_DYNAMODB) return {};
  return { AWS_ENDPOINT_URL_DYNAMODB, AWS_ACCESS_KEY_ID: randomUUID().replaceAll('-', '') };
}

/** An error line of a function's log that has nothing to say where it should say something. */
function isUnfinished(line: string): boolean {
  return line.includes('"level":"ERROR"') && /\bundefined\b/.test(line);
}
