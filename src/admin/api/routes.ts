import type { paths } from '../../client/index.ts';

/** The HTTP methods of the API. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The paths of the API that take a method, as templates: `/v1/admin/flows/{flowId}`. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<Lowercase<M>, unknown> ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends PathOf<M>> = paths[P][Lowercase<M> & keyof paths[P]];

/** Values come from pages' addresses, too: those the API judges. Their names are the document's. */
type Given<Parameters> = {
  readonly [Name in keyof Parameters]:
    | Parameters[Name]
    | string
    | (Record<never, never> extends Pick<Parameters, Name> ? undefined : never);
};

type ParametersOf<O> = O extends { parameters: infer Places }
  ? {
      readonly [Place in keyof Places as [NonNullable<Places[Place]>] extends [never] ? never : Place]: Given<
        NonNullable<Places[Place]>
      >;
    }
  : never;

/** JSON leaves out what is undefined. */
type Sendable<Body> = Body extends readonly (infer Item)[]
  ? readonly Sendable<Item>[]
  : Body extends object
    ? {
        readonly [Name in keyof Body]:
          | Sendable<Body[Name]>
          | (Record<never, never> extends Pick<Body, Name> ? undefined : never);
      }
    : Body;

type BodyOf<O> = O extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { readonly body: Sendable<Body> }
  : O extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? { readonly body?: Sendable<Body> }
    : unknown;

interface Sending {
  /** Gives it up. */
  readonly signal?: AbortSignal;
  /** Is sent even though the page is left. */
  readonly keepalive?: boolean;
}

/** The parameters and body of a request, as in the OpenAPI document. */
export type OptionsOf<M extends Method, P extends PathOf<M>> = ParametersOf<Operation<M, P>> &
  BodyOf<Operation<M, P>> &
  Sending;

/** Optional if nothing is required. */
export type Asked<M extends Method, P extends PathOf<M>> =
  Record<never, never> extends OptionsOf<M, P> ? [asked?: OptionsOf<M, P>] : [asked: OptionsOf<M, P>];

/** The same, of a route that is not known here. */
export interface AnyOptions extends Sending {
  readonly path?: object;
  readonly query?: object;
  readonly header?: object;
  readonly body?: unknown;
}

/** The query parameters of a path. */
export type QueryOf<P extends PathOf<'GET'>> =
  OptionsOf<'GET', P> extends { readonly query?: infer Query } ? NonNullable<Query> : never;
