import { createHandler } from '../../src/lambda/create-handler.ts';
import { type Stack, startStack } from '../../src/local/stack.ts';
import type { StackOptions } from '../../src/local/stack-options.ts';

export interface TestStack extends Stack {
  /** Posts JSON (a string goes as it is). */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
}

/** The whole stack with the demo tenants, in memory and on a free port. */
export async function startTestStack(
  options: Partial<StackOptions> & { readonly tenantLimit?: number } = {},
): Promise<TestStack> {
  const { tenantLimit, ...rest } = options;
  const stack = await startStack({
    port: 0,
    createHandler,
    background: true,
    ...(tenantLimit !== undefined && {
      changeTenant: (folder) => ({ ...folder, tenant: { ...folder.tenant, limit_per_minute: tenantLimit } }),
    }),
    ...rest,
  });
  return {
    ...stack,
    post: (path, body, headers = {}) =>
      fetch(stack.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  };
}
