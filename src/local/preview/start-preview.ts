import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { DirectoryTableWriter } from '../../aws/directory-writer.ts';
import { type FunctionName, functionTimeoutMs } from '../../contract/function-settings.ts';
import type { TenantFolder } from '../../domain/tenant-folder.ts';
import { FlowEngineError } from '../../engine/errors.ts';
import type { AdminHandler } from '../../lambda/admin/serve-admin.ts';
import { background } from '../../lambda/background.ts';
import { composeGateway } from '../../lambda/compose.ts';
import { createAdmin } from '../../lambda/create-admin.ts';
import { createAdminPeople } from '../../lambda/create-admin-people.ts';
import { createAdminUsers } from '../../lambda/create-admin-users.ts';
import { createAuthBff } from '../../lambda/create-auth-bff.ts';
import { createFiles } from '../../lambda/create-files.ts';
import { createHandler, type GatewayHandler } from '../../lambda/create-handler.ts';
import { createInbox } from '../../lambda/create-inbox.ts';
import { createRuns } from '../../lambda/create-runs.ts';
import { createService } from '../../lambda/create-service.ts';
import { createTestChat } from '../../lambda/create-test-chat.ts';
import { createUserSync } from '../../lambda/create-user-sync.ts';
import { webChatStrategy } from '../../lambda/web-chat-operations.ts';
import { webhookStrategies } from '../../lambda/webhook-operations.ts';
import type { Log } from '../../ports/observability.ts';
import type { Page } from '../http-api/http-api.ts';
import { FunctionTimeoutError, lambdaContext } from '../lambda/environment-messages.ts';
import type { StartFunctions } from '../lambda/functions.ts';
import { partPages, type ServedWidget, scriptPage } from '../pages/front-page.ts';
import { createWatchers, filePages, type PageFiles } from '../pages/live-page.ts';
import { startStack } from '../stack.ts';
import type { PreviewEvent } from './page/protocol.ts';

interface Options {
  readonly port: number;
  readonly allowedOrigins: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly report: (line: string) => void;
  readonly files: PreviewFiles;
}

/**
 * A gateway in this process for one tenant, whose files may change at any time.
 * @throws Error with code `EADDRINUSE` when the port is taken
 */
export async function startPreview({ port, allowedOrigins, env, report, files }: Options) {
  const { pages, send } = previewPages(files);
  const log = reportingLog(report);
  let served = false;
  let renew = () => {};
  const stack = await startStack({
    port,
    demo: false,
    background: true,
    pages,
    env: modelSettings(env),
    functions: inProcess((settings) => {
      const withOrigins = {
        ...settings,
        ALLOWED_HTTP_ORIGINS: [settings.ALLOWED_HTTP_ORIGINS, ...allowedOrigins].filter(Boolean).join(','),
      };
      let handler: GatewayHandler;
      renew = () => {
        handler = createHandler([webChatStrategy, ...webhookStrategies], withOrigins, {
          compose: () => composeGateway(withOrigins, { log }),
          background,
        });
      };
      renew();
      return (event, context) => handler(event, context);
    }),
    report: (message, error) => report(`${message}: ${error instanceof Error ? error.message : error}`),
  });
  const { TABLE_PREFIX, TENANT_SECRET_PREFIX } = stack.env;
  const names = { tablePrefix: String(TABLE_PREFIX), secretPrefix: String(TENANT_SECRET_PREFIX) };
  const writer = new DirectoryTableWriter(stack.clients, names, { rewriteFlows: true });
  return {
    url: stack.url,
    placeholders: { ORDER_SERVICE_URL: stack.orders.url, GATEWAY_ORIGIN: stack.url },
    async show(folder: TenantFolder): Promise<void> {
      await writer.apply(folder);
      // A handler of its own has no memory of what was before.
      renew();
      served = true;
    },
    send: (news: Omit<PreviewEvent, 'served'>) => send({ ...news, served }),
    stop: () => stack.stop(),
  };
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Runs all functions in this very process, for tests that put something of their own in the place of a part. They share
 * what Lambda never shares: anything else runs in environments.
 * @param timeouts other times, for tests
 */
export function inProcess(
  createHandler: (env: Environment) => GatewayHandler,
  timeouts: Readonly<Partial<Record<FunctionName, number>>> = {},
): StartFunctions {
  return (env, report) => {
    const handlerOf = handlers(createHandler(env), env);
    return {
      async invoke(name, event) {
        const timeoutMs = timeouts[name] ?? functionTimeoutMs[name];
        try {
          return await within(timeoutMs, handlerOf(name)(event, lambdaContext(name, timeoutMs)));
        } catch (error) {
          report(`function ${name} failed`, error);
          throw error;
        }
      },
      stop: async () => undefined,
    };
  };
}

type Create = (env: Environment) => GatewayHandler;

/** Only the HTTP API invokes it, with events of its own making. */
const ofHttp =
  (create: (env: Environment) => AdminHandler): Create =>
  (env) => {
    const handler = create(env);
    return (event, context) => handler(event as APIGatewayProxyEventV2, context);
  };

const inbox = ofHttp(createInbox);
/** Makes the functions that are not the gateway's own. */
const creators: Partial<Record<FunctionName, Create>> = {
  'auth-bff': ofHttp(createAuthBff),
  files: createFiles,
  admin: ofHttp(createAdmin),
  'admin-users': ofHttp(createAdminUsers),
  'admin-people': ofHttp(createAdminPeople),
  runs: createRuns,
  'user-sync': createUserSync,
  'admin-desk': inbox,
  'admin-inbox': inbox,
  service: ofHttp(createService),
  'test-chat': ofHttp(createTestChat),
};

/** Makes each function when it is called for the first time. */
function handlers(gateway: GatewayHandler, env: Environment): (name: FunctionName) => GatewayHandler {
  const made = new Map<Create, GatewayHandler>();
  return (name) => {
    const create = creators[name];
    if (!create) return gateway;
    const handler = made.get(create) ?? create(env);
    made.set(create, handler);
    return handler;
  };
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new FunctionTimeoutError(timeoutMs)), timeoutMs);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Nothing else of the developer's environment: it may name a real deployment. */
function modelSettings(env: Options['env']): Record<string, string> {
  const names = ['LLM_BASE_URL', 'LLM_API_KEY', 'LLM_MODEL'];
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}

/** Prints log lines about problems that an author can fix, and no others. */
function reportingLog(report: Options['report']): Log {
  return {
    info: () => {},
    warn: () => {},
    error(message, error) {
      const at = error instanceof FlowEngineError && error.stepId ? ` at step ${error.stepId}` : '';
      report(`${message}${at}: ${error instanceof Error ? error.message : error}`);
    },
  };
}

/** The page's files and the widget, ready to be served. */
export interface PreviewFiles extends PageFiles {
  readonly widget: ServedWidget;
}

export interface PreviewPages {
  readonly pages: Readonly<Record<string, Page>>;
  /** Updates the open pages, and those opened later. */
  send(event: PreviewEvent): void;
}

/** The page of `gateway flow dev`: the chat, and the draft's status beside it. */
export function previewPages({ widget, ...files }: PreviewFiles): PreviewPages {
  let last: PreviewEvent | undefined;
  const watchers = createWatchers((send) => last && send(last));
  return {
    pages: {
      ...filePages('/', () => files, ["img-src 'self' https:"]),
      '/widget.js': scriptPage(widget.code),
      ...partPages(widget),
      '/preview-events': watchers.page,
    },
    send(event) {
      last = event;
      watchers.send(event);
    },
  };
}
