import { afterAll, beforeAll } from 'vitest';
import { adminClient } from './admin-client.ts';
import type { TestStack, TestStackOptions } from './start-stack.ts';
import { startTestStack } from './start-stack.ts';

/** The demo's users by role, each with their password. */
const users = {
  viewer: ['viewer@acme.example', 'Development-only-1'],
  editor: ['editor@acme.example', 'Development-only-2'],
  admin: ['admin@acme.example', 'Development-only-3'],
  'super-admin': ['operator@platform.example', 'Development-only-4'],
} as const;
export type TestRole = keyof typeof users;

/** An answer of the admin API, read whole. */
export interface AdminAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  readonly body: any;
  readonly etag: string;
}

/** Calls a route below `/v1/admin` as somebody. */
export type AdminCall = (
  method: string,
  path: string,
  options?: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> },
) => Promise<AdminAnswer>;

export interface AdminApi extends TestStack {
  as(role: TestRole): AdminCall;
  /** A user's access token. */
  tokenOf(role: TestRole): string;
  /** With this token, or none. */
  withToken(token: string | null): AdminCall;
}

/** A token of a role by the hosted sign-in. */
async function tokenFor(stack: TestStack, role: TestRole): Promise<string> {
  const client = await adminClient(stack.hostedUi, `${stack.url}/admin/callback`);
  const [email, password] = users[role];
  return (await client.exchange((await client.signIn(email, password)).url)).access_token;
}

/** Signs in where a stack is there already. */
export async function signIn(stack: TestStack, role: TestRole): Promise<AdminCall> {
  return callsTo(stack)(await tokenFor(stack, role));
}

const callsTo =
  ({ url }: TestStack) =>
  (token: string | null): AdminCall =>
  async (method, path, { body, headers = {} } = {}) => {
    const response = await fetch(`${url}/v1/admin${path}`, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
      etag: response.headers.get('etag') ?? '',
    };
  };

/** The stack, and a token of each role by the hosted sign-in. */
export async function startAdminApi(options: TestStackOptions = {}): Promise<AdminApi> {
  const stack = await startTestStack({ background: false, ...options });
  const tokens = new Map<string, string>();
  for (const role of Object.keys(users) as TestRole[]) tokens.set(role, await tokenFor(stack, role));
  const withToken = callsTo(stack);
  return {
    ...stack,
    withToken,
    tokenOf: (role) => tokens.get(role) ?? '',
    as: (role) => withToken(tokens.get(role) ?? ''),
  };
}

/** One stack for all tests of a file. */
export function shareAdminApi(options?: TestStackOptions): { readonly api: AdminApi } {
  const shared = {} as { api: AdminApi };
  beforeAll(async () => {
    shared.api = await startAdminApi(options);
  });
  afterAll(() => shared.api.stop());
  return shared;
}
