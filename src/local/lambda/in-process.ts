import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type FunctionName, functionTimeoutMs } from '../../contract/function-timeouts.ts';
import type { AdminHandler } from '../../lambda/admin/serve-admin.ts';
import { createAdmin } from '../../lambda/create-admin.ts';
import { createAdminDesk } from '../../lambda/create-admin-desk.ts';
import { createAdminPeople } from '../../lambda/create-admin-people.ts';
import { createAdminUsers } from '../../lambda/create-admin-users.ts';
import { createAuthBff } from '../../lambda/create-auth-bff.ts';
import { createFiles, type FilesHandler } from '../../lambda/create-files.ts';
import type { GatewayHandler } from '../../lambda/create-handler.ts';
import { createRuns, type RunsHandler } from '../../lambda/create-runs.ts';
import { createService } from '../../lambda/create-service.ts';
import { createUserSync } from '../../lambda/create-user-sync.ts';
import { FunctionTimeoutError } from './function-error.ts';
import type { StartFunctions } from './functions.ts';
import { lambdaContext } from './lambda-context.ts';

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

function handlers(gateway: GatewayHandler, env: Environment): (name: FunctionName) => GatewayHandler {
  const authBff = createAuthBff(env);
  let admin: AdminHandler | undefined;
  let adminUsers: AdminHandler | undefined;
  let adminPeople: AdminHandler | undefined;
  let files: FilesHandler | undefined;
  let adminDesk: AdminHandler | undefined;
  let service: AdminHandler | undefined;
  let runs: RunsHandler | undefined;
  const desk: GatewayHandler = (event, context) => {
    adminDesk ??= createAdminDesk(env);
    return adminDesk(event as APIGatewayProxyEventV2, context);
  };
  const others: Partial<Record<FunctionName, GatewayHandler>> = {
    // Only the HTTP API invokes them, with events of its own making.
    'auth-bff': (event, context) => authBff(event as APIGatewayProxyEventV2, context),
    files: (event, context) => {
      files ??= createFiles(env);
      return files(event, context);
    },
    admin: (event, context) => {
      admin ??= createAdmin(env);
      return admin(event as APIGatewayProxyEventV2, context);
    },
    'admin-users': (event, context) => {
      adminUsers ??= createAdminUsers(env);
      return adminUsers(event as APIGatewayProxyEventV2, context);
    },
    'admin-people': (event, context) => {
      adminPeople ??= createAdminPeople(env);
      return adminPeople(event as APIGatewayProxyEventV2, context);
    },
    runs: (event, context) => {
      runs ??= createRuns(env);
      return runs(event, context);
    },
    'user-sync': (event, context) => createUserSync(env)(event, context),
    'admin-desk': desk,
    'admin-inbox': desk,
    service: (event, context) => {
      service ??= createService(env);
      return service(event as APIGatewayProxyEventV2, context);
    },
  };
  return (name) => others[name] ?? gateway;
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
