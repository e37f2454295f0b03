import { DirectoryTableWriter } from '../../aws/directory-writer.ts';
import type { TenantFolder } from '../../domain/tenant-folder.ts';
import { FlowEngineError } from '../../engine/errors.ts';
import { background } from '../../lambda/background.ts';
import { composeGateway } from '../../lambda/compose.ts';
import { createHandler, type GatewayHandler } from '../../lambda/create-handler.ts';
import { webChatStrategy } from '../../lambda/web-chat-operations.ts';
import { webhookStrategies } from '../../lambda/webhook-operations.ts';
import type { Log } from '../../ports/log.ts';
import { inProcess } from '../lambda/in-process.ts';
import { startStack } from '../stack.ts';
import type { PreviewEvent } from './page/protocol.ts';
import { type PreviewFiles, previewPages } from './preview-pages.ts';

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
  const { pages, tell } = previewPages(files);
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
    tell: (news: Omit<PreviewEvent, 'served'>) => tell({ ...news, served }),
    stop: () => stack.stop(),
  };
}

/** Nothing else of the developer's environment: it may name a real deployment. */
function modelSettings(env: Options['env']): Record<string, string> {
  const names = ['LLM_BASE_URL', 'LLM_API_KEY', 'LLM_MODEL'];
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}

/** What an author can mend is said in a line; the rest of a gateway's log is not for them. */
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
