import { DirectoryTableWriter } from '../aws/directory-writer.ts';
import type { TenantFolder } from '../domain/tenant-folder.ts';
import { enterUsers } from './enter-users.ts';
import { appOrigins } from './hosted-ui/app-origins.ts';
import { type HostedUi, startHostedUi } from './hosted-ui/start-hosted-ui.ts';
import { startHttpApi } from './http-api/http-api.ts';
import { createJwtAuthorizer, type JwtAuthorizer } from './http-api/jwt-authorizer.ts';
import type { InvokeFunction, Report } from './lambda/functions.ts';
import { localStackPage } from './pages/local-stack-page.ts';
import { seedTenants } from './seed.ts';
import type { StackOptions } from './stack-options.ts';
import type { Backends } from './start-backends.ts';
import type { StartedParts } from './started-parts.ts';

/** What people and browsers see of the stack. */
interface Fronts {
  readonly url: string;
  readonly hostedUi: HostedUi;
  readonly tenants: readonly TenantFolder[];
}

/** Starts the HTTP API with its pages and the hosted UI, and applies the demo tenants. @see design 8 */
export async function startFronts(
  options: StackOptions & { readonly report: Report },
  backends: Backends & { readonly invoke: InvokeFunction },
  parts: StartedParts,
): Promise<Fronts> {
  const opened = Promise.withResolvers<JwtAuthorizer>();
  // Its failure is the start's own; requests that wait hear of it and let a stop go on.
  opened.promise.catch(() => undefined);
  let ready = false;
  const api = parts.keep(
    await startHttpApi({
      port: options.port,
      pages: {
        '/healthz': (_request, response) => void response.writeHead(ready ? 200 : 503).end(),
        ...localStackPage(backends.env, backends.queues, demoPlaceholders(options, backends)),
        ...options.pages,
      },
      authorize: async (event) => (await opened.promise)(event),
      // Whoever asks before the tenants are there would be told for a minute that they don't exist.
      invoke: async (name, event) => {
        await opened.promise;
        return backends.invoke(name, event);
      },
      report: options.report,
      ...(options.throttle && { throttle: options.throttle }),
    }),
  );
  backends.userPool.adminUrl = new URL(backends.userPool.adminUrl, api.url).href;
  try {
    const hostedUi = parts.keep(await startSignIn(options, backends, api.url));
    const [tenants] = await Promise.all([seedDemo(options, backends, api.url), enterUsers(backends)]);
    ready = true;
    opened.resolve(createJwtAuthorizer(hostedUi.url, hostedUi.clientId));
    return { url: api.url, hostedUi, tenants };
  } catch (error) {
    opened.reject(error);
    throw error;
  }
}

/** Started after the API, whose address its application has. */
function startSignIn(options: StackOptions, { env, userPool }: Backends, apiUrl: string): Promise<HostedUi> {
  const origins = appOrigins(apiUrl, env.ADMIN_ORIGINS);
  return startHostedUi({ port: 0, appOrigins: origins, ...options.hostedUi }, userPool);
}

async function seedDemo(options: StackOptions, backends: Backends, url: string) {
  if (options.demo === false) return [];
  const { clients, env } = backends;
  const writer = new DirectoryTableWriter(
    clients,
    { tablePrefix: env.TABLE_PREFIX, secretPrefix: env.TENANT_SECRET_PREFIX },
    // Ports differ from start to start and are part of the demo flows.
    { rewriteFlows: true },
  );
  const placeholders = { ...demoPlaceholders(options, backends), GATEWAY_ORIGIN: url };
  return seedTenants(writer, placeholders, options.changeTenant);
}

/** Values for what the demo tenants' files leave open, but for the gateway's own address. */
function demoPlaceholders({ providerUrl }: StackOptions, { orders }: Backends) {
  return { ORDER_SERVICE_URL: orders.url, PROVIDER_URL: providerUrl ?? orders.url };
}
