import * as z from 'zod/mini';
import type { Page } from '../../contract/admin/lists.ts';
import { readOnlyPosts } from '../../contract/admin/routes.ts';
import { headers } from '../../contract/headers.ts';
import { inWords, problemsOf } from '../../contract/in-words.ts';
import { limits } from '../../contract/limits.ts';
import { pathParameter } from '../../contract/path-parameters.ts';
import {
  DedupConflict,
  GatewayError,
  invalidBody,
  invalidHeader,
  invalidParameter,
  requestInProgress,
} from '../../domain/errors.ts';
import { type HttpRequest, readJsonBody, readQuery } from '../../http/request.ts';
import type { HttpResult } from '../../http/write-result.ts';
import type { Admin, AdminCaller, Answer, Changer, Preconditions } from '../../operations/admin/admin.ts';
import { hashOf } from '../../operations/derive-id.ts';
import { cursorOf, positionOf, questionOf } from '../../operations/list-cursor.ts';

/** What authenticating a request uses. */
export type AdminFrame = Pick<
  Admin,
  'directory' | 'access' | 'audit' | 'claims' | 'idKeys' | 'log' | 'nowMs' | 'random'
>;

/** An authenticated request. */
export interface Exchange<Ports = Admin, Caller extends Changer = AdminCaller> {
  readonly admin: Ports;
  readonly caller: Caller;
  readonly request: HttpRequest;
  readonly operation: string;
  readonly parameters: Readonly<Record<string, string | undefined>>;
  /** Since when, epoch milliseconds, the same request was tried before without an answer: it may have been done. */
  readonly triedSinceMs?: number | undefined;
  /** The route's first read, started concurrently with the claim of its idempotency key. */
  readonly preloaded?: Promise<unknown> | undefined;
}

/** The request, independent of its route. */
type Asked = Pick<Exchange<unknown, Changer>, 'caller' | 'request' | 'operation' | 'parameters'>;

/** A list request, whose cursors are signed. */
type ListAsked = Asked & { readonly admin: Pick<Admin, 'idKeys'> };

/** A route's response; `no-content` has no body. */
export type Reply =
  | {
      readonly status: 200 | 201 | 202;
      readonly body: unknown;
      readonly etag?: string | undefined;
      /** The answer to a repeated request, without what is shown only once. */
      readonly again?: unknown;
      /** Runs beside the storing of the answer, and has to end before the function does. */
      readonly beside?: Promise<unknown> | undefined;
    }
  /** A table. */
  | { readonly status: 200; readonly csv: string; readonly filename: string }
  | { readonly status: 204 };

/** A route's response as it is sent. */
export type Answered = HttpResult &
  Pick<Extract<Reply, { readonly body: unknown }>, 'beside'> & {
    readonly again?: string;
  };

/** A route's handler. */
export type Serve = (exchange: Exchange) => Promise<Reply>;

/**
 * The parameters of a route's path.
 * @throws `invalid_parameter` for one that can be no id
 */
export function readPath(path: string, given: Asked['parameters'] = {}): Asked['parameters'] {
  for (const [name, value] of Object.entries(given)) {
    const parsed = z.safeParse(pathParameter(path, name), value, { error: inWords });
    if (!parsed.success)
      throw invalidParameter(`${name}: ${problemsOf(parsed.error)[0]?.message ?? 'is malformed'}`);
  }
  return given;
}

/** A parameter of the path; the router has seen to it that it is there. */
export function parameter({ parameters }: Asked, name: string): string {
  return parameters[name] ?? '';
}

/** @throws `invalid_body` with every problem, including unknown fields: a typo must not be ignored */
export function readBody<Schema extends z.ZodMiniType>({ request }: Asked, schema: Schema): z.infer<Schema> {
  const parsed = z.safeParse(schema, readJsonBody(request, limits.adminBodyBytes), { error: inWords });
  if (parsed.success) return parsed.data;
  throw invalidBody('the body is not what this route takes', problemsOf(parsed.error));
}

/** Returns parameters of the path by name. */
export function pathOf<Name extends string>(exchange: Asked, ...names: Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, parameter(exchange, name)])) as Record<Name, string>;
}

/** Returns a change's path parameters and preconditions. */
export const named = <Name extends string>(exchange: Asked, ...names: Name[]) => ({
  ...pathOf(exchange, ...names),
  ...preconditionsOf(exchange),
});

export function preconditionsOf({ request }: Asked): Preconditions {
  return { ifMatch: request.headers['if-match'], ifNoneMatch: request.headers['if-none-match'] };
}

/** The parameters of a list: its own query, the limit, and the cursor. */
export type ListRequest<Query> = Omit<Query, 'limit' | 'cursor' | 'after'> & {
  readonly limit: number;
  readonly after: string | null;
};

interface ListParameters {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  /** For a list that continues after a known item, instead of a cursor. */
  readonly after?: string | undefined;
}

/**
 * Reads the query of a list.
 * @throws `invalid_parameter` for an unknown or malformed parameter, and for a cursor of another tenant or question
 */
export async function readListQuery<Schema extends z.ZodMiniType<ListParameters>>(
  exchange: ListAsked,
  schema: Schema,
): Promise<ListRequest<z.infer<Schema>>> {
  const parameters: ListParameters = readQuery(exchange.request, schema);
  const { limit = limits.listItems, cursor, after: given, ...query } = parameters;
  const position = async (of: string) =>
    positionOf(await exchange.admin.idKeys(), of, questionFor(exchange, query));
  const after = cursor === undefined ? (given ?? null) : await position(cursor);
  return { ...query, limit, after } as ListRequest<z.infer<Schema>>;
}

/** A page with its cursor made opaque, and of use for the same tenant and question only. */
export async function pageReply<Item>(
  exchange: ListAsked,
  query: ListRequest<object>,
  { items, cursor }: Page<Item>,
): Promise<Reply> {
  return { status: 200, body: { items, cursor: await opaqueCursor(exchange, query, cursor) } };
}

/** A cursor as a client gets it. */
export async function opaqueCursor(
  exchange: ListAsked,
  { limit: _, after: __, ...query }: ListRequest<object>,
  cursor: string | null,
): Promise<string | null> {
  if (cursor === null) return null;
  return cursorOf(await exchange.admin.idKeys(), questionFor(exchange, query), cursor);
}

function questionFor({ caller, operation, parameters }: Asked, query: object): string {
  return questionOf(caller.tenantId, operation, { ...parameters, ...query });
}

/**
 * Answers a POST with an idempotency key once in 24 hours; repeats get the same response. A failed request may be
 * sent again, since its reason may have been fixed.
 * @param answer gets the time of an earlier attempt without a response, which may have taken effect
 * @throws `invalid_header`, DedupConflict, `request_in_progress`
 * @see design 9 "Manners"
 */
export async function answerOnce(
  { admin, caller, request, operation }: Exchange<Pick<AdminFrame, 'claims' | 'log'>, Changer>,
  answer: (triedSinceMs?: number) => Promise<Answered>,
): Promise<HttpResult> {
  const given = request.headers['idempotency-key'];
  if (given === undefined || request.method !== 'POST' || readOnlyPosts.has(operation)) {
    const { again: _, beside, ...result } = await answer();
    await beside;
    return result;
  }
  if (given.trim() === '' || given.length > limits.idempotencyKeyChars)
    throw invalidHeader('Idempotency-Key is empty or too long');
  const key = `${caller.tenantId}#admin#${hashOf(caller.id, given)}`;
  const body = Buffer.from(request.rawBody).toString();
  const fingerprint = hashOf(request.path, request.headers['if-match'] ?? '', body);
  const claimed = await admin.claims.take(key, fingerprint);
  if (claimed.claim !== 'taken') {
    if (claimed.fingerprint !== fingerprint) throw new DedupConflict();
    if (claimed.claim === 'running') throw requestInProgress();
    const { status, body: again, headers: extraHeaders } = claimed.answer;
    return {
      statusCode: status,
      headers: { ...extraHeaders, [headers.idempotentReplayed]: 'true' },
      body: again,
    };
  }
  try {
    const { again: remembered, beside, ...result } = await answer(claimed.triedSinceMs);
    const { statusCode: status, headers: extraHeaders } = result;
    const replyBody = remembered ?? result.body;
    const finished = admin.claims
      .finish(key, fingerprint, { status, headers: extraHeaders, body: replyBody })
      // The request has succeeded, whether or not its response could be stored.
      .catch((error: unknown) => admin.log.error('an answer is not remembered', error));
    await Promise.all([finished, beside]);
    return result;
  } catch (error) {
    const isRefused = error instanceof GatewayError && error.status < 500;
    await (isRefused ? admin.claims.release(key) : admin.claims.leave(key)).catch((left: unknown) =>
      admin.log.error('a claim is left to its lease', left),
    );
    throw error;
  }
}

/** An operation of the admin API. */
type Operate<Given, Result> = (admin: Admin, caller: AdminCaller, given: Given) => Promise<Result>;
/** Reads from a request what its operation is given. */
type Given<Value> = (exchange: Exchange) => Value;

/** Answers 200, or 201, with the body and ETag of an operation. */
export const answers =
  <Value>(operate: Operate<Value, Answer<unknown>>, given: Given<Value>, status: 200 | 201 = 200): Serve =>
  async (exchange) => ({ status, ...(await operate(exchange.admin, exchange.caller, given(exchange))) });

/** Answers 201 with the body and ETag of an operation. */
export const creates = <Value>(operate: Operate<Value, Answer<unknown>>, given: Given<Value>): Serve =>
  answers(operate, given, 201);

/** Answers 200 with the operation's result as the body. */
export const shows = <Value>(operate: Operate<Value, unknown>, given: Given<Value>): Serve =>
  answers(async (...asked) => ({ body: await operate(...asked) }), given);

/** Answers 204. */
export const removes =
  <Value>(operate: Operate<Value, void>, given: Given<Value>): Serve =>
  async (exchange) => {
    await operate(exchange.admin, exchange.caller, given(exchange));
    return { status: 204 };
  };

/** Answers with a page of a list, of the resource that the path names. */
export const lists =
  <Schema extends z.ZodMiniType<ListParameters>, Name extends string = never>(
    schema: Schema,
    list: Operate<ListRequest<z.infer<Schema>> & Readonly<Record<Name, string>>, Page<unknown>>,
    ...names: Name[]
  ): Serve =>
  async (exchange) => {
    const query = await readListQuery(exchange, schema);
    const asked = { ...pathOf(exchange, ...names), ...query };
    return pageReply(exchange, query, await list(exchange.admin, exchange.caller, asked));
  };
